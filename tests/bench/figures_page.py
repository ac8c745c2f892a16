"""Sections of docs/figures.md: each script writes its own, and leaves the others as they are."""

from collections.abc import Iterable, Sequence
from pathlib import Path


def write_section(page: Path, heading: str, text: str) -> None:
    """Replace what stands below a heading, or add the section at the end of the page."""
    before, there, rest = page.read_text(encoding="utf-8").partition(f"\n## {heading}\n")
    if not there:
        before, rest = before.rstrip("\n") + "\n", ""
    after = rest.partition("\n## ")
    page.write_text(f"{before}\n## {heading}\n\n{text.strip()}\n{''.join(after[1:])}", encoding="utf-8")


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; all columns but the first are numbers."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")
