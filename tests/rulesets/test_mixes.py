"""Any rule can be added to any game of the eights family, with any of its options; or one is told why not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import laws
from parlour.compiler import NO_OPTIONS, Compiled, Options, compile_ruleset
from parlour.composition import OptionSetting
from parlour.diagnostics import has_errors
from parlour.game import Game, load
from parlour.library import Library
from parlour.machine.texts import zone_name
from parlour.shelves import Listed
from parlour.summary import read_summary

LIBRARY = Library.standard()
GAMES = ("crazy-eights", "trevor-cut-throat", "last-one")
FRAMES = {"table", "rounds", "eights"}


def fits(listed: Listed) -> bool:
    """Is the rule for a frame that these games stand on?"""
    summary = read_summary(listed.path)
    return summary is not None and not FRAMES.isdisjoint(summary.wanted)


RULES = [listed.id for listed in LIBRARY.listed("rule") if fits(listed)]

NEEDS = {
    "last-card-call": ["catch-at-once"],
    "catch-at-once": ["last-card-call"],
    "catch-in-your-turn": ["last-card-call"],
}
REFUSED = {
    ("crazy-eights", "last-card-call"): "compose-needs",
    ("crazy-eights", "catch-at-once"): "compose-needs",
    ("crazy-eights", "catch-in-your-turn"): "compose-needs",
    ("trevor-cut-throat", "partners"): "sides",
    ("last-one", "partners"): "sides",
}
TOLD = {"compose-used-already", "compose-group-replaced"}


def mixed(game: str, *rules: str, options: Options = NO_OPTIONS) -> Compiled:
    return compile_ruleset(game, rules, options=options, library=LIBRARY)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("game", GAMES)
def test_a_rule_can_be_added_or_one_is_told_why_not(game: str, rule: str) -> None:
    compiled = mixed(game, rule, options={"most-hands": 2})
    refused = REFUSED.get((game, rule))
    codes = {finding.code for finding in compiled.findings}
    if refused is None:
        assert codes <= TOLD
        assert compiled.composition is not None
        assert compiled.program is not None
        played = laws.play(Game(compiled.composition, compiled.program, ()).machine(), 1, Random(1), checked=False)
        assert played.ending
    else:
        assert codes == {refused}
        assert all(finding.message and finding.span for finding in compiled.findings)


def values(setting: OptionSetting) -> list[Any]:
    """What an option can be set to: every word, and the bounds of a number."""
    kind = setting.type
    match kind.kind:
        case "word":
            return list(kind.words)
        case "bool":
            return [True, False]
        case "int":
            return [kind.low, kind.high, *(["none"] if kind.optional else [])]
        case "ranks":
            return ["9", "4 10"]
        case _:
            raise AssertionError(f"there is no {kind.kind} in these games yet")


def settings(game: str, rule: str | None) -> dict[str, list[Any]]:
    """The options of a rule, or of the frames, with their values."""
    composition = mixed(game, *([rule, *NEEDS.get(rule, [])] if rule else [])).composition
    assert composition is not None
    if rule is None:
        of = [s for s in composition.options.values() if s.document.kind != "rule"]
    else:
        of = [s for s in composition.options.values() if s.document.id == rule]
    return {f"{rule}.{s.name}" if rule else s.name: values(s) for s in of}


@pytest.mark.parametrize("rule", [None, *RULES])
def test_every_value_of_every_option_can_be_played(rule: str | None) -> None:
    game = "crazy-eights"
    rules = [rule, *NEEDS.get(rule, [])] if rule else []
    for option, choices in settings(game, rule).items():
        for value in choices:
            compiled = mixed(game, *rules, options={option: value})
            assert not has_errors(compiled.findings), f"{option}: {value}"
            assert compiled.program is not None


@pytest.mark.proves("trevor.risk.draw-play-cycle")
def test_a_game_of_nothing_but_draws_ends_like_a_blocked_one() -> None:
    state = load("trevor-cut-throat", options={"turns": 500}).start(seed=1)
    while not state.over:
        legal = state.question.legal
        state = state.apply(next((move for move in legal if move.text == "draw"), legal[0]))
    assert state.outcome.ending == "turn-limit"
    layout = state.table.machine.layout
    sizes = {
        name: len(layout.contents(list(state.cells), instance))
        for instance in layout.instances
        if (name := zone_name(layout, instance.number)).startswith("hand")
    }
    assert sizes["hand 1"] != sizes["hand 2"]
    assert state.outcome.winners == ((1,) if sizes["hand 1"] < sizes["hand 2"] else (2,))


def test_what_the_rules_are_called() -> None:
    """Each says what it is in a text for people, and what each option decides."""
    for rule in RULES:
        document, _ = LIBRARY.find(rule, ("rule",))
        assert document is not None
        assert document.text.endswith((".", "!")), rule
        assert document.title[0].isupper(), rule
