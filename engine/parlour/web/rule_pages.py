"""The page with the rule sheet of a mix: `/rules?mix=…`."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from parlour.web.site import site_of


async def rules(request: Request) -> Response:
    return site_of(request).page("rules.html", mix=request.query_params.get("mix", ""))
