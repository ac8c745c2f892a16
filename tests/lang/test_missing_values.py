"""Values that can be missing (language.md, section 3). Using one without a test is an error, whose help names a test.

Behind this test the checker is content, and all three executions use the value only where it exists.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

import pytest

from parlour.base.diagnostics import Diagnostic
from parlour.states.state import Table
from three_ways import Cases, Small


@dataclass(frozen=True)
class Case:
    """A use of a value in a procedure; the steps around the use, and the arguments of the procedure."""

    value: str
    kind: str
    around: str = "{}"
    param: str = ""
    arg: str = ""

    @property
    def use(self) -> str:
        return f"total += kind_{self.kind.lower()}({self.value})"


KINDS = {
    "int": "4", "bool": "false", "rank": "7", "suit": "♥", "colour": "red", "card": "pack.first", "player": "dealer",
    "side": "side(dealer)", "zone": "there", "word": "high", "Pair": "Pair(both: 3)",
}  # fmt: skip
CASES = {
    **{f"a variable: {kind}": Case(f"v-{kind.lower()}", kind) for kind in KINDS},
    "a variable of each player": Case("last(dealer)", "card"),
    "a mark": Case("c.owner", "player", "for c in marked:\n  {}"),
    "a mark that is a face": Case("c.guise", "card", "for c in marked:\n  {}"),
    "a field": Case("held.one", "player"),
    "a field of a field's type": Case("held.two", "rank"),
    "a record whose field is read": Case("v-pair.both", "int"),
    "a record whose field is changed": Case("v-pair but (both: 4)", "Pair"),
    "a parameter": Case("q", "player", param="q: player or none", arg="v-player"),
    "a parameter that is a card": Case("c", "card", param="c: card or none", arg="there.top"),
    "an option: number": Case("options.seat", "int"),
    "an option: rank": Case("options.low", "rank"),
    "top": Case("there.top", "card"),
    "bottom": Case("there.bottom", "card"),
    "top of a zone of each player": Case("heap(dealer).top", "card"),
    "first of a zone": Case("hand(dealer).first", "card"),
    "first of cards": Case("(those c in there where c.rank != 2).first", "card"),
    "first of players": Case("(those p in players where hand(p) has cards).first", "player"),
    "first of a set that is kept": Case("chosen.first", "player"),
    "the first card": Case("(the c in there where c.rank != 2)", "card"),
    "the first player": Case("(the p in players where hand(p) has cards)", "player"),
    "the first number": Case("(the n in 1..3 where n == there.size)", "int"),
    "a place of a pile": Case("card_at(there, 1)", "card"),
    "a column": Case("card_at(row, 2)", "card"),
    "rank of what may be missing": Case("there.top.rank", "rank"),
    "suit of what may be missing": Case("v-card.suit", "suit"),
    "suit of a joker": Case("c.suit", "suit", "for c in marked:\n  {}"),
    "colour of a joker": Case("c.colour", "colour", "for c in marked:\n  {}"),
    "a function": Case("found()", "card"),
    "a function of a variable": Case("found_seat(dealer)", "player"),
    "either of two": Case("(v-player if total == 0 else dealer)", "player"),
    "a copy": Case("copy", "card", "let copy = v-card\n{}"),
    "a place to choose from": Case("d", "card", "let d = there.top\n{}"),
}
SECTIONS = """
options:
  seat: {{type: int or none, in: 1..2, default: {seat}, text: a number}}
  low: {{type: rank or none, default: {low}, text: a rank}}
types:
  word: [high, low]
records:
  Pair: {{both: {{type: int}}}}
  Held: {{one: {{type: player or none}}, two: {{type: rank or none}}}}
zones:
  hand(player): {{seen: owner}}
  heap(player): {{ordered: true}}
  there: {{ordered: true}}
  marked: {{ordered: true}}
  row: {{columns: 3}}
