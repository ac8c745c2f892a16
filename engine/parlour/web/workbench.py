"""The workbench: the pages where people find a game, put a mix together, measure it and take it away.

Every page is whole. The script of the workbench asks for the same pages, and exchanges the regions that differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from threading import Lock, Thread
from urllib.parse import quote_plus, urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from parlour.experiments.answer import answer
from parlour.experiments.blocks import RULE as RULE_COUNTS
from parlour.experiments.outcome_report import cells, explained, heads
from parlour.mixer.mix_link import OPTION, RULE, changed, line_in
from parlour.rulebook.game_shelf import families, game_facts, shelf
from parlour.sheets.page import LICENCE, STYLE
from parlour.web import mix_work, own_rule
from parlour.web.background import Background, OutOfTime
from parlour.web.hosting import WebError
from parlour.web.measuring_games import Measurements, Subject
from parlour.web.mix_view import MixView, mix_file, mix_view, our_mixes
from parlour.web.seat_tokens import known_name
from parlour.web.site import form_of, site_of

LONGEST_SEARCH = 200  # characters
TO_COMPARE = 90.0  # seconds
FEW = 4  # games that one request lets the server learn about
MOST_TRIES = 2  # for a game that takes too long, or comes while others take all the time
RESULTS_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The page of an experiment is one file, which has its style and its pictures."""


SHELF = Background(1, mix_work.begin)
"""The process that finds games."""
QUICK = Background(1, mix_work.begin)
"""The process that says what is in a mix."""
THOROUGH = Background(2, mix_work.begin_games)
"""The processes that play games: those of comparisons and measurements."""
OWN = Background(1, mix_work.begin_games)
"""The process that checks rules of visitors."""
BACKGROUNDS = (SHELF, QUICK, THOROUGH, OWN)
MEASUREMENTS = Measurements(THOROUGH)
LEARNING = Lock()
TRIES = Counter[str]()
"""How often this server has tried to learn about each game: the others come first."""


# ---------------------------------------------------------------- the first page


async def workbench(request: Request) -> Response:
    """Answer `/?q=WORDS` with the games that people call so."""
    words = request.query_params.get("q", "")[:LONGEST_SEARCH]
    listed = await SHELF.run("", mix_work.with_library, shelf, words)
    unknown = _next_to_learn(listed.without_facts)
    if unknown:  # the page asks again, until it has all
        Thread(target=_learn, args=(listed.without_facts,), daemon=True).start()
    site, games = site_of(request), listed.games
    return site.page(
        "workbench.html",
        words=words,
        remark=listed.remark,
        mixes=await SHELF.run("", mix_work.with_library, our_mixes, site.settings.mixes) if not words else (),
        first=[game for game in games if game.first] if not words else [],
        families=families(games),
        number=len(games),
        again=_address("/", q=words) if unknown else None,
    )


def _next_to_learn(games: Sequence[str]) -> list[str]:
    """Return a few of these games, which the server has tried least often."""
    return sorted((id for id in games if TRIES[id] < MOST_TRIES), key=lambda id: TRIES[id])[:FEW]


def _learn(games: Sequence[str]) -> None:
    """Find out about a few games, whose facts the cache has then, unless another thread does so. That one may have
    tried some since somebody asked for the page."""
    if LEARNING.acquire(blocking=False):
        try:
            for id in _next_to_learn(games):
                TRIES[id] += 1
                with suppress(OutOfTime):
                    THOROUGH.wait(id, mix_work.with_library, game_facts, id, seconds=TO_COMPARE)
        finally:
            LEARNING.release()


# ---------------------------------------------------------------- a mix


def mix_in(request: Request) -> str:
    """Return the mix in a link."""
    line = request.query_params.get("mix", "").strip()
    if not line:
        raise WebError("This link names no game.", "Choose one from the list of games.", 404)
    return line


async def view_in(request: Request) -> MixView:
    """Return the mix in a link as data. Raises LinkError if it names no game."""
    return await view_of(mix_in(request))


async def view_of(line: str) -> MixView:
    return await QUICK.run("", mix_work.with_library, mix_view, line, seconds=TO_COMPARE)


async def mix(request: Request) -> Response:
    return _mix_page(request, await view_in(request))


def _mix_page(request: Request, view: MixView, **regions: object) -> Response:
    players, against = _players(request.query_params, view), request.query_params.get("against", "")
    values: dict[str, object] = {
        "view": view,
        "known_name": known_name(request),
        "players": players,
        "address": _address("/mix", mix=view.line),
        "link": site_of(request).link(request, _address("mix", mix=view.line)),
        "experiment": partial(_experiment, subject=(view.line, against, players)),
        "changes": None,
        "clashes": None,
        "late": None,
        "against": against,
        "measurement": MEASUREMENTS.of((view.line, against, players)),
        "answer": answer,
        "cells": cells,
        "heads": heads,
        "explained": explained,
        "RULE": RULE_COUNTS,
        "full": False,
    }
    return HTMLResponse(site_of(request).render("mix.html", **(values | regions)))


def _players(asked: Mapping[str, str], view: MixView) -> int:
    """Return the number of players that somebody has chosen, or the fewest."""
    chosen = asked.get("players", "")
    known = {str(number): number for number in view.players}
    return known.get(chosen, view.players[0] if view.players else 0)


async def change(request: Request) -> Response:
    """Answer the form of a mix: apply what somebody has ticked, and go to the page of the new mix."""
    asked = request.query_params
    ticked = [name.removeprefix(RULE) for name in asked if name.startswith(RULE)]
    values = {name.removeprefix(OPTION): value for name, value in asked.items() if name.startswith(OPTION)}
    line = await QUICK.run("", mix_work.with_library, changed, mix_in(request), ticked, values)
    return RedirectResponse(_address("/mix", mix=line), 303)


