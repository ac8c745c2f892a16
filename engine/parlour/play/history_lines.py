"""The history of a game in lines, as one seat has seen it, and how a match ends.

A player's moves up to the next player's question share one line, with the consequences indented below. When a stage
begins again, its lines say how the previous one ended and which numbers changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, takewhile

from parlour import program as p
from parlour.base.printable import capitalised, value_word
from parlour.play.happening import consequences, describes, happenings
from parlour.play.labels import NO_NAMES, Labels
from parlour.states.outcomes import Outcome
from parlour.table.layout import Layout
from parlour.views import SeenEvent, View
from parlour.views.seen_events import (
    AnswerSealed,
    CardsGathered,
    CardsMoved,
    EndingSaid,
    Numbers,
    PlayerAnswered,
    PlayerLeft,
    StageBegan,
    ZoneShuffled,
)

ANSWERS = (PlayerAnswered, AnswerSealed)
RECENT = 64  # turns whose remarks are remembered
BOX = "box"  # the zone that every game has
Row = tuple[str, dict[str, str]]  # of a scoreboard: what it counts, and the number of each player or side


class Teller:
    """Writes the history of one table. `reader` is the seat that is `you`, or None."""

    def __init__(self, layout: Layout, reader: int | None, names: Mapping[int, str] = NO_NAMES) -> None:
        self.labels = Labels(layout, reader, names)
        self._resets = {stage.name: set(stage.resets) for stage in layout.program.stages}
        self._turn = lru_cache(RECENT)(self._lines_of_turn)  # a page shows most turns again after each move

    def lines(self, history: Sequence[SeenEvent], start: int = 0, forced: Collection[int] = ()) -> list[str]:
        """Return the lines from a place in the history on, however long. `forced`: the places of moves without an
        alternative."""
        return [line for _, line in self.remarks(history, start, forced)]

    def remarks(
        self, history: Sequence[SeenEvent], start: int = 0, forced: Collection[int] = ()
    ) -> Iterator[tuple[bool, str]]:
        """Yield the lines, each with True if it is about the end of a stage."""
        opened = _opened(history, start)
        for number, part in _parts(self.labels, history, start):
            first = part[0]
            match first:
                case StageBegan():
                    lines: Iterable[str] = self._began(history, number, first)
                case PlayerLeft(seat):
                    lines = [f"  {self.labels.seat(seat)} {'are' if seat == self.labels.reader else 'is'} out"]
                case PlayerAnswered(seat) | AnswerSealed(seat):
                    places = range(number, number + len(part))
                    lines = self._turn(
                        seat, tuple(part), tuple(place in forced for place in places),
                        tuple(place in opened for place in places),
                    )  # fmt: skip
                case _:
                    lines = self._happened("  ", part if _answered(history, number) else _after_setting_up(part))
            yield from ((isinstance(first, StageBegan), line) for line in lines)

    def _lines_of_turn(
        self, seat: int, part: Sequence[SeenEvent], forced: Sequence[bool], opened: Sequence[bool]
    ) -> list[str]:
        """Return the lines about answers of a player and their consequences."""
        answers = self.labels.named(self.labels.titled(_answers(part, forced, opened)))
        first = [f"  {self.labels.seat(seat)}: {answers}"] if answers else []
        return [*first, *self._happened("    " if answers else "  ", consequences(self.labels, part))]

    def closing(self, history: Sequence[SeenEvent], last: View) -> list[str]:
        """Return the lines about the ends of the last stages within the match, and about the numbers that changed."""
        earlier = _last_stage(history, len(history))
        if earlier is None or not _answered(history, len(history)):
            return []
        times = _times(history)
        again = next((stage for stage, number in times.items() if number > 1), None)
        endings = _endings(history, len(history))
        if endings and not _is_inside(endings[-1], times):
            endings.pop()
        if again is None and not endings:
            return []
        ended = [(_latest(event.stages, history), event.ending) for event in endings]
        if again is not None:  # of stages that end together, the outermost of those played several times
            ended = [*ended[:-1], (again, ended[-1][1] if ended else "")]
        values = {value.name: value.value for value in last.values}
        now = tuple((name, int(values[name])) for name, _ in earlier.after)
        return [*(line for stage, ending in ended for line in _over(stage, ending)), *self.brought(earlier.after, now)]

    @staticmethod
    def reason(history: Sequence[SeenEvent], outcome: Outcome) -> str:
        """Return why the match is over, or nothing if only the last of several stages has a reason."""
        endings = _endings(history, len(history))
        return "" if endings and _is_inside(endings[-1], _times(history)) else outcome.text

    def _happened(self, indent: str, events: Sequence[SeenEvent]) -> Iterator[str]:
        for line in happenings(self.labels, events):
            yield indent + line

    # ------------------------------------------------------------ the end of a stage

    def ended(self, history: Sequence[SeenEvent], start: int) -> tuple[list[str], list[Row]]:
        """Return how the stages ended that are over since a place in the history, and the numbers that changed."""
        lines, rows = list[str](), list[Row]()
        for number, event in enumerate(history[start:], start):
            earlier = _last_stage(history, number)
            if isinstance(event, StageBegan) and earlier is not None:
                lines += self._ends(history, number, event)
                rows += self.board(earlier.after, event.before)
        return lines, rows

    def _began(self, history: Sequence[SeenEvent], number: int, event: StageBegan) -> Iterator[str]:
        """Yield the lines about the end of the previous stage. The first stage yields nothing."""
        if (earlier := _last_stage(history, number)) is not None:
            yield from self._ends(history, number, event)
            yield from self.brought(earlier.after, event.before)

    def _ends(self, history: Sequence[SeenEvent], number: int, event: StageBegan) -> Iterator[str]:
        if _answered(history, number):
            for event_before in _endings(history, number)[:-1]:  # the event has the last ending
                yield from _over(_latest(event_before.stages, history[:number]), event_before.ending)
            yield from _over(event.stage if self._is_again(history, number, event.stage) else "", event.ending)

    def _is_again(self, history: Sequence[SeenEvent], number: int, stage: str) -> bool:
        """Return True if this stage was played before within the current outer stage."""
        for event in reversed(history[:number]):
            if isinstance(event, StageBegan):
                if event.stage == stage:
                    return True
                if self._resets[event.stage] >= self._resets[stage]:
                    return False
        return False

    def brought(self, before: Numbers, now: Numbers) -> Iterator[str]:
        """Yield the lines about the numbers that have changed, indented."""
        yield from (f"    {line}" for line in self.changed(before, now))

    def board(self, before: Numbers, now: Numbers) -> list[Row]:
        """Return the numbers of players and of sides that have changed, as in `score  97 (+97)  0`."""
        return [
            (declared.text, {holder: f"{value}{_gained(gain)}" for holder, value, gain in numbers})
            for declared, numbers in self._changes(before, now)
            if declared.text and len(declared.keys) == 1
        ]

    def _changes(self, before: Numbers, now: Numbers) -> Iterator[tuple[p.Variable, list[tuple[str, int, int]]]]:
        """Yield each variable of which a number has changed, with its holders, numbers and gains."""
        was = dict(before)
        for variable, group in groupby(now, key=lambda pair: pair[0].partition(" ")[0]):
            declared = self.labels.variables[variable]
            keyed = [(name.partition(" ")[2], value, value - was.get(name, 0)) for name, value in group]
            if any(gain for *_, gain in keyed):
                yield declared, [(self.labels.holder(declared, keys), value, gain) for keys, value, gain in keyed]

    def changed(self, before: Numbers, now: Numbers) -> Iterator[str]:
        """Yield the numbers that have changed: `score: you have 97 (+97), seat 2 has 0`."""
        for declared, numbers in self._changes(before, now):
            alone = len(declared.keys) == 1
            parts = (
                self.labels.number(holder, value) + _gained(gain) if holder else str(value)
                for holder, value, gain in numbers
                if not holder or gain or alone
            )
            yield f"{declared.text or declared.name}: {', '.join(parts)}"


def _gained(gain: int) -> str:
    return f" ({gain:+})" if gain else ""


# ---------------------------------------------------------------- parts of a history


def _parts(labels: Labels, history: Sequence[SeenEvent], start: int) -> Iterator[tuple[int, list[SeenEvent]]]:
    """Yield each part of a history with its place: one player's answers and their consequences, or one event.

    An answer begins another part after cards have gone on that an answer had put somewhere: a trick is taken.
    """
    part: list[SeenEvent] = []
    begun, leaving = start, _Leaving(labels)
    since = next((n for n in range(start - 1, -1, -1) if isinstance(history[n], StageBegan)), 0)
    for number in range(since, len(history)):
        event = history[number]
        if number >= start:
            if part and (not _belongs(event, part[0]) or (leaving.noted and isinstance(event, ANSWERS))):
                yield begun, part
                part = []
            if not part:
                begun, leaving.noted = number, False
            part.append(event)
        leaving.take(event)
    if part:
        yield begun, part


class _Leaving:
    """Notes when cards leave a zone that has received some, and no answer says so."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.noted = False
        self._filled = set[str]()
        self._answer: PlayerAnswered | AnswerSealed | None = None

    def take(self, event: SeenEvent) -> None:
        if isinstance(event, ANSWERS):
            self._answer = event
        elif isinstance(event, CardsMoved):
            seat = self._answer.seat if self._answer is not None else 0
            if not self.noted and any(not self.labels.is_of(zone, seat) for zone in self._filled & event.sources):
                answer = self._answer
                self.noted = not (isinstance(answer, PlayerAnswered) and describes(self.labels, answer, event))
            self._filled = self._filled - event.sources | {event.target}


