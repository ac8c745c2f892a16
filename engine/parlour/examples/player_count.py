"""The number of players of an example: as it is given, or as many as the seats that the example names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour import program as p
from parlour.documents import document as doc
from parlour.documents.document import Scalar
from parlour.examples.terms import variable_texts, zone_names
from parlour.examples.words import expectations, whole_number


def players_of(node: doc.Mapping, program: p.Program) -> int | None:
    """Return the number of players of an example; None means the fewest that can play.

    An example without `players` is for as many as its last seat, if the fewest wouldn't be enough.
    """
    stated = node.get("players")
    if stated is not None:
        return whole_number(stated, "a number of players", 1)
    last = last_seat(node, program)
    return last if last > program.players[0] and last in program.players else None


def last_seat(node: doc.Mapping, program: p.Program) -> int:
    """Return the highest seat that an example names, or 0."""
    return max(_seats_named(node, program), default=0)


def _seats_named(node: doc.Mapping, program: p.Program) -> Iterator[int]:
    """Yield the seats of the moves, and those in the keys and under `to move` of the position and the results."""
    declared = _declared(program)
    given, moves = node.get("given"), node.get("moves")
    texts = [*moves.items] if isinstance(moves, doc.Sequence) else []
    for part in (*((given,) if isinstance(given, doc.Mapping) else ()), *expectations(node)):
        for entry in part.entries:
            yield from _seats_of_key(declared, entry.key.value.split())
            texts += [entry.value] if entry.key.value == "to move" else []
    for text in texts:
        seat = text.value.replace(":", " ").split()[:1] if isinstance(text, Scalar) else []
        yield from (int(word) for word in seat if word.isdecimal())


def _declared(program: p.Program) -> Mapping[str, tuple[p.Key, ...]]:
    """Return the keys of each zone and variable, by every name that examples can use."""
    zones = zone_names(program)
    named = {text: program.variables[number].keys for text, number in variable_texts(program, zones).items()}
    named |= {variable.name: variable.keys for variable in program.variables}
    return named | {name: zone.keys for name, zone in zones.items()}


def _seats_of_key(declared: Mapping[str, tuple[p.Key, ...]], parts: list[str]) -> Iterator[int]:
    """Yield 3 for `hand 3 has` and for `3 sees`."""
    name = next((end for end in range(len(parts), 0, -1) if " ".join(parts[:end]) in declared), 0)
    keys = declared.get(" ".join(parts[:name]), ())
    seats = [word for key, word in zip(keys, parts[name:], strict=False) if key.kind == "player"]
    yield from (int(word) for word in (*seats, *parts[:1]) if word.isdecimal())