LATER = {"changes": mix_work.changes_of, "clashes": mix_work.clashes_of}
"""The regions that take a while: each has an address of its own."""


async def with_region(request: Request, name: str) -> Response:
    """Answer with the page of a mix and one of these regions."""
    view = await view_in(request)
    if not view.players:
        return _mix_page(request, view)
    try:
        result = await THOROUGH.run(view.line, LATER[name], view.line, seconds=TO_COMPARE)
    except OutOfTime:
        return _mix_page(request, view, late=name)
    return _mix_page(request, view, **{name: result})


async def download(request: Request) -> Response:
    name, text = await QUICK.run("", mix_work.with_library, mix_file, mix_in(request))
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/yaml", headers=headers)


async def measure(request: Request) -> Response:
    """Start or stop an experiment, and go back to the page."""
    form = await form_of(request)
    line = form.get("mix", "").strip()
    if not line:
        raise WebError("This form names no game.")
    view = await view_of(line)
    against = line_in(form.get("link", "")) or form.get("against", "")
    if against:
        other = await view_of(against)
        if other.misfits:
            raise WebError(f"The other mix doesn't fit: {other.misfits[0].message}")
        against = other.line
    players = _players(form, view)
    subject = view.line, against if against != view.line else "", players
    if "stop" in form:
        MEASUREMENTS.stop(subject)
    elif view.players and not MEASUREMENTS.start(subject):
        return _mix_page(request, view, players=players, full=True)
    return RedirectResponse(f"{_experiment('/mix', subject)}#measure", 303)


async def measured(request: Request) -> Response:
    """Answer with the full report of an experiment that has ended."""
    line, against, players = (request.query_params.get(name, "") for name in ("mix", "against", "players"))
    measurement = MEASUREMENTS.of((line, against, int(players) if players.isdecimal() else 0))
    if measurement is None or not measurement.page:
        raise WebError("This server doesn't have these results any more.", "Measure the mix again.", 404)
    return HTMLResponse(measurement.page, headers={"Content-Security-Policy": RESULTS_POLICY})


def _experiment(path: str, subject: Subject) -> str:
    line, against, players = subject
    return _address(path, mix=line, players=str(players), **({"against": against} if against else {}))


# ---------------------------------------------------------------- a rule of one's own


async def rule(request: Request) -> Response:
    """Answer with a page to write a rule for a mix on; check the text that the form has."""
    if request.method != "POST":
        line = (await view_in(request)).line
        text = await QUICK.run("", mix_work.with_library, own_rule.starter, line)
        return _rule_page(request, line, text, None)
    form = await form_of(request)
    line, text = form.get("mix", "").strip(), own_rule.text_in(form)
    if "file" in form:
        headers = {"Content-Disposition": f'attachment; filename="{own_rule.FILE}"'}
        return Response(text, media_type="application/yaml", headers=headers)
    if not line:
        raise WebError("This form names no game.")
    if len(text) > own_rule.LONGEST:
        raise WebError(f"This rule is too long: at most {own_rule.LONGEST:,} characters.", status=413)
    site_of(request).limits.allow(request, "mix")
    checked = await OWN.run("", own_rule.checked_rule, line, text, seconds=TO_COMPARE)
    return _rule_page(request, line, text, checked)


def _rule_page(request: Request, line: str, text: str, checked: own_rule.OwnRule | None) -> Response:
    return site_of(request).page(
        "rule.html", line=line, text=text, rule=checked, file=own_rule.FILE, known_name=known_name(request)
    )


async def rule_help(request: Request) -> Response:
    """Answer with a page about writing rules, which has rules of the same family."""
    line = mix_in(request)
    models = await QUICK.run("", mix_work.with_library, own_rule.models, line, seconds=TO_COMPARE)
    return site_of(request).page("rule_help.html", line=line, models=models)


# ---------------------------------------------------------------- the rule sheet


async def rules(request: Request) -> Response:
    view = await view_in(request)
    if not view.players:
        return _mix_page(request, view)
    return await _sheet_page(request, view.line, {}, _address("/mix", mix=view.line), "Change this mix")


async def rules_of_table(request: Request) -> Response:
    """Answer with the rule sheet of a table, which can have rules of its own."""
    code = request.path_params["code"]
    record = (await site_of(request).tables.get(code)).record
    return await _sheet_page(request, record.mix, record.documents, f"/t/{code}", "Back to the table")


async def _sheet_page(request: Request, line: str, documents: Mapping[str, str], address: str, words: str) -> Response:
    title, html = await THOROUGH.run(line, mix_work.sheet_page, line, dict(documents), seconds=TO_COMPARE)
    sheet = Markup(html)
    return site_of(request).page("rules.html", title=title, sheet=sheet, address=address, words=words, licence=LICENCE)


async def sheet_style(request: Request) -> Response:
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


def _address(path: str, **values: str) -> str:
    return f"{path}?{urlencode(values, quote_via=quote_plus, safe=',=')}"


ROUTES = (
    Route("/", workbench),
    Route("/mix", mix),
    Route("/mix/change", change),
    *(Route(f"/mix/{name}", partial(with_region, name=name)) for name in LATER),
    Route("/mix/file", download),
    Route("/mix/measure", measure, methods=["POST"]),
    Route("/mix/measured", measured),
    Route("/mix/rule", rule, methods=["GET", "POST"]),
    Route("/mix/rule/help", rule_help),
    Route("/rules", rules),
    Route("/t/{code}/rules", rules_of_table),
    Route("/rules.css", sheet_style),
)
