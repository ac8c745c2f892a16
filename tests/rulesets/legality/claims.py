"""The claims of `table.yaml`, row by row, with the parts that rows leave to other rows. This module knows no rulesets
and no machine; the header of the table explains it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scaffold.yaml_files import strings_of

TABLE: dict[str, Any] = strings_of(Path(__file__).with_name("table.yaml"))
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Jk")
KEYS = {"play", "cancel", "counter", "block", "ace-block", "call", "link", "switch", "together", "apart"}

Rows = dict[str, dict[str, Any]]
Laid = tuple[str, str]  # a card, and how it was used

_LAID = re.compile(r"([^\s(]+)(?:\(([^)]*)\))?")


@dataclass(frozen=True)
class Top:
    """The plays on the discard pile, from the first to the last."""

    deck: tuple[tuple[Laid, ...], ...]
    played: tuple[tuple[Laid, ...], ...]  # these still wait for an answer
    cleared: tuple[str, ...]

    @property
    def pickup_waits(self) -> bool:
        return any(card != "10" for play in self.played for card in map(rank, dict(play)))


@dataclass(frozen=True)
class Claim:
    """A row of one tier, with its changed switches."""

    tier: str
    switches: tuple[str, ...]  # `even_odd.form=all`
    top: str
    answers: dict[str, str]
    proves: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([self.tier, *self.switches, self.top])

    def words(self, key: str) -> list[str]:
        return self.answers.get(key, "").split()


def rank(card: str) -> str:
    return card.rstrip("♣♦♥♠")


def plays(text: str) -> tuple[tuple[Laid, ...], ...]:
    """`J♦ / 9♠(cancel)`."""
    found = (tuple((m[1], m[2] or "") for m in _LAID.finditer(part)) for part in text.split("/"))
    return tuple(play for play in found if play)


TOPS = {
    name: Top(plays(node.get("deck", "")), plays(node.get("played", "")), tuple(node.get("cleared", "").split()))
    for name, node in TABLE["tops"].items()
}


def written(node: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Return the rows of a tier, one for each top. No top appears twice."""
    seen: set[str] = set()
    for names, row in node.items():
        for name in names.split():
            assert name in TOPS, f"there is no top {name}"
            assert name not in seen, f"{name} is there twice"
            seen.add(name)
            yield name, row


def rows_of(tier: str) -> Rows:
    node = dict(TABLE["rows"][tier])
    like = node.pop("like", None)
    rows = rows_of(like) if like else {}
    for name, row in written(node):
        if row == "none":
            del rows[name]
        else:
            rows[name] = {**rows.get(name, {}), **row}
    return rows


def answers(rows: Rows, name: str) -> dict[str, str]:
    """Return the legal answers in a row; a row can refer to another one."""
    row = {key: value for key, value in rows[name].items() if key != "proves"}
    same = row.pop("same", None)
    found = {**(answers(rows, same) if same else {}), **row}
    found = {key: value for key, value in found.items() if value != "none"}
    assert set(found) <= KEYS, f"{name}: {set(found) - KEYS}"
    return found


def claims() -> Iterator[Claim]:
    for tier in TABLE["rows"]:
        rows = rows_of(tier)
        for name in rows:
            yield Claim(tier, (), name, answers(rows, name), tuple(rows[name].get("proves", ())))
        for node in TABLE["variants"].get(tier, ()):
            switches = tuple(f"{name}={value}" for name, value in node["set"].items())
            changed = dict(written({names: row for names, row in node.items() if names != "set"}))
            varied = {**rows, **{name: {**rows.get(name, {}), **row} for name, row in changed.items()}}
            for name, row in changed.items():
                yield Claim(tier, switches, name, answers(varied, name), tuple(row.get("proves", ())))
