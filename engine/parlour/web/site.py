"""What all pages of one server share: its settings, its templates, its tables and the mixes that it has loaded."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from parlour.terminal.files import state_folder
from parlour.web.hosting import Hosting, Renderer
from parlour.web.hosting import WebError as WebError  # users of this module raise it
from parlour.web.mix_compiling import Compiler
from parlour.web.open_tables import OpenTables
from parlour.web.rate_limits import Limits
from parlour.web.store import Store, lock

MOST_FORM = 100_000  # bytes of a form


class Website:
    """One server. `site_of(request)` returns it."""

    def __init__(self, settings: Hosting) -> None:
        self.settings = settings
        self.render = Renderer()
        self.limits = Limits()
        self.compiler = Compiler()
        folder = settings.data or state_folder() / "tables"
        self.lock = lock(folder, settings.address or "")
        self.tables = OpenTables(Store(folder), self.compiler, settings.pace)

    def page(self, template: str, status: int = 200, **values: object) -> HTMLResponse:
        """Return a whole page: a template that extends `base.html`."""
        return HTMLResponse(self.render(template, **values), status)

    def link(self, connection: HTTPConnection, path: str) -> str:
        """Return the link of a page, which works on other devices if any link does."""
        url = connection.base_url.replace(scheme=connection.url.scheme.replace("ws", "http"))
        local = url.hostname in ("localhost", "127.0.0.1")
        return f"{(self.settings.address if local else None) or url}{path}"


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
