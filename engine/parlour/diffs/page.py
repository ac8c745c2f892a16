"""A comparison of two mixes as one HTML file that needs nothing else, for a phone or for paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape

from parlour.diffs import report
from parlour.diffs.mix_comparison import MixComparison, ShownPlay
from parlour.program import Design
from parlour.sheets.drawing import COLOURS, in_colours
from parlour.sheets.text import example_lines

_STYLE = """
:root { color-scheme: light dark; --line: #8886; }
body { font: 17px/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 42rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
h2 { border-bottom: 1px solid var(--line); font-size: 1.15rem; }
h3 { font-size: 1rem; margin-bottom: .2rem; }
p { margin: .3rem 0; }
.example { border-left: 3px solid var(--line); margin: .5rem 0 1rem; padding-left: .8rem; }
pre { font: .85em/1.4 ui-monospace, monospace; overflow-x: auto; }
dl { margin: .3rem 0; }
dt { float: left; font-weight: 600; margin-right: .5rem; }
dd { margin: 0 0 .2rem; }
@media print { body { font-size: 11pt; max-width: none; } .change { break-inside: avoid; } }
"""


_PLAY = re.compile(r"`([^`]*)`")


def page(found: MixComparison) -> str:
    """Return the whole file."""
    title = escape(report.heading(found))
    parts = [
        "<!doctype html>", '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{COLOURS}{_STYLE}</style></head><body>", f"<h1>{title}</h1>",
        f"<p>{escape(report.about(found))}</p>", f"<p>{escape(report.summary(found))}</p>",
        *sections(found), "</body></html>",
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def sections(found: MixComparison) -> Iterator[str]:
    """Yield the changes, by kinds with headings."""
    for title, group in report.sections(found):
        yield f"<h2>{title}</h2>"
        for difference in map(found.difference, group):
            name, _, text = report.words(difference.change).partition(": ")
            yield f'<div class="change"><h3>{escape(name)}</h3><p>{escape(text)}</p>'
            if difference.shown is not None:
                titles = {mix.id: mix.title for mix in (found.one, found.other)}
                yield from _example(difference.shown, found.one.program.deck.design, titles)
            elif difference.examples:
                yield f'<pre class="example">{escape(chr(10).join(example_lines(difference.examples)))}</pre>'
            elif report.lacks_example(found, difference):
                yield f'<p class="example">{escape(report.unshown(found, difference))}</p>'
            yield "</div>"


def _example(shown: ShownPlay, design: Design, titles: Mapping[str, str]) -> Iterator[str]:
    yield f'<div class="example"><p>{_text(report.position(shown), design)}</p><dl>'
    for name, told in report.rulings(shown):
        yield f"<dt>{escape(titles.get(name, name[:1].upper() + name[1:]))}</dt><dd>{_text(told, design)}</dd>"
    yield "</dl></div>"


def _text(told: str, design: Design) -> str:
    """Return HTML with plays in bold type and cards in the colours of their suits."""
    return _PLAY.sub(r"<b>\1</b>", in_colours(told, design))
