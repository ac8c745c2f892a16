"""How a server is set up, the errors that become a sentence on a page, and the templates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import Headers

from parlour.base import html_page
from parlour.base.diagnostics import excerpt
from parlour.base.printable import capitalised
from parlour.sheets.drawing import SYMBOLS

HERE = Path(__file__).parent
KNOWN = 500  # regions that were filled in last


@dataclass(frozen=True)
class Hosting:
    """`mixes` are offered first on the front page; `address` is what other devices type, if they can reach this one,
    or else what this one types."""

    data: Path | None = None
    """The folder for tables; by default it is beside the saved games."""
    mixes: tuple[str, ...] = ()
    address: str | None = None
    pace: float = 0.8
    """Seconds before a bot moves, so that people can follow."""
    messages: float = 15
    """The most messages that a page may send in a second."""


class WebError(Exception):
    """A request that gets a sentence instead of a page."""

    def __init__(self, message: str, help: str | None = None, status: int = 400) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.status = status


class Renderer:
    """Fills in the templates. They escape all values."""

    def __init__(self) -> None:
        loader = FileSystemLoader(HERE / "templates")
        self.templates = Environment(
            loader=loader, autoescape=True, undefined=StrictUndefined, auto_reload=False, trim_blocks=True,
            lstrip_blocks=True,
        )  # fmt: skip
        self.templates.globals["symbols"] = Markup(SYMBOLS)
        self.region = lru_cache(KNOWN)(self)  # many pages of a table have the same one, also after a move
        self.templates.filters |= {"code": in_code, "capitalised": capitalised, "excerpt": excerpt}

    def prepare(self) -> None:
        """Compile all templates."""
        for name in self.templates.list_templates():
            self.templates.get_template(name)

    def __call__(self, template: str, **values: object) -> str:
        return self.templates.get_template(template).render(**values)


def in_code(text: str) -> Markup:
    """Return HTML with the quoted words of a message as code."""
    return Markup(html_page.in_code(text))


def is_foreign(headers: Headers) -> bool:
    """Return True for a request that a page of another site makes. Programs without an `Origin` aren't browsers."""
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")
