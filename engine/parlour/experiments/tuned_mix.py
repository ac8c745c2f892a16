"""What `parlour tune` has found out: the nearest mix, how sure that is, and what each change did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.experiments.measures import Unit
from parlour.experiments.outcome_report import ANY_TIME, MINUTES, POINTS, cell, change, finite
from parlour.experiments.report_lines import WIDTH, row, wrapped
from parlour.experiments.series_of_mixes import ArmNumber
from parlour.experiments.tuning import Aim, Answer, TriedMix, Tuning, TuningStep
from parlour.program.design import plural

SHOWN = 5  # changes of a mix, the nearest first
CELL, GAMES, LEAST = 20, 8, 30  # columns of a number with its margin, of a number of games, and of a change at least
UNCHANGED = "without a change"
VERDICTS: Mapping[Answer, str] = {"yes": "reached", "no": "missed", "unknown": "can't tell yet"}


@dataclass(frozen=True)
class TunedMix:
    """The result of `parlour.tune`."""

    tuning: Tuning

    @property
    def _best(self) -> TriedMix:
        best = self.tuning.best
        assert best is not None, "a tuning without a mix isn't reported"
        return best

    @property
    def mix(self) -> str:
        """The nearest mix as a line that `load` takes."""
        return self._best.line

    @property
    def answer(self) -> Answer:
        """`yes` if the mix certainly has all of it, `no` if it certainly hasn't, else `unknown`."""
        return self._best.answer if self.tuning.confirmed else "unknown"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<TunedMix {self.mix!r}: {VERDICTS[self.answer]}>"

    # ------------------------------------------------------------ for people

    def lines(self, width: int = WIDTH) -> Iterator[str]:
        """Yield the lines for the terminal."""
        tuning = self.tuning
        yield self._verdict()
        yield f"  {self.mix}"
        if self._best.arm.title != self.mix:
            yield from wrapped([f"  {self._best.arm.title}"], width)
        wide = max(len(aim.text) for aim in tuning.aims)
        for aim in tuning.aims:
            yield f"    {aim.text:{wide}}  {self._value(aim)}"
        yield from wrapped([self._sure()], width)
        for step in tuning.steps:
            yield ""
            yield from self._step(step, width)
        yield ""
        yield from wrapped(self._notes(), width)

    def _notes(self) -> Iterator[str]:
        yield self._tried()
        for mix, reason in self.tuning.failed.items():
            yield f"`{mix}` failed during play: {reason}"
        yield ANY_TIME
        if self.tuning.steps:
            yield "* differs from the mix that it changes by more than chance."
            if any(aim.measure.unit == "share" for aim in self.tuning.aims):
                yield POINTS
        if any(aim.measure.id == "minutes" for aim in self.tuning.aims):
            yield MINUTES.format(self.tuning.pace)

    def _verdict(self) -> str:
        several = len(self.tuning.aims) > 1
        match self.answer:
            case "yes":
                return "This mix has what you want:"
            case "no":
                return f"No mix that was tried has {'all of it' if several else 'it'}. The nearest:"
            case _:
                return "Can't tell yet whether this mix, the nearest so far, has what you want:"

    def _value(self, aim: Aim) -> str:
        number = self._best.number(aim)
        if number is None:
            return "unknown: no game was measured"
        text = f"{cell(aim.measure.unit, number, signed=False)}  {VERDICTS[aim.answer(number)]}"
        if aim.answer(number) != "unknown":
            return text
        games = self._games(aim)
        return f"{text}: {f'about {games:,} games decide' if games else 'too near the bound, more games hardly help'}"

    def _games(self, aim: Aim) -> int | None:
        return self._best.games_to_decide(aim, self.tuning.plan.playing.block)

    def _sure(self) -> str:
        tuning, played = self.tuning, f"{self._best.games:,} games"
        if not tuning.confirmed:
            return f"These {played} have chosen it: it wasn't played again on other deals."
        text = f"Measured in {played} on other deals than those that have chosen it."
        needed = [games for aim in self._best.open_aims if (games := self._games(aim)) is not None]
        return f"{text} Add `--games {max(needed)}` to decide it." if needed else text

    def _step(self, step: TuningStep, width: int) -> Iterator[str]:
        """Yield a table: what the nearest changes of a mix did."""
        base, ranked = step.base, step.ranked
        shown = ranked[:SHOWN]
        yield f"What changes of `{base.line}` did, the nearest first:"
        names = [UNCHANGED, *(one.change.in_words(one.arm.game) for one in shown if one.change is not None)]
        aims = {aim.measure: aim for aim in self.tuning.aims}
        wide = min(max(map(len, names)), max(width - GAMES - CELL * len(aims) - 2, LEAST))
        heads = "".join(f"{of.id:>{CELL}}" for of in aims)
        yield f"  {'':{wide}}{'games':>{GAMES}}{heads}"
        for name, one in zip(names, [base, *shown], strict=True):
            numbers = [(of, one.number(aim)) for of, aim in aims.items()]
            cells = (cell(of.unit, n, signed=False) if one is base else _changed(of.unit, n) for of, n in numbers)
            yield from row("  ", name, wide, f"{one.games:>{GAMES},}{''.join(f'{text:>{CELL}}' for text in cells)}")
        others = ranked[SHOWN:]
        if others:
            nearer = sum(one.missed < base.missed for one in others)
            yield f"  {_count(len(others), 'other')}, {nearer or 'none'} of them nearer than {UNCHANGED}"

    def _tried(self) -> str:
        tuning = self.tuning
        mixes = sum(len(step.tried) for step in tuning.steps)
        rules = sum(change.factor.is_rule for step in tuning.steps for change in step.tried)
        text = f"{_count(mixes + 1, 'mix')} tried in {tuning.games:,} games: the game itself"
        text += f", {_count(rules, 'rule')} added or left out" if rules else ""
        text += f", {_count(mixes - rules, 'value')} of options" if mixes > rules else ""
        return text + (f"; `check` refuses {len(tuning.refused)} more." if tuning.refused else ".")

    def unsaid(self) -> str:
        """Say what a stopped search leaves open."""
        tuning = self.tuning
        if tuning.best is None:
            return f"stopped before the game itself had {tuning.plan.games:,} games: nothing to report"
        again = "its games decide nothing yet" if tuning.confirmed else "the best so far wasn't played on other deals"
        return f"stopped in round {tuning.round} of at most {tuning.most_rounds}: nearer mixes may be left, and {again}"

    # ------------------------------------------------------------ for programs

    def data(self) -> dict[str, object]:
        """Everything, as data for JSON."""
        tuning = self.tuning
        playing = tuning.plan.playing
        return {
            "players": playing.players,
            "seed": playing.seed,
            "policy": playing.policy,
            "levels": list(playing.levels),
            "pace": tuning.pace,
            "answer": self.answer,
            "best": {
                "mix": self.mix, "games": self._best.games, "confirmed": tuning.confirmed,
                "aims": [self._aim(aim) for aim in tuning.aims],
            },
            "steps": [
                {"base": self._mix(step.base), "tried": [self._mix(one) for one in step.ranked]}
                for step in tuning.steps
            ],
            "mixes": 1 + sum(len(step.tried) for step in tuning.steps),
            "games": tuning.games,
            "refused": dict(tuning.refused),
            "failed": dict(tuning.failed),
            "stopped": tuning.stopped,
        }  # fmt: skip

    def _aim(self, aim: Aim) -> dict[str, object]:
        number = self._best.number(aim)
        return {
            "aim": aim.text, "measure": aim.measure.id, "low": finite(aim.low), "high": finite(aim.high),
            **({} if number is None else {"value": number.value, "margin": finite(number.margin)}),
            "answer": aim.answer(number), "games_to_decide": self._games(aim),
        }  # fmt: skip

    def _mix(self, one: TriedMix) -> dict[str, object]:
        numbers = {aim.measure.id: one.number(aim) for aim in self.tuning.aims}
        values = {
            id: {
                "value": number.value, "margin": finite(number.margin), "difference": number.difference,
                "difference_margin": finite(number.difference_margin), "differs": number.differs,
            }
            for id, number in numbers.items() if number is not None
        }  # fmt: skip
        change = "" if one.change is None else str(one.change)
        return {"mix": one.line, "change": change, "games": one.games, "missed": one.missed, "values": values}


def _changed(unit: Unit, number: ArmNumber | None) -> str:
    if number is None or number.difference is None:
        return ""
    return change(unit, number.difference, number.difference_margin) + "*" * number.differs


def _count(number: int, one: str) -> str:
    return f"{number:,} {one if number == 1 else plural(one)}"
