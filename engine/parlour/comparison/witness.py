"""A clash as an example that people can read, paste into a ruleset, and run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from parlour.base.source import Source
from parlour.comparison.clash_search import is_lost
from parlour.comparison.compared_mixes import ComparedMix, Look
from parlour.comparison.detection import Sign
from parlour.comparison.quartets import LONE, Quartet, Scene, follow
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.documents.yaml_text import read_text
from parlour.examples import example_text
from parlour.examples.case_runner import run_case
from parlour.examples.example_text import differences, flow, in_brackets, listed, of_changes, of_values, quoted
from parlour.examples.finding import cases_of
from parlour.examples.mixing import Mixes
from parlour.library.library import Library
from parlour.mixing.needs import groups_of, needed_by
from parlour.mixing.recipes import Recipe
from parlour.states.state import State


def example(quartet: Quartet, sign: Sign, name: str, library: Library) -> str:
    """The example as YAML: an item of `examples:`. `library` knows what the rules need."""
    scene = [*follow(quartet, sign.position, sign.moves)][-1]
    unreached = _is_unreached(scene, sign)
    mix = quartet.lone[sign.rules[0]] if unreached else quartet.both
    rules = (quartet.rules[sign.rules[0]],) if unreached else quartet.rules
    given = sign.position.lines(quartet.both.layout(sign.position.players))
    played = _is_played(scene, sign) and not unreached
    moves = [*sign.moves, *([f"{scene.seat + 1}: {sign.plays[0]}"] if played else [])]
    then = {"may": in_brackets(sign.plays[:1])} if unreached else dict(_then(scene, sign))
    lines = [
        *_mix(quartet.base.plus(*_lacking(mix, library), *rules)), f"players: {sign.position.players}",
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


def _lacking(mix: ComparedMix, library: Library) -> tuple[str, ...]:
    """The rules that those of a mix need. The search leaves out rules that need one of the compared ones, and mixes
    without anything of a group."""
    used = [rule for use in mix.composition.uses if (rule := library.find(use.rule.id, ("rule",))[0]) is not None]
    groups = {group for rule in used for group in groups_of(rule)}
    return needed_by(used, library, lambda _, holders: next(iter(holders), None), (), groups)


def _mix(mix: Recipe) -> Iterator[str]:
    yield f"in: {mix.subject}"
    with_ = tuple(map(str, mix.with_))
    yield from of_changes(with_, (id for id in mix.without if id not in with_), mix.options)


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
    state = _state_after(scene.both, play)
    assert state is not None, "the same play worked before"
    if state.over:
        yield "over", "true"
        return
    yield "to move", str(state.question.seat)
    losing = LONE[sign.rules[sign.kind == "both-ask"]]  # the rule that takes no effect, or asks later
    other = _state_after(scene.look(losing), play)
    yield from differences(state, other).items() if other is not None else ()


def _state_after(look: Look | None, play: str) -> State | None:
    after = look.next(play) if look is not None else None
    return after.state if after is not None else None


def _clause(id: str) -> str:
    return id.rpartition(".")[2]