def _belongs(event: SeenEvent, first: SeenEvent) -> bool:
    if isinstance(event, StageBegan | PlayerLeft) or isinstance(first, StageBegan | PlayerLeft):
        return False
    if isinstance(event, ANSWERS):
        return isinstance(first, ANSWERS) and event.seat == first.seat
    return True


def _last_stage(history: Sequence[SeenEvent], number: int) -> StageBegan | None:
    return next((event for event in reversed(history[:number]) if isinstance(event, StageBegan)), None)


def _times(history: Sequence[SeenEvent]) -> Counter[str]:
    """Count how often each stage has begun, the outermost first."""
    return Counter(event.stage for event in history if isinstance(event, StageBegan))


def _latest(stages: Sequence[str], history: Sequence[SeenEvent]) -> str:
    """Return the stage that began last."""
    return next(e.stage for e in reversed(history) if isinstance(e, StageBegan) and e.stage in stages)


def _endings(history: Sequence[SeenEvent], number: int) -> list[EndingSaid]:
    """Return the endings of stages before a place in the history, since a stage last began."""
    since = takewhile(lambda event: not isinstance(event, StageBegan), reversed(history[:number]))
    return [event for event in since if isinstance(event, EndingSaid)][::-1]


def _is_inside(ending: EndingSaid, times: Mapping[str, int]) -> bool:
    """Return True for the ending of stages that were played several times, not of the match."""
    return all(times[stage] > 1 for stage in ending.stages)


