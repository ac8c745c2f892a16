"""What a game should be like: a measure between two bounds, and whether the games so far can say that it is there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf
from typing import Literal

from parlour.base.diagnostics import did_you_mean
from parlour.experiments.arms import SweepError
from parlour.experiments.measures import AIMS, RIVALRY, Measure, measure
from parlour.experiments.sequences import LEAST, count_for
from parlour.experiments.series_of_mixes import ArmNumber

Answer = Literal["yes", "no", "unknown"]
EXAMPLE = "`minutes=15..20` or `seats<5%`"
_NUMBER = r"(-?\d+(?:\.\d+)?)"
_AIM = re.compile(rf"\s*([a-z]+)\s*(?:(<|>)=?\s*{_NUMBER}|=\s*{_NUMBER}\s*%?\s*\.\.\s*{_NUMBER})\s*(%?)\s*")


@dataclass(frozen=True)
class Aim:
    """A measure that should lie between two numbers."""

    measure: Measure
    low: float
    high: float
    text: str

    def missed_by(self, number: ArmNumber, certainly: bool = False) -> float:
        """How far a value is outside, as a share of the nearest bound; or, to be certain, the far end of its interval.
        """
        low, high = self._interval(number) if certainly else (number.value, number.value)
        over, near = max((self.low - low, self.low), (high - self.high, self.high), (0.0, 1.0))
        return over / (near or 1.0)

    def answer(self, number: ArmNumber | None) -> Answer:
        """Say whether the value is certainly there."""
        if number is None:
            return "unknown"
        low, high = self._interval(number)
        if self.low <= low and high <= self.high:
            return "yes"
        return "no" if high < self.low or low > self.high else "unknown"

    def games_to_decide(self, number: ArmNumber) -> float:
        """Return after how many games like those of this number its interval would have no bound in it, if the value
        stays as it is."""
        if isinf(number.margin):
            return LEAST
        least, most = self._possible
        distances = (abs(number.value - bound) for bound in (self.low, self.high) if least < bound < most)
        return count_for(number.games, number.margin, min(distances))

    @property
    def _possible(self) -> tuple[float, float]:
        return 0.0, 1.0 if self.measure.unit == "share" else inf

    def _interval(self, number: ArmNumber) -> tuple[float, float]:
        least, most = self._possible
        return max(number.value - number.margin, least), min(number.value + number.margin, most)


def read_aims(texts: Sequence[str], players: int) -> list[Aim]:
    """Read aims such as `minutes=15..20`, `seats<5%` or `choices>60%`, or raise SweepError."""
    if not texts:
        raise SweepError("missing aim", f"say what the game should be like: {EXAMPLE}")
    aims = [_read(text, players) for text in texts]
    for number, aim in enumerate(aims):
        for other in aims[:number]:
            if aim.measure == other.measure and max(aim.low, other.low) > min(aim.high, other.high):
                raise SweepError(f"no game has both `{other.text}` and `{aim.text}`", "leave one of them out")
    return aims


def _read(text: str, players: int) -> Aim:
    text = text.strip()
    match = _AIM.fullmatch(text)
    if match is None:
        raise SweepError(f"the aim `{text}`: expected a measure with bounds", f"write {EXAMPLE}")
    name, sign, bound, low, high, percent = match.groups()
    measures = [known for known in AIMS if players > 1 or known not in (*RIVALRY, "seats", "skill")]
    if name in AIMS and name not in measures:
        raise SweepError(f"the aim `{text}`: one player has no rivals", f"aims are about {', '.join(measures)}")
    if name not in measures:
        help = did_you_mean(name, measures) or f"aims are about {', '.join(measures)}"
        raise SweepError(f"the aim `{text}`: nothing measures `{name}`", help)
    of = measure(name)
    if bool(percent) != (of.unit == "share"):
        help = f"`{name}` is a number, not a share" if percent else f"write `{name}` with a % sign"
        raise SweepError(f"the aim `{text}`: wrong unit", help)
    scale = 100 if percent else 1
    bounds = (float(low) / scale, float(high) / scale) if sign is None else (
        (-inf, float(bound) / scale) if sign == "<" else (float(bound) / scale, inf)
    )  # fmt: skip
    if bounds[0] > bounds[1]:
        raise SweepError(f"the aim `{text}`: the first number is above the second",
                         f"did you mean `{name}={high}..{low}{percent}`?")  # fmt: skip
    aim = Aim(of, *bounds, text)
    least, most = aim._possible
    if aim.high <= least or aim.low >= most:
        raise SweepError(f"the aim `{text}`: no game has that", f"`{name}` is always {_place(of)}")
    if aim.low <= least and aim.high >= most:
        raise SweepError(f"the aim `{text}`: every game has that", f"`{name}` is always {_place(of)}")
    return aim


def _place(of: Measure) -> str:
    return "between 0 % and 100 %" if of.unit == "share" else "above 0"
