"""Coverage: what the examples of a rule exercise, and what they leave out."""

from pathlib import Path
from textwrap import dedent, indent

import pytest

from parlour.coverage import Coverage, TracedMixes, measure
from parlour.examples import cases_of
from parlour.library.library import Library
from parlour.library.loading import load
from scaffold.rulesets import write_rule

SEVEN = """
- name: a seven
  given: {pile: Q♣, hand 1: 7♣ 2♦, hand 2: 3♥ 8♦, to move: 1}
  moves: ["1: play 7♣"]
  then: {to move: 2}
"""
THREE = """
- name: a three
  given: {pile: Q♣, hand 1: 3♣ 2♦, hand 2: 3♥ 8♦, to move: 1}
  moves: ["1: play 3♣"]
  then: {to move: 2}
"""
LOOK = """
- name: nothing is played
  given: {pile: Q♣, hand 1: 7♣ 3♣ Q♦ 2♦, hand 2: 3♥ 8♦, to move: 1}
  then: {may: [play 3♣]}
"""


def covered(folder: Path, sections: str, examples: str, frame: str = "eights") -> Coverage:
    file = write_rule(folder, "sevens", f"{dedent(sections)}\nexamples:\n{indent(examples.strip(), '  ')}\n", frame)
    document, problems = load(file)
    assert document is not None, problems
    coverage = measure([document], cases_of(document), TracedMixes(Library.standard().beside(file)))
    assert all(result.passed for result in coverage.results), coverage.results
    return coverage


def missing(folder: Path, sections: str, examples: str, frame: str = "eights") -> list[str]:
    coverage = covered(folder, sections, examples, frame)
    (document,) = coverage.documents
    return [f"{e.item.name}: {e.need.missing}" for e in coverage.of(document) if not e.own]


HOOK = "when: {'after play(p, c)': {if: c.rank == 7, do: 'draw(next(p), 1)'}}"
POWER = "powers: {7: {then: 'draw(next(p), 1)'}}"
FORBID = "may: {'play(p, c)': {no-sevens: {forbid: c.rank == 7, says: no}}}"
ALLOW = "may: {'play(p, c)': {twos-fit: {allow: c.rank == 2, despite: [match]}}}"
BOTH = """
may:
  play(p, c):
    no-sevens: {forbid: c.rank == 7, says: no}
    no-odd-cards: {forbid: 'c.rank in [3, 5, 7]', says: no}
"""
STEPS = """
procedures:
  punish(p): |
    if stock has cards:
      draw(p, 1)
when:
  after play(p, c): "punish(p)"
"""
CHOICE = """
functions:
  fine(c): 2 if c.rank == 7 else 1
when:
  after play(p, c): draw(p, fine(c))
"""
OPTIONS = """
options:
  fine: {type: int, in: 1..3, default: 1, text: cards to draw}
  kind: {type: [harsh, mild], default: mild, text: how it is}
  really: {type: bool, default: true, text: whether it is done}
when:
  after play(p, c):
    if: options.really
    do: "draw(p, options.fine if options.kind == mild else 2)"
"""
FINE_TWO = SEVEN.replace("given", "set: {fine: 2, kind: harsh}\n  given")


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("sections", "examples", "expected"),
    [
        (HOOK, SEVEN + THREE, []),
        (HOOK, SEVEN, ["after play(p, c): condition never false"]),
        (HOOK, THREE, ["after play(p, c): never ran"]),
        (HOOK, LOOK, ["after play(p, c): never ran", "after play(p, c): condition never false"]),
        (POWER, SEVEN, []),
        (POWER, THREE, ["7 then: never took effect"]),
        (FORBID, LOOK, []),
        # nobody holds a seven
        (FORBID, THREE, ["clause no-sevens of play: never forbade a choice by itself"]),
        # 2♦ doesn't fit Q♣ without the exception; 2♣ would
        (ALLOW, LOOK, []),
        (ALLOW, LOOK.replace("2♦", "2♣"), ["clause twos-fit of play: never made an exception by itself"]),
        # a seven is forbidden twice, a three once
        (BOTH, LOOK.replace("may: [play 3♣]", "may not: [play 3♣]"),
         ["clause no-sevens of play: never forbade a choice by itself"]),
        (STEPS, THREE, ["if stock has cards: never false"]),
        (STEPS, LOOK, ["procedure punish: never ran", "if stock has cards: never true",
                       "if stock has cards: never false", "after play(p, c): never ran"]),
        (CHOICE, SEVEN + THREE, []),
        (CHOICE, THREE, ["if c.rank == 7: never true"]),
        (CHOICE, LOOK, ["function fine: never used", "if c.rank == 7: never true", "if c.rank == 7: never false",
                        "after play(p, c): never ran"]),
        (OPTIONS, SEVEN, ["fine: never a value other than its default", "kind: never harsh", "really: never false",
                          "after play(p, c): condition never false", "if options.kind == mild: never false"]),
        (OPTIONS, SEVEN + FINE_TWO, ["really: never false", "after play(p, c): condition never false"]),
    ],
)  # fmt: skip
def test_what_examples_leave_out(tmp_path: Path, sections: str, examples: str, expected: list[str]) -> None:
    assert missing(tmp_path, sections, examples) == expected


