"""Draws docs/pictures/terminal.svg: a game at a terminal, played by the program, a line after the other.

    python tests/terminal_picture.py

The test of this script notices when the picture isn't what the program prints.
"""

import os
import re
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from unittest.mock import patch

from scaffold.terminal import run

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "terminal.svg"
COMMAND = "play crazy-eights --with queen-draws-four --level 0 --seed 1319"
TYPED = ("6♥", "Q♠")
COLUMNS, LINES = 76, 40
HIGH, WIDE, MARGIN = 18, 8.45, 14  # of a line, of a character, around the text
SECONDS = 0.25  # from a line to the next
COLOURS = {"31": "#e06c75", "32": "#98c379", "33": "#e5c07b", "34": "#61afef", "2": "#8b929e", "39": "", "0": ""}
CODE = re.compile(r"\x1b\[([0-9;]*)m")
STYLE = f"""\
text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d7dae0; \
white-space: pre }}
.bold {{ font-weight: bold }}
text {{ animation: {SECONDS}s both shown }}
@keyframes shown {{ from {{ opacity: 0 }} }}
@media (prefers-reduced-motion: reduce) {{ text {{ animation: none }} }}"""


def screen() -> list[str]:
    """Return the lines of the game with their colours, up to the last question."""
    with tempfile.TemporaryDirectory() as folder:
        home = {"HOME": folder, "XDG_STATE_HOME": folder, "COLUMNS": str(COLUMNS), "LINES": str(LINES)}
        with patch.dict(os.environ, home):
            os.environ.pop("NO_COLOR", None)
            printed = run(*COMMAND.split(), typed=TYPED, terminal=True).out
    lines = printed.partition("\nEnd of input")[0].splitlines()
    return [f"$ parlour {COMMAND}", *lines[:LINES]]


def spans(line: str) -> Iterator[str]:
    """Yield the parts of a line, each with its colour."""
    bold, colour = False, ""
    for number, part in enumerate(CODE.split(line)):
        if number % 2:
            for code in part.split(";"):
                bold = code == "1" or (bold and code not in ("0", ""))
                colour = COLOURS.get(code or "0", colour)
        elif part:
            look = (' class="bold"' if bold else "") + (f' fill="{colour}"' if colour else "")
            yield f"<tspan{look}>{escape(part)}</tspan>" if look else escape(part)


def picture(lines: list[str]) -> str:
    width, height = round(COLUMNS * WIDE + 2 * MARGIN), len(lines) * HIGH + 2 * MARGIN
    rows = (
        f'<text x="{MARGIN}" y="{MARGIN + HIGH * number + 13}" style="animation-delay: {number * SECONDS:.2f}s">'
        f"{''.join(spans(line))}</text>"
        for number, line in enumerate(lines)
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'role="img" aria-label="A game of Crazy Eights at a terminal">',
            f"<style>\n{STYLE}\n</style>",
            f'<rect width="{width}" height="{height}" rx="8" fill="#1e2127"/>',
            *rows,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(screen()), encoding="utf-8")
