"""The pages about findings: one for each code, in Markdown, and how a terminal shows them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from parlour.base.place import shipped

_FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_ITEM = re.compile(r"(?=^[*-] )", re.MULTILINE)


def page(code: str) -> str | None:
    """Return the page about a code, or None if this installation lacks it."""
    try:
        return (shipped("findings") / f"{code}.md").read_text(encoding="utf-8")
    except OSError:
        return None


def body(text: str) -> str:
    """Return a page without its title."""
    return text.partition("\n")[2].strip("\n")


def as_plain_text(markdown: str, width: int) -> str:
    """Return Markdown for a terminal: paragraphs wrapped, code indented, links and headings as words."""
    parts = _FENCE.split(markdown)
    blocks = (
        [textwrap.indent(part.rstrip("\n"), "    ")] if number % 2 else _words(part, width)
        for number, part in enumerate(parts)
    )
    return "\n\n".join(block for some in blocks for block in some)


def _words(text: str, width: int) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        plain = _LINK.sub(_with_file, paragraph)
        if plain.startswith("#"):
            yield f"{plain.lstrip('# ')}:"
        elif plain:
            items = _ITEM.split(plain)
            yield "\n".join(_wrapped(item, width) for item in items if item)


def _with_file(link: re.Match[str]) -> str:
    """Return the words of a link; for one to another page of the documentation, with its file and heading."""
    return f"{link[1]} (docs/{link[2].removeprefix('../')})" if link[2].startswith("../") else link[1]


def _wrapped(text: str, width: int) -> str:
    words, indent = " ".join(text.split()), "  " if text.startswith(("* ", "- ")) else ""
    return textwrap.fill(words, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
