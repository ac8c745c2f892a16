"""What all pages of one server share: its settings, its templates, the mixes that it has loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from parlour.sheets.page import SYMBOLS

HERE = Path(__file__).parent
MOST_FORM = 100_000  # bytes of a form


@dataclass(frozen=True)
class Hosting:
    """`mixes` are offered first on the front page; `address` is what other devices type, if they can reach this one."""

    data: Path | None = None
    mixes: tuple[str, ...] = ()
    address: str | None = None


class WebError(Exception):
    """A request that gets a sentence instead of a page."""

    def __init__(self, message: str, help: str | None = None, status: int = 400) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.status = status


class Website:
    """One server. `site_of(request)` returns it."""

    def __init__(self, settings: Hosting) -> None:
        self.settings = settings
        loader = FileSystemLoader(HERE / "templates")
        self.templates = Environment(
            loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        self.templates.globals["symbols"] = Markup(SYMBOLS)

    def render(self, template: str, **values: object) -> str:
        return self.templates.get_template(template).render(**values)

    def page(self, template: str, status: int = 200, **values: object) -> HTMLResponse:
        """Return a whole page: a template that extends `base.html`."""
        return HTMLResponse(self.render(template, **values), status)


def site_of(connection: HTTPConnection) -> Website:
    site = connection.app.state.site
    assert isinstance(site, Website)
    return site


async def form_of(request: Request) -> Mapping[str, str]:
    """Return the fields of a posted form. Raises WebError if it is too large or isn't one."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_FORM:
            raise WebError(f"This form is too large: at most {MOST_FORM:,} bytes.", status=413)
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=1000))
    except ValueError:
        raise WebError("Parlour can't read this form.") from None
