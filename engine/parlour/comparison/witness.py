"""A clash as an example that people can read, paste into a ruleset, and run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.base.source import Source
from parlour.comparison.clash_search import is_lost
from parlour.comparison.detection import Sign
from parlour.comparison.quartets import Base, Mixture, Quartet
from parlour.comparison.scenes import LONE, Scene, follow
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.documents.yaml_text import read_text
from parlour.examples import example_text
from parlour.examples.case_runner import run_case
from parlour.examples.example_text import flow, in_brackets, listed, of_changes, of_values, quoted
from parlour.examples.finding import cases_of
from parlour.examples.mixing import Mixes
from parlour.library.library import Library
from parlour.mixing.needs import groups_of, needed_by
from parlour.states.state import State
from parlour.table.layout import BOX, OVER, QUESTION, Layout
from parlour.table.texts import zone_name

MOST_MAY = 2  # moves that an example lists


@dataclass(frozen=True)
class Setting:
    """The mix that an example names. `lacking` are rules that the others need, but that the search left out."""

    base: Base
    rules: tuple[str, ...]
    lacking: tuple[str, ...]


def example(quartet: Quartet, sign: Sign, name: str, library: Library) -> str:
    """The example as YAML: an item of `examples:`. `library` knows what the rules need."""
    scene = [*follow(quartet, sign.position, sign.moves)][-1]
    unreached = _is_unreached(scene, sign)
    mix = quartet.lone[sign.rules[0]] if unreached else quartet.both
    rules = (quartet.rules[sign.rules[0]],) if unreached else quartet.rules
    given = sign.position.lines(quartet.both.table(sign.position.players).machine.layout)
    played = _is_played(scene, sign) and not unreached
    moves = [*sign.moves, *([f"{scene.seat + 1}: {sign.plays[0]}"] if played else [])]
    then = {"may": in_brackets(sign.plays[:1])} if unreached else dict(_then(scene, sign))
    lines = [
        *_mix(Setting(quartet.base, rules, _lacking(mix, library))), f"players: {sign.position.players}",
        *of_values("given", given), *listed("moves", moves), *flow("then", then),
    ]  # fmt: skip
    return example_text.example(lines, name) + "\n"


def _is_unreached(scene: Scene, sign: Sign) -> bool:
    """True if a rule is dead because play with the other rule never reaches this kind of position.

    Then the example shows the rule at work without the other one.
    """
    return sign.kind == "dead" and not is_lost(scene, sign)


def holds(text: str, library: Library) -> bool:
    """True if an example runs and passes in the mix that it names."""
    source = Source("witness.yaml", f"examples:\n{text}")
    node, problems = read_text(source)
    if not isinstance(node, doc.Mapping) or problems:
        return False
    document = Document("examples", "", "", "", node, source, node.span, Path(source.name))
    (case,) = cases_of(document)
    return run_case(case, Mixes(library)).passed


def _lacking(mix: Mixture, library: Library) -> tuple[str, ...]:
    """The rules that those of a mix need. The search leaves out rules that need one of the compared ones, and mixes
    without anything of a group."""
    used = [rule for use in mix.composition.uses if (rule := library.find(use.rule.id, ("rule",))[0]) is not None]
    groups = {group for rule in used for group in groups_of(rule)}
    return needed_by(used, library, lambda _, holders: next(iter(holders), None), (), groups)


def _mix(setting: Setting) -> Iterator[str]:
    base = setting.base
    yield f"in: {base.subject}"
    with_ = map(str, (*base.with_, *setting.lacking, *setting.rules))
    yield from of_changes(with_, (id for id in base.without if id not in setting.rules), base.options)


def _is_played(scene: Scene, sign: Sign) -> bool:
    """True if the example makes the play that shows the clash; it can't make a refused play."""
    if sign.kind in ("refused", "two-uses"):
        return False
    return sign.plays[0] in scene.both.moves


def _then(scene: Scene, sign: Sign) -> Iterator[tuple[str, str]]:
    play = sign.plays[0]
    if sign.kind == "refused":
        yield "may not", f"{{{quoted(play)}: {_clause(sign.clauses[0])}}}"
        return
    if sign.kind == "two-uses":
        yield "may", in_brackets(sign.plays)
        return
    if play not in scene.both.moves:
        yield "may not", in_brackets([play])
        return
    after = scene.both.after(play)
    assert after is not None, "the same play worked before"
    table = scene.both.table
    layout = table.machine.layout
    if after[QUESTION] == OVER:
        yield "over", "true"
        return
    yield "to move", str(table.machine.seat(after) + 1)
    if sign.kind == "both-ask":
        yield "may", in_brackets([move.text for move in State(table, after).question.legal[:MOST_MAY]])
        return
    yield from _changed(scene, sign, layout, after)


def _clause(id: str) -> str:
    return id.rpartition(".")[2]


def _changed(scene: Scene, sign: Sign, layout: Layout, after: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Return the zones that would hold other cards if the losing rule took effect."""
    loser = scene.look(LONE[sign.rules[0]])
    other = loser.after(sign.plays[0]) if loser is not None else None
    if loser is None or other is None:
        return
    theirs = loser.table.machine.layout
    lying = {zone_name(theirs, i.number): theirs.contents(other, i) for i in theirs.instances}
    for i in layout.instances:
        name, cards = zone_name(layout, i.number), layout.contents(list(after), i)
        if i.number != BOX and lying.get(name, cards) != cards and i.form != "columns":
            yield name, " ".join(layout.pack.name(c) for c in cards) or "none"