@pytest.mark.parametrize(
    ("power", "expected"),
    [
        ("{♠: {worth: 15}}", []),
        ("{Jk: {worth: 15}}", ["Jk worth: never took effect"]),  # no joker in the pack
        ("{♠: {worth: 15}, A♠: {worth: 2}}", []),
    ],
)
def test_the_worth_of_a_card_in_the_pack_counts_where_melds_need_it(
    tmp_path: Path, power: str, expected: list[str]
) -> None:
    """An ace and a four of spades are 2 and 15 points, or 15 each: too many to knock with."""
    knock = """
- name: too many points
  in: gin-rummy
  given:
    drawn: true
    hand 1: 2♦ 3♦ 4♦ 9♠ 9♥ 9♣ A♠ 4♠ 3♥ A♣ Q♣
    hand 2: 5♦ K♠ K♥ 10♣ 6♠ 6♥ 6♣ 7♥ 7♠ 8♣
    to move: 1
  then: {RESULT}
"""
    result = "may: [knock and discard Q♣]" if "Jk" in power else "may not: {knock and discard Q♣: too-much}"
    assert missing(tmp_path, f"powers: {power}", knock.replace("RESULT", result), "rummy") == expected


def test_examples_reach_what_play_looks_at(tmp_path: Path) -> None:
    """The condition of a hook is tested whatever card is played, but its steps run only for a seven. Each of the two
    examples shows one outcome of the condition."""
    coverage = covered(tmp_path, STEPS.replace("if stock has cards", "if p == dealer"), LOOK + SEVEN + THREE)
    text = coverage.documents[0].source
    condition, unknown = text.text.index("p == dealer"), text.text.index("A rule.")
    reaching = coverage.reaching(text.name, condition, condition + 1)
    assert reaching is not None
    assert reaching.keys() == {1, 2}
    assert reaching[1] == reaching[2] > 0
    assert coverage.reaching(text.name, unknown, unknown + 1) is None


IF = """
when:
  after play(p, c): |
    if c.rank == 7:
      draw(p, 2)
    else:
      draw(p, 3)
"""
MENU = """
prompts:
  act(p): |
    peek if hand(p).size > 1:
      draw(p, 4)
"""
PEEK = """
- name: a player peeks
  given: {pile: Q♣, hand 1: 7♣ 3♣, hand 2: 3♥ 8♦, to move: 1}
  moves: ["1: peek"]
  then: {hand 1 size: 6}
"""


@pytest.mark.parametrize(
    ("sections", "examples", "change", "expected"),
    [
        (CHOICE, LOOK + SEVEN + THREE, "c.rank == 7", {1, 2}),
        (CHOICE, LOOK + SEVEN + THREE, "2 if", {1}),
        (CHOICE, LOOK + SEVEN + THREE, "1\n", {2}),
        (IF, LOOK + SEVEN + THREE, "c.rank == 7", {1, 2}),
        (IF, LOOK + SEVEN + THREE, "2)", {1}),
        (IF, LOOK + SEVEN + THREE, "3)", {2}),
        (OPTIONS, LOOK + SEVEN + FINE_TWO, "options.fine", {0, 1}),
        (MENU, LOOK + PEEK, "hand(p)", {0, 1}),
        (MENU, LOOK + PEEK, "4)", {1}),
    ],
)
def test_only_some_examples_get_past_a_condition(
    tmp_path: Path, sections: str, examples: str, change: str, expected: set[int]
) -> None:
    """The examples have the numbers 0, 1 and 2. A condition that options decide is decided in all of them."""
    coverage = covered(tmp_path, sections, examples)
    text = coverage.documents[0].source
    at = text.text.index(change)
    reaching = coverage.reaching(text.name, at, at + 1)
    assert reaching is not None
    assert reaching.keys() == expected


def test_examples_that_show_what_few_show_come_first(tmp_path: Path) -> None:
    """One example of three plays a seven, and two play a three."""
    coverage = covered(tmp_path, CHOICE, SEVEN + THREE + THREE.replace("a three", "a three again"))
    text = coverage.documents[0].source
    at = text.text.index("c.rank == 7")
    reaching = coverage.reaching(text.name, at, at + 1)
    assert reaching is not None
    assert reaching[0] > reaching[1] == reaching[2] > 0


def test_an_example_that_fails_still_counts(tmp_path: Path) -> None:
    file = write_rule(
        tmp_path, "sevens", f"{HOOK}\nexamples:\n{indent(SEVEN.replace('to move: 2', 'to move: 1'), '  ')}"
    )
    document, _ = load(file)
    assert document is not None
    coverage = measure([document], cases_of(document), TracedMixes(Library.standard().beside(file)))
    assert [result.passed for result in coverage.results] == [False]
    assert [e.need.missing for e in coverage.of(document) if not e.all] == ["condition never false"]


OFFER = """
options:
  really: {type: bool, default: true, text: whether it is done}
prompts:
  act(p): |
    peek if options.really:
      draw(p, 4)
"""


def test_examples_reach_the_condition_of_an_action_that_options_rule_out(tmp_path: Path) -> None:
    """Without the condition, the action is offered in both."""
    off = LOOK.replace("given", "set: {really: false}\n  given")
    coverage = covered(tmp_path, OFFER, off + PEEK)
    text = coverage.documents[0].source
    at = text.text.index("options.really")
    reaching = coverage.reaching(text.name, at, at + 1)
    assert reaching is not None
    assert reaching.keys() == {0, 1}
