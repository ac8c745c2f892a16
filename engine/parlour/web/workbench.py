"""The workbench: the page where people find a game, put a mix together and start a table."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from parlour.library.library import Library
from parlour.web.site import site_of


async def workbench(request: Request) -> Response:
    site = site_of(request)
    games = [entry.id for entry in Library.standard().listed("game")]
    return site.page("workbench.html", mixes=(*site.settings.mixes, *games))
