"""The frame and the style of every report in HTML: one file that needs no other, for a phone, a screen or paper."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import Template

STYLE = """\
:root { color-scheme: light dark; --line: #8886; --quiet: #6b6b6b; }
@media (prefers-color-scheme: dark) { :root { --quiet: #a0a0a0; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 64rem; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.2rem; }
h3 { font-size: 1rem; margin-bottom: .2rem; }
table { border-collapse: collapse; display: block; margin: 1rem 0; overflow-x: auto; }
th, td { padding: .2rem .8rem .2rem .3rem; text-align: left; vertical-align: top; }
tfoot td { border-top: 1px solid var(--quiet); }
dt { font-weight: bold; }
pre { font: .85em/1.4 ui-monospace, monospace; overflow-x: auto; }
summary { cursor: pointer; }
@media print { body { font-size: 11pt; max-width: none; } }
"""
_PAGE = Template("""\
<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
$style</style></head>
<body>
$body
</body></html>
""")


def in_code(text: str) -> str:
    """Return HTML with the quoted words of a message as code."""
    parts = enumerate(map(escape, text.split("`")))
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in parts)


def page(title: str, body: Iterable[str], more: str = "", style: str = STYLE) -> str:
    """Return a page. The title and the body are HTML already; `more` adds to the style."""
    return _PAGE.substitute(title=title, style=style + more, body="\n".join(body))