state:
  dealer: {{type: player}}
  total: {{type: int}}
  chosen: {{type: players}}
  held: {{type: Held}}
  last(player): {{type: card or none}}
{variables}
marks:
  owner: {{type: player or none, inside: marked}}
  guise: {{type: card or none, inside: marked}}
functions:
  found(): there.top
  found_seat(p): v-player
{functions}
procedures:
  set_up(k): |
    if k == 1:
{present}
      chosen = players
      held = Held(one: dealer, two: 9)
      last(dealer) = pack.first
      move (those c in box where c.rank == 5 and c.suit == ♣) to there
      move (those c in box where c.rank == 5 and c.suit == ♦) to hand(dealer)
      move (those c in box where c.rank == 5 and c.suit == ♥) to heap(dealer)
      move (those c in box where c.rank == 5 and c.suit == ♠) to marked
      move (those c in box where c.rank == 6 and c.colour == red) to row
      for c in marked:
        c.owner = dealer
        c.guise = c
    else:
      move (those c in box where c.rank == Jk) to marked
{procedures}
"""


def sections(cases: dict[str, str], present: bool) -> str:
    """The frame around the cases: each is the steps of a procedure."""
    names = list(CASES)
    procedures = "".join(
        f'  "case{names.index(name)}({CASES[name].param})": |\n{indent(steps, "    ")}\n'
        for name, steps in cases.items()
    )
    return SECTIONS.format(
        seat="2" if present else "none",
        low="3" if present else "none",
        variables="\n".join(f"  v-{kind.lower()}: {{type: {kind} or none}}" for kind in KINDS),
        functions="\n".join(f'  "kind_{kind.lower()}(v: {kind})": 1' for kind in KINDS),
        present="\n".join(f"      v-{kind.lower()} = {value}" for kind, value in KINDS.items()),
        procedures=procedures,
    )


def actions(present: bool) -> dict[str, str]:
    """For each case the steps of an action."""
    arguments = {name: (number, case.arg) for number, (name, case) in enumerate(CASES.items())}
    return {name: f"set_up({int(present)})\ncase{number}({arg})" for name, (number, arg) in arguments.items()}


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Diagnostic]]:
    """Return the findings in each case without a test."""
    text = sections({name: case.around.format(case.use) for name, case in CASES.items()}, present=False)
    offers = "".join(f"  act{n}:\n{indent(steps, '    ')}\n" for n, steps in enumerate(actions(False).values()))
    small = Small(tmp_path_factory.mktemp("bare"), f"ask dealer:\n{offers}", text)
    lines = small.path.with_name("small.yaml").read_text(encoding="utf-8").splitlines()
    found: dict[str, list[Diagnostic]] = {name: [] for name in CASES}
    for diagnostic in small.findings():
        assert diagnostic.span is not None
        before = [line for line in lines[: diagnostic.span.line] if line.startswith('  "case')]
        assert before, diagnostic
        found[list(CASES)[len(before) - 1]].append(diagnostic)
    return found


def guarded(case: Case, help_: str) -> str:
    """The case with the test that the help names."""
    named = re.fullmatch(r"give it a name and test that: `let (\w+) = (.+)`, then `if (.+): …`", help_)
    if named is not None:
        name, value, test = named.groups()
        use = case.use.replace(case.value, name)
        assert value == case.value.strip("()")
        return case.around.format(f"let {name} = {value}\nif {test}: {use}")
    tested = re.fullmatch(r"test `(.+)` first", help_)
    assert tested is not None, help_
    return case.around.format(f"if {tested[1]}: {case.use}")


@pytest.fixture(scope="module")
def games(reported: dict[str, list[Diagnostic]], tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Cases]:
    """All cases behind their tests, with the values there and missing."""
    steps = {name: guarded(case, reported[name][0].help or "") for name, case in CASES.items()}
    return {
        present: Cases(tmp_path_factory.mktemp("guarded"), actions(present), sections(steps, present))
        for present in (True, False)
    }


@pytest.mark.parametrize("name", CASES)
def test_without_a_test_it_is_an_error_with_help(reported: dict[str, list[Diagnostic]], name: str) -> None:
    (found,) = reported[name]
    assert (found.severity, found.code) == ("error", "none")
    assert "might have no value" in found.message
    assert found.help is not None


@pytest.mark.parametrize("present", [True, False])
@pytest.mark.parametrize("name", CASES)
def test_behind_the_test_that_the_help_names_it_is_used_where_it_is_there(
    games: dict[bool, Cases], name: str, present: bool
) -> None:
    end = games[present].end(name)
    assert isinstance(end, dict), end
    assert end["total"] == int(present)


@pytest.mark.parametrize("present", [True, False])
def test_native_code_plays_the_same(games: dict[bool, Cases], present: bool) -> None:
    games[present].play_natively(4 * len(CASES))


def test_it_says_why_a_suit_may_be_missing(reported: dict[str, list[Diagnostic]]) -> None:
    assert [reported[name][0].message for name in ("suit of a joker", "suit of what may be missing")] == [
        "`c.suit` might have no value: the card might be a joker",
        "`v-card.suit` might have no value: it might be none, or the card might be a joker",
    ]


@pytest.mark.parametrize("range_", ["1..3", "-3..-1"])
def test_numbers_have_no_set_from_which_the_most_is_taken(tmp_path: Path, range_: str) -> None:
    (found,) = Small(tmp_path, f"let y = the n in {range_} with most n\nif y is some: nothing").findings()
    assert (found.code, found.message) == ("type", "`with most` needs members of a set, but `n` is a number")
    assert found.help == f"to get the value itself, write `most n for n in {range_}`"
    end = Small(tmp_path, f"total = most n for n in {range_}", "state:\n  total: {type: int}\n").ends()
    assert isinstance(end, dict), end
    assert end["total"] == max(range(int(range_.split("..")[0]), int(range_.split("..")[1]) + 1))


PARAMETERS = """
state:
  total: {type: int}
  who: {type: player or none}
