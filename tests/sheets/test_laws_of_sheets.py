"""What must hold for the sheet of every shipped game."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from html import unescape

import pytest

import parlour
from parlour.base.resources import shipped
from parlour.game import Game
from parlour.library.heading import read_summary
from parlour.library.library import Library
from parlour.sheets.assembly import sheet_of
from parlour.sheets.claims import absent, paragraphs
from parlour.sheets.markdown import as_markdown
from parlour.sheets.model import Sheet
from parlour.sheets.page import as_page
from parlour.sheets.text import as_text

LIBRARY = Library.standard()
GAMES = sorted(
    listed.id
    for listed in LIBRARY.listed("game")
    if listed.path.resolve().is_relative_to(shipped("rulesets").resolve())
)


@cache
def game(id: str) -> Game:
    return parlour.load(id)


@cache
def sheet(id: str) -> Sheet:
    return sheet_of(game(id))


@cache
def rules() -> dict[str, tuple[set[str], list[str]]]:
    """The frames and the names of all rules."""
    found = {}
    for listed in LIBRARY.listed("rule"):
        summary = read_summary(listed.path)
        assert summary is not None
        found[listed.id] = set(summary.wanted), [summary.title or listed.id, *summary.also_called]
    return found


@pytest.mark.parametrize("id", GAMES)
def test_every_rule_of_the_mix_is_told_once(id: str) -> None:
    told = Counter(p.document for part in sheet(id).parts.values() for p in part if p.title is not None)
    assert told == Counter(use.rule.id for use in game(id).composition.uses)


@pytest.mark.parametrize("id", GAMES)
def test_the_parts_that_a_player_needs_are_there(id: str) -> None:
    assert {"aim", "deal", "turn", "end"} <= set(sheet(id).parts)


@pytest.mark.parametrize("id", GAMES)
def test_nothing_is_left_unfilled(id: str) -> None:
    for paragraph in paragraphs(sheet(id)):
        assert not set("{}") & set(paragraph.text)
        assert "  " not in paragraph.text
        assert " ." not in paragraph.text
        assert " ," not in paragraph.text
        assert paragraph.text[0].isupper() or paragraph.text[0].isdigit(), paragraph.text
        assert paragraph.text.rstrip('"').endswith((".", "?")), paragraph.text


@pytest.mark.parametrize("id", GAMES)
def test_no_sentence_speaks_of_an_absent_rule(id: str) -> None:
    frames = {d.id for d in game(id).composition.documents if d.kind == "frame"}
    family = {rule: names for rule, (wanted, names) in rules().items() if wanted & frames}
    assert [(p.text, rule) for p, rule in absent(sheet(id), game(id).composition, family)] == []


@pytest.mark.parametrize("id", GAMES)
def test_every_power_of_the_mix_is_in_the_chart(id: str) -> None:
    """The documents that give powers, and those in the chart: a card outside the pack has no row."""
    told = {p.document for row in sheet(id).chart for p in row.words}
    powers = {m.document.id for m in game(id).composition.sections["powers"] if m.key.value != "Jk"}
    assert powers <= told


@pytest.mark.parametrize("id", GAMES)
def test_each_format_has_each_paragraph(id: str) -> None:
    flat = " ".join(as_text(sheet(id)).split())
    marked = as_markdown(sheet(id)).replace("\\", "")
    page = unescape(re.sub(r"<[^>]*>|\ufe0e", "", as_page(sheet(id))))
    for paragraph in paragraphs(sheet(id)):
        assert paragraph.text in flat
        assert paragraph.text in marked
        assert paragraph.text in page


def test_a_sentence_about_an_absent_rule_is_noticed() -> None:
    text = "You can't draw until the Catch at once. Burned cards go out."
    told = replace(sheet("crazy-eights"), text=text)
    names = {"catch-at-once": ["Catch at once"], "clears": ["Burn on four", "burn"], "eight-is-wild": ["draw"]}
    assert [rule for _, rule in absent(told, game("crazy-eights").composition, names)] == ["catch-at-once"]
