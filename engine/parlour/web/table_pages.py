"""The pages of a table: making one, looking at it, sitting down."""

from __future__ import annotations

from collections.abc import Mapping

import segno
from markupsafe import escape
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from parlour.bots import BOT, LEVELS, RANDOM, USUAL
from parlour.web.hosting import WebError
from parlour.web.live_table import LiveTable
from parlour.web.own_rule import documents_of
from parlour.web.regions import SeatPage, bot_words
from parlour.web.seat_tokens import digest, give_token, keep_name, known_name, new_token, token_of
from parlour.web.site import form_of, site_of

STRENGTHS = {min(LEVELS): " (easy)", max(LEVELS): " (strong, slow)"}
BOTS = [(str(level), f"bot, level {level}{STRENGTHS.get(level, '')}") for level in LEVELS]
BOTS += [(BOT, "bot that follows the rules' hints"), (RANDOM, "bot that plays at random")]
EMPTY = {"room": "", "players": "", "felt": "", "question": "", "own": "", "log": "", "menu": "", "says": ""}


async def new_table(request: Request) -> Response:
    """Make a table from a form with `mix`, and perhaps `players`, `name`, `bot` and the `text` of a rule of one's own.
    The host takes the first seat."""
    site, form = site_of(request), await form_of(request)
    site.limits.allow(request, "table")
    token, (mix, documents, players) = new_token(), _mix_of(form)
    table = await site.tables.new(mix, players, digest(token), documents, form.get("bot") or USUAL)
    name = form.get("name") or known_name(request)
    table.sit(1, name, digest(token))
    answer = RedirectResponse(f"/t/{table.code}", 303)
    keep_name(answer, name)
    give_token(answer, request, table.code, token)
    return answer


def _mix_of(form: Mapping[str, str]) -> tuple[str, dict[str, str], int | None]:
    """Return the mix that a form asks for, its own rules, and the number of players."""
    players = form.get("players", "").strip()
    if players and not (players.isdecimal() and len(players) < 3):
        raise WebError(f"“{players}” isn't a number of players.")
    return form.get("mix", "").strip(), documents_of(form), int(players) if players else None


async def change_mix(request: Request) -> Response:
    """Let the people at a table play another mix next."""
    site, code, form = site_of(request), request.path_params["code"], await form_of(request)
    site.limits.allow(request, "table")
    table = await site.tables.get(code)
    if table.seat_of(token_of(request, code)) is None:
        raise WebError("You have no seat at this table.", "Sit down first.", 403)
    mix, documents, players = _mix_of(form)
    game, players = await site.tables.game(mix, documents, players)
    async with table.lock:
        table.change(mix, documents, game, players)
    return RedirectResponse(f"/t/{code}", 303)


async def game_file(request: Request) -> Response:
    """Send a finished game, for `parlour replay --verify`."""
    table = await site_of(request).tables.get(request.path_params["code"])
    name = f"{table.game.id}-{table.record.number}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(table.file(), media_type="application/json", headers=headers)


async def show_table(request: Request) -> Response:
    site, code = site_of(request), request.path_params["code"]
    table = await site.tables.get(code)
    token = token_of(request, code)
    values = {"title": table.game.title, "mix": table.record.mix, "code": code}
    return site.page("table.html", regions=regions_of(table, token, request), **values)


async def join(request: Request) -> Response:
    site, code, form = site_of(request), request.path_params["code"], await form_of(request)
    site.limits.allow(request, "join")
    table = await site.tables.get(code)
    seat, name = form.get("seat", ""), form.get("name", "")
    if not (seat.isdecimal() and len(seat) < 3):
        raise WebError("Choose a seat.")
    known = request.cookies.get(f"seat_{code}")
    token = new_token() if known is None else known
    table.sit(int(seat), name, digest(token))
    answer = RedirectResponse(f"/t/{code}", 303)
    give_token(answer, request, code, token)
    keep_name(answer, name)
    return answer


def regions_of(
    table: LiveTable, token: str | None, connection: HTTPConnection, page: SeatPage | None = None
) -> dict[str, str]:
    """Return all regions of the page for somebody with a token. `page` is their page of the game, if it has begun."""
    seat, session = table.seat_of(token), table.session
    page = SeatPage(table, seat) if page is None and session is not None else page
    playing, render = page is not None, site_of(connection).render
    regions = EMPTY | ({} if page is None else page.regions(render))
    record, chairs = table.record, [*enumerate(table.record.chairs, 1)]
    link = site_of(connection).link(connection, f"t/{table.code}")
    values: dict[str, object] = {
        "playing": playing, "seat": seat, "asked": seat is not None and table.asked(seat) is not None,
        "played": bool(session and seat in session.people and session.last_decision(seat, forced=True)),
        "code": table.code, "link": link, "paused": record.paused, "known_name": known_name(connection),
        "chair": None if seat is None else table.chair(seat),
        "print": record.commitment, "next_print": record.next_commitment,
        "free": tuple((n, f"{n}: instead of a {bot_words(chair.bot)}" if playing else str(n))
                      for n, chair in chairs if chair.token is None),
    }  # fmt: skip
    regions["title"] = str(escape(table.game.title))
    regions["menu"] = render.region("regions/menu.html", **values)
    if not playing:
        regions["room"] = render(
            "regions/room.html", chairs=chairs, host=table.is_host(token), bots=BOTS,
            bot_words=bot_words, qr=qr_code(link), **values,
        )  # fmt: skip
    return regions


def qr_code(link: str) -> str:
    return segno.make(link, micro=False).svg_inline(border=2, omitsize=True)