functions:
  of_player(p): 1
"""
STAGE = '  "part(q: player or none)": |\n    {}\n'
PROMPT = 'prompts:\n  "act(p, q: player or none)": |\n    {}\n'
OFFER = "go if {}of_player(q) == 1: total += 1\n    stop: nothing"
RECEIVERS = {  # the step that gives a stage or a question what may be missing, and its use without and with a test
    "a stage": ("play part(who)", STAGE, "total += of_player(q)", "if q is some: total += of_player(q)"),
    "a question": ("ask act(players.first, who)", PROMPT, "go: total += of_player(q)",
                   "go:\n      if q is some: total += of_player(q)"),
    "an offer": ("ask act(players.first, who)", PROMPT, OFFER.format(""), OFFER.format("q is some and ")),
}  # fmt: skip


@pytest.mark.parametrize("present", [True, False])
@pytest.mark.parametrize(("step", "receiver", "bare", "guarded"), RECEIVERS.values(), ids=RECEIVERS)
def test_parameters_of_stages_and_questions(
    step: str, receiver: str, bare: str, guarded: str, present: bool, tmp_path: Path
) -> None:
    steps = f"if total == 0: who = players.first\n{step}" if present else step

    def small(name: str, use: str) -> Small:
        stages, prompts = (receiver.format(use), "") if receiver is STAGE else ("", receiver.format(use))
        return Small(tmp_path / name, steps, PARAMETERS + prompts, stages=stages)

    (found,) = small("bare", bare).findings()
    assert (found.code, found.help) == ("none", "test `q is some` first")
    played = small("guarded", guarded)
    assert played.findings() == ()
    if bare.startswith("go if"):
        offered = Table.of(played.program(), 2).start(1).question.legal
        assert [str(move) for move in offered] == ["go", "stop"][not present :]
    end = played.ends()
    assert isinstance(end, dict), end
    assert bare.startswith("go if") or end["total"] == int(present)
