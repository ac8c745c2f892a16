"""Measures candidates that do the same work, in turn, in one process: medians, and ratios within one round. Rates use
processor time, so other work on the machine has little effect. With several threads, they use wall-clock time.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median

FEW = 64  # games of a first batch
TICK = 1e-6  # seconds: a clock can stand still during a short sample

# plays for about this many seconds of processor time; returns the number of decisions
Runner = Callable[[float], float]


@dataclass(frozen=True)
class Sample:
    decisions: float
    processor: float
    wall: float

    @property
    def rate(self) -> float:
        return self.decisions / max(self.processor, TICK)

    @property
    def walled(self) -> float:
        return self.decisions / max(self.wall, TICK)


def until(seconds: float, play: Callable[[], float]) -> float:
    """Play one game, and more until the time is over; return the number of decisions."""
    clock = time.process_time
    end = clock() + seconds
    decisions = play()
    while clock() < end:
        decisions += play()
    return decisions


def in_batches(play: Callable[[int], int], threads: int = 1) -> Runner:
    """Play as many games at once as fill the time, judging by those before."""
    pace = [0.0]  # games a second of all threads

    def run(seconds: float) -> float:
        wanted, decisions, games = seconds * threads, 0, FEW * threads
        began = time.process_time()
        while (left := wanted - (time.process_time() - began)) > 0:
            if pace[0]:
                games = max(1, int(pace[0] * left))
            before = time.process_time()
            decisions += play(games)
            pace[0] = games / max(time.process_time() - before, TICK)
            if left < wanted / 20:
                break
        return decisions

    return run


def sampled(run: Runner, seconds: float) -> Sample:
    wall, processor = time.perf_counter(), time.process_time()
    decisions = run(seconds)
    return Sample(decisions, time.process_time() - processor, time.perf_counter() - wall)


@dataclass
class Comparison:
    """`base` is the candidate that ratios refer to; `skipped` has the reasons for missing candidates."""

    title: str
    base: str
    runners: Mapping[str, Runner]
    skipped: Mapping[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    threads: bool = False  # True if it compares numbers of threads
    samples: dict[str, list[Sample]] = field(default_factory=dict)

    def measure(self, rounds: int, seconds: float) -> Iterator[int]:
        """Measure in rounds; each begins with another candidate. Yields the number of finished rounds."""
        names = list(self.runners)
        for name in names:
            self.runners[name](seconds / 10)  # the first call compiles and caches
        for done in range(rounds):
            for name in names[done % len(names) :] + names[: done % len(names)]:
                self.samples.setdefault(name, []).append(sampled(self.runners[name], seconds))
            yield done + 1

    def rate(self, name: str) -> float:
        return median(sample.walled if self.threads else sample.rate for sample in self.samples[name])

    def cores(self, name: str) -> float:
        """Return the number of cores that each candidate had."""
        return median(sample.processor / max(sample.wall, TICK) for sample in self.samples[name])

    def ratio(self, name: str, base: str) -> float:
        pairs = zip(self.samples[name], self.samples[base], strict=False)
        return median(a.walled / b.walled if self.threads else a.rate / b.rate for a, b in pairs)

    @property
    def measured(self) -> list[str]:
        return [name for name in self.runners if self.samples.get(name)]

    def table(self) -> str:
        lines = [self.title]
        for name in self.measured:
            line = f"  {name:46} {shown(self.rate(name)):>8} decisions/s"
            if self.base in self.measured:
                line += f"  {self.ratio(name, self.base):9.3f}"
            lines.append(line + (f"  on {self.cores(name):.2f} cores" if self.threads else ""))
        lines += [f"  {name:46} skipped: {reason}" for name, reason in self.skipped.items()]
        if self.measured:
            lines.append(f"  (the last column: of {self.base})")
        return "\n".join([*lines, *(f"  {note}" for note in self.notes)])

    def data(self) -> dict[str, object]:
        rates = {
            name: {"rate": self.rate(name), "cores": self.cores(name), "samples": len(self.samples[name])}
            | ({"ratio": self.ratio(name, self.base)} if self.base in self.measured else {})
            for name in self.measured
        }
        return {"title": self.title, "base": self.base, "candidates": rates, "skipped": dict(self.skipped)}


def shown(rate: float) -> str:
    """Return a number with three digits; the others would be noise."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if rate >= size:
            return f"{rate / size:.3g} {unit}" if rate < 1000 * size else f"{rate / size:.0f} {unit}"
    return f"{rate:.3g}"


def progress(text: str) -> None:
    print(f"\r\x1b[K{text}" if sys.stderr.isatty() else text, end="" if sys.stderr.isatty() else "\n", file=sys.stderr)
    sys.stderr.flush()
