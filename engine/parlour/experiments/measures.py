"""What an experiment measures, in words for people. `blocks.py` computes the numbers of each game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from parlour.experiments.blocks import ENDED, NAMED, RESULT, RULE, SEAT
from parlour.playouts.played import UNDECIDED
from parlour.playouts.playout_names import GAME

Unit = Literal["number", "share"]
KINDS = (SEAT, RESULT, NAMED, ENDED, RULE)


@dataclass(frozen=True)
class Measure:
    """`grain` is the difference below which two mixes count as alike: for a number as a share of it."""

    id: str
    title: str
    unit: Unit
    meaning: str
    grain: float = 0.05

    @property
    def kind(self) -> str:
        """The title, without the name of a seat, a result, an ending or a rule."""
        if self.id.startswith((RESULT, NAMED)):
            return self.title.partition(",")[0]
        kinds = {SEAT: "seat … wins", ENDED: "ended: …", RULE: "“…” came up"}
        return next((kind for prefix, kind in kinds.items() if self.id.startswith(prefix)), self.title)

    def about(self, value: float) -> str:
        """The value in few words, without its margin."""
        return f"{self.id} {value:.1%}".replace("%", " %") if self.unit == "share" else f"{self.id} {value:,.1f}"


_KNOWN = (
    Measure("decisions", "decisions in a game", "number", "moves of all players together, forced ones included"),
    Measure("starter", "the first player wins", "share", "games that the player with the first question wins"),
    Measure("choices", "decisions with a choice", "share", "decisions with more than one possible move; the rest are "
            "dead turns"),
    Measure("matters", "gain of a good choice", "share", "how much more often the best of up to six moves wins than an "
            "average one", 0.01),
    Measure("deal", "luck of the deal", "share", "the part of winning and losing that the first cards decide"),
    Measure("open", "open at half time", "share", "how far the game is from decided at its half: 100 % if all have the "
            "same chance"),
    Measure("blowout", "decided at half time", "share", "games that one side wins however they go on from their half"),
    Measure("comeback", "comebacks", "share", "games whose favourite at half time doesn't win"),
    Measure("late", "leader changes until", "share", "the part of the game after which the favourite stays the winner"),
    Measure("skill", "wins of a thinking bot", "number", "its wins against players who follow the policy, where 1 is "
            "its fair share", 0.1),
)  # fmt: skip
DERIVED = (
    Measure("minutes", "minutes in a game", "number", "decisions at a stated pace, not a measured time"),
    Measure("seats", "seats apart", "share", "the best seat's chance less the worst one's"),
)
RIVALRY = ("starter", "deal", "open", "blowout", "comeback", "late")  # say nothing where all win or lose together
_BY_ID = {measure.id: measure for measure in (*_KNOWN, *DERIVED)}
AIMS = tuple(_BY_ID)


def measure(id: str, words: Mapping[str, str] = MappingProxyType({})) -> Measure:
    """Return a measure by the name of its column. `words` have the titles of rules, the meanings of endings and of
    results, and what a whole game is called. A result without one has no meaning."""
    if id in _BY_ID:
        known = _BY_ID[id]
        return replace(known, title=known.title.replace(GAME, words[GAME])) if GAME in words else known
    if id.startswith(SEAT):
        return Measure(id, f"{id} wins", "share", "wins; a game with several winners counts in parts")
    if id.startswith(RESULT):
        what = id.removeprefix(RESULT)
        name, _, _ = what.partition(",")
        text = words.get(f"{RESULT}{name}", name)
        return Measure(id, what, "number", text if text != name else "")
    if id.startswith(NAMED):
        return Measure(id, id.removeprefix(NAMED), "share", "games with this seat as the result")
    if id.startswith(ENDED):
        word = id.removeprefix(ENDED)
        what = words.get(id) or ("unnamed" if word == UNDECIDED else word)
        return Measure(id, f"ended: {what}", "share", "games with this ending")
    what = words.get(id, id.removeprefix(RULE))
    return Measure(id, f"“{what}” came up", "share", "games in which a step of this rule ran")


def in_order(ids: Iterable[str]) -> list[str]:
    """Return the names of columns as a report lists them."""
    known = [measure.id for measure in _KNOWN]

    def place(id: str) -> tuple[int, int, str]:
        if id in known:
            return (0 if id == known[0] else 2, known.index(id), "")
        kind = next(number for number, prefix in enumerate(KINDS) if id.startswith(prefix))
        return 1 if kind == 0 else 3 + kind, 0, id

    return sorted(dict.fromkeys(ids), key=place)