def _over(stage: str, ending: str) -> Iterator[str]:
    """Yield `The hand is over: nobody could play.`; without a stage only the ending."""
    over = f"the {stage.replace('-', ' ').replace('_', ' ')} is over" if stage else ""
    if over or ending:
        yield f"  {capitalised(': '.join(filter(None, (over, ending))))}."


def _answered(history: Sequence[SeenEvent], number: int) -> bool:
    """Return True if anybody has answered since the current stage began."""
    since = takewhile(lambda event: not isinstance(event, StageBegan), reversed(history[:number]))
    return any(isinstance(event, ANSWERS) for event in since)


# ---------------------------------------------------------------- answers


def _opened(history: Sequence[SeenEvent], start: int) -> set[int]:
    """Return the places of secret answers that are revealed later in this stretch, and written only then."""
    sealed: dict[tuple[int, str | None], int] = {}
    opened: set[int] = set()
    for number, event in enumerate(history[start:], start):
        match event:
            case AnswerSealed(seat, question):
                sealed[seat, question] = number
            case PlayerAnswered(seat, question) if (seat, question) in sealed:
                opened.add(sealed.pop((seat, question)))
    return opened


def _answers(part: Sequence[SeenEvent], forced: Sequence[bool], opened: Sequence[bool]) -> str:
    """Return `draw ×4; play 8♣; call ♦`, without secret answers that are `opened` later."""
    answers = [
        (_text(event), only)
        for event, only, later in zip(part, forced, opened, strict=True)
        if isinstance(event, PlayerAnswered | AnswerSealed) and not later
    ]
    words: list[str] = []
    for only, stretch in groupby(answers, key=lambda answer: answer[1]):
        counted = [(text, len(list(same))) for text, same in groupby(text for text, _ in stretch)]
        words += [text + (f" ×{times}" if times > 1 else "") for text, times in counted]
        if only:
            each = {1: "", 2: "both "}.get(len(counted), f"all {len(counted)} ")
            words[-1] += f" ({each}forced)"
    return "; ".join(words)


def _text(event: PlayerAnswered | AnswerSealed) -> str:
    if isinstance(event, AnswerSealed):
        return event.text if event.text is not None else "answers in secret"
    return event.text + (" (not allowed)" if event.misplay else "")


def _after_setting_up(part: Iterable[SeenEvent]) -> list[SeenEvent]:
    """Drop the events that move the pack to the zone for the deal."""
    others: list[SeenEvent] = []
    taken: set[str] = set()
    for event in part:
        match event:
            case CardsGathered():
                continue
            case CardsMoved(target, cards, more) if all(card.card is None for card in cards):
                if {*more, *(card.source for card in cards)} == {BOX}:
                    taken.add(target)
                    continue
            case ZoneShuffled(zone) if zone in taken:
                continue
        others.append(event)
    return others


# ---------------------------------------------------------------- the end of a match


def outcome_lines(outcome: Outcome, reason: str, labels: Labels) -> Iterator[str]:
    """Yield the lines, however long."""
    yield "The match is over" + (f": {reason}." if reason else ".")
    yield winners(outcome.winners, labels)
    for result in labels.layout.program.results:
        if result.name not in outcome.values:
            continue
        value, what = outcome.values[result.name], labels.result(result.name)
        if not isinstance(value, Mapping):
            yield f"  {what}: {labels.value(result.type, value_word(value))}"
            continue
        holder = labels.side if result.per == "side" else labels.seat
        if result.type.kind == "int" and result.type.optional:
            line = labels.ranked(what, {holder(key): value[key] for key in value})
        else:
            line = f"{what}: {', '.join(labels.number(holder(key), value_word(value[key])) for key in value)}"
        yield from [f"  {line}"] if line else []


def winners(seats: tuple[int, ...], labels: Labels) -> str:
    if not seats:
        return "Nobody wins."
    one = len(seats) == 1 and labels.reader not in seats
    return f"{capitalised(labels.seats(seats))} {'wins' if one else 'win'}."
