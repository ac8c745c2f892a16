"""Reads positions from files and from Python: an example without `then`, or just the content of `given`."""

from __future__ import annotations

from collections.abc import Mapping as Mapped
from pathlib import Path
from typing import Protocol

import yaml

from parlour.base.diagnostics import Diagnostic, RulesetError, has_errors
from parlour.base.printable import shell_word
from parlour.base.source import Source
from parlour.documents.composition import scalars
from parlour.documents.document import Findings, Mapping, Node, Scalar, Sequence, entries_in
from parlour.documents.yaml_text import read_file, read_text
from parlour.examples.finding import unfolded
from parlour.examples.given import read_given
from parlour.examples.omissions import GivenPosition, sentences
from parlour.examples.player_count import players_of
from parlour.examples.terms import Terms
from parlour.examples.words import MalformedError, Word, steps, whole_number
from parlour.program import Program
from parlour.states.state import State, Table
from parlour.views.move_texts import clear


class ExampleGame(Protocol):
    @property
    def program(self) -> Program: ...

    def table(self, players: int | None = None) -> Table: ...


Described = Path | Source
"""A file with a position, or its content."""


def _content(described: Described) -> tuple[Node | None, Findings]:
    return read_text(described) if isinstance(described, Source) else read_file(described)[1:]


def read_position(described: Described, game: ExampleGame, players: int | None, seed: int | None) -> State:
    """Return the state that a file describes for this game. Raises RulesetError for an error in the file."""
    node, problems = _content(described)
    return _read(node, problems, game, players, seed)


def omitted_in(
    described: Described, game: ExampleGame, players: int | None, seed: int | None, own: bool = True
) -> list[str]:
    """Return a note about each zone that the file doesn't mention, although the moves depend on it.

    Without `own`, only zones of the table count, not those of the player who answers.
    """
    node, problems = _content(described)
    if has_errors(problems):
        return []
    position = _given(_example(node), game, players, seed)
    owners = {i.number: game.program.zones[i.zone].owner for i in position.table.machine.layout.instances}
    zones = [i for i in position.omitted() if own or owners[i.number] is None]
    return sentences(position.table, position.given, zones)


def position_of(given: Mapped[str, object], game: ExampleGame, players: int | None, seed: int | None) -> State:
    """Return the state for the content of such a file. Errors show it as a file would have it."""
    lines = {_key(key): _plain(value) for key, value in given.items()}
    text = yaml.safe_dump(lines, allow_unicode=True, sort_keys=False, default_flow_style=False, width=1_000)
    return read_position(Source("position", text), game, players, seed)


def players_in(path: Path) -> int | None:
    """Return the number of players in the file, if it is given."""
    _, node, problems = read_file(path)
    example = node if isinstance(node, Mapping) and not has_errors(problems) else None
    players = _example(example).get("players") if example is not None else None
    count = players.value if isinstance(players, Scalar) else ""
    return int(count) if count.isdecimal() and len(count) < 4 else None


def changes_in(path: Path) -> list[str]:
    """Return the changes to the mix that an example in the file asks for, as arguments of a command."""
    _, node, problems = read_file(path)
    if not isinstance(node, Mapping) or has_errors(problems):
        return []
    example = _example(node)
    rule = node.get("rule")
    with_ = [*((str(path),) if isinstance(rule, Scalar) else ()), *(s.value for s in scalars(example.get("with")))]
    without = {item.value for item in scalars(example.get("without"))}
    own = rule.value if isinstance(rule, Scalar) else ""
    values = entries_in(example.get("set"))
    options = [f"{entry.key.value}={' '.join(item.value for item in scalars(entry.value))}" for entry in values]
    return [
        *(f"--with {shell_word(name)}" for name in with_ if not (name == str(path) and own in without)),
        *(f"--without {name}" for name in sorted(without - {own})),
        *(f"--set {shell_word(text)}" for text in options),
    ]


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"expected the name of a zone or variable, as in {{'hand 1': '5♠ 9♦'}}, found {key!r}")
    return key


def _plain(value: object) -> object:
    """Return a value as the types that YAML has."""
    if value is None:
        return "none"
    if isinstance(value, str | int):
        return value
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapped):
        return {_key(key): _plain(item) for key, item in value.items()}
    raise TypeError(f"expected a string, a number, a bool or a list of these, found {value!r}")


def _read(node: Node | None, problems: Findings, game: ExampleGame, players: int | None, seed: int | None) -> State:
    if has_errors(problems):
        raise RulesetError(problems)
    try:
        return _state(_example(node), game, players, seed)
    except MalformedError as error:
        raise RulesetError([error.diagnostic]) from None


def _example(node: Node | None) -> Mapping:
    """Return the first example in a file, or the whole file."""
    if isinstance(node, Mapping):
        examples = node.get("examples")
        kind = next((kind for kind in ("frame", "rule", "game") if node.get(kind) is not None), None)
        if kind is not None and examples is None:
            help = "name a file with a position, or write an example in this one"
            raise RulesetError([Diagnostic("position", f"expected a position, found a {kind}", node.span, help=help)])
        if isinstance(examples, Sequence) and examples.items:
            node = next(unfolded(node, node), examples.items[0])
    if not isinstance(node, Mapping):
        span = node.span if node is not None else None
        help = "write `given:` with the cards of each zone"
        raise RulesetError([Diagnostic("position", "expected a position", span, help=help)])
    return node


def _state(node: Mapping, game: ExampleGame, players: int | None, seed: int | None) -> State:
    state = _given(node, game, players, seed).state
    for step in steps(node) if isinstance(node.get("given"), Mapping) else ():
        if isinstance(step, Word):
            state = state.apply(clear(state, step.text.partition(": ")[2]))
    return state


def _given(node: Mapping, game: ExampleGame, players: int | None, seed: int | None) -> GivenPosition:
    """Return the position of an example before its moves, or the one that the whole file is."""
    given = node.get("given")
    if isinstance(given, Mapping):
        players = players_of(node, game.program) if players is None else players
        stated = node.get("seed")
        seed = whole_number(stated, "a seed") if seed is None and stated is not None else seed
    table = game.table(players)
    terms = Terms(table.machine.layout)
    content, problems = read_given(terms, given if isinstance(given, Mapping) else node)
    if problems:
        raise RulesetError(problems)
    return GivenPosition(table, terms, content, seed if seed is not None else 1)
