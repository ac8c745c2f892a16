"""`parlour check FOLDER` reports each mistake once, in the file that has it."""

from __future__ import annotations

import json

import pytest

from scaffold.files import write
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")

FILES = {
    "hill": """\
frame: hill
title: Hill
extends: ladder
text: A ladder outdoors.
""",
    "stroll": """\
game: stroll
title: Stroll
extends: hill
uses: [rest, hop]
set: {hop.far: 2}
examples:
  - name: a card of the same suit
    players: 2
    given: {pile: 5♥, hand 1: 7♥ 6♣, hand 2: 4♥, to move: 1}
    moves: ["1: lay 7♥"]
    then: {to move: 2}
""",
    "rest": """\
rule: rest
title: Rest
for: hill
text: The player of a card is tired.
when:
  after lay(p, c): tired(p) = true
examples:
  - name: a rest
    in: stroll
    players: 2
    given: {pile: 5♥, hand 1: 7♥ 6♣, hand 2: 4♥, to move: 1}
    moves: ["1: lay 7♥"]
    then: {tired 1: "true"}
""",
    "hop": """\
rule: hop
title: Hop
for: hill
text: Fives go on any card, and take the player {options.far} steps further.
options:
  far: {type: int, in: 1..4, default: 1, text: steps of a five}
powers:
  5: {then: "laid(p) += options.far"}
may:
  lay(p, c):
    hop: {allow: c.rank == 5, despite: [order]}
examples:
  - name: a hop
    in: stroll
    players: 2
    given: {pile: 6♥, hand 1: 5♣ 6♣, hand 2: 4♥, to move: 1}
    moves: ["1: lay 5♣"]
    then: {laid 1: 3}
""",
}

MISTAKES = {
    "a field of the frame": ("hill", "outdoors.\n", "outdoors.\nfunctions: {high(): pile.topp is some}\n",
                             "hill.yaml unknown-field"),
    "the base of the frame": ("hill", "extends: ladder", "extends: laddder", "hill.yaml library-unknown"),
    "a variable with many uses": ("hill", "outdoors.\n", """outdoors.
state: {lead: {type: player or none, each: game, seen: everybody, text: who leads}}
when:
  after lay(p, c): |
    if leader is none: leader = p
    leader = p
  after draw(p): leader = none
""", "hill.yaml unknown-name"),
    "a zone with the name of a stage": ("hill", "outdoors.\n", """outdoors.
zones: {gmae(player): {seen: owner, text: game}}
when:
  after lay(p, c): |
    deal 1 from stock to each game
    if game(p) has cards: draw(p)
""", "hill.yaml unknown-name"),
    "the player who resumes": ("hill", "outdoors.\n", """outdoors.
state: {lead: {type: player or none, each: game, seen: everybody, text: who leads}}
when:
  after draw(p): resume here with leader
""", "hill.yaml unknown-name"),
    "a key of a rule": ("rest", "when:", "wen:", "rest.yaml schema-unknown-key"),
    "a missing rank": ("hop", "  5:", "  99:", "hop.yaml type"),
    "a lower-case rank": ("hop", "  5:", "  j:", "hop.yaml unknown-name"),
    "the value of an option": ("stroll", "far: 2", "far: 25", "stroll.yaml option-value"),
    "the name of an option": ("stroll", "hop.far: 2", "hop.farr: 2", "stroll.yaml option-unknown"),
    "the default of an option": ("hop", "default: 1", "default: 30", "hop.yaml option-value"),
    "two rules that set a variable": ("rest", "tired(p) = true", "laid(p) = 0", "hop.yaml hook-order"),
    "a key twice": ("hop", "may:", "powers:\n  6: {then: nothing}\nmay:", "hop.yaml yaml-duplicate-key"),
    "the frame of a rule": ("rest", "for: hill", "for: hil", "rest.yaml library-unknown"),
    "a clause": ("hop", "despite: [order]", "despite: [orde]", "hop.yaml unknown-name"),
    "a procedure": ("rest", "after lay(p, c)", "after lya(p, c)", "rest.yaml unknown-name"),
    "a tab": ("hop", "  5: {", "\t5: {", "hop.yaml yaml-syntax"),
    "an argument": ("rest", "tired(p) =", "tired(p, c) =", "rest.yaml arity"),
    "a colon": ("rest", "text: The", "text: Note: the", "rest.yaml yaml-syntax"),
    "the name of an example": ("rest", "examples:\n", """examples:
  - name: a rest
    in: stroll
    players: 2
    given: {pile: 5♥, hand 1: 6♥ 6♣, hand 2: 4♥, to move: 1}
    moves: ["1: lay 6♥"]
    then: {tired 1: "true"}
""", "rest.yaml name-twice"),
    "a rule of the game": ("stroll", "rest, hop", "rst, hop", "stroll.yaml library-unknown"),
}  # fmt: skip


def check(*changes: tuple[str, str, str]) -> list[str]:
    texts = dict(FILES)
    for file, old, new in changes:
        assert old in texts[file]
        texts[file] = texts[file].replace(old, new, 1)
    for file, text in texts.items():
        write(f"{file}.yaml", text)
    findings = json.loads(run("check", ".", "--json").out)
    return [f"{d['at']['file'] if d['at'] else '–'} {d['code']}" for d in findings]


def test_the_files_are_sound() -> None:
    assert check() == []
    assert run("test", ".").out == "3 examples: all passed\n"


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("file", "old", "new", "wanted"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_has_one_finding(file: str, old: str, new: str, wanted: str) -> None:
    assert check((file, old, new)) == [wanted]


def test_two_files_with_one_id_that_no_game_uses() -> None:
    for file in ("one", "two"):
        write(f"{file}.yaml", "rule: nap\ntitle: Nap\nfor: hill\ntext: Nothing happens after a card.\n")
    assert check() == ["one.yaml library-twice"]
    assert "one.yaml:1:7: error: 2 files have the id `nap`: one.yaml and two.yaml" in run("check", "one.yaml").out


def test_two_files_with_the_id_of_a_rule_in_a_game() -> None:
    write("two.yaml", FILES["rest"])
    assert check() == ["stroll.yaml library-twice"]
