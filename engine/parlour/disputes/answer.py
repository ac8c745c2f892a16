"""The answer to an argument: the sentence, the move, the position, and the rules that decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain

from parlour import program as p
from parlour.base.diagnostics import listing
from parlour.disputes.answered_cards import after_playing
from parlour.disputes.argued_cards import is_written
from parlour.disputes.bearing import Ask, Bearing, bearings, offering, ranks_in_sight
from parlour.disputes.causes import Cause, MoveEffect, explained
from parlour.disputes.going_out import is_out_after
from parlour.disputes.limited_plays import left_out
from parlour.disputes.open_values import (
    attempted,
    chosen_values,
    is_doubtful,
    known_cards,
    later_values,
    open_values,
    reached_values,
    with_fuller_hands,
)
from parlour.disputes.plain import Given, LaidTable, Plan, Started, filled, fuller, in_words, start
from parlour.disputes.question_words import is_question
from parlour.disputes.quotes import Quote, asks_for_players, quotes, speak_of
from parlour.disputes.readings import Reading, answers, has_condition, is_unfinished, read, with_open_cards
from parlour.disputes.relevance import is_exception_there
from parlour.disputes.rights import CONDITIONAL
from parlour.disputes.rule_behind import offers, rule_behind
from parlour.disputes.rulings import NOTHING, in_quotes, ruling
from parlour.disputes.sentence import possible_moves, sentence, some_of
from parlour.disputes.spoken_cards import cards_in_move
from parlour.disputes.spoken_zones import Zones
from parlour.disputes.topics import Topic, text_of_ruleset, topic
from parlour.documents.composition import Document
from parlour.documents.prose import text_of
from parlour.examples.layable import Interpreted
from parlour.game import Game
from parlour.sheets.model import PARTS
from parlour.states.state import State
from parlour.states.why import UNEXPLAINED
from parlour.views.move_texts import meanings

MOST_QUOTED = 200  # characters of a rule that the answer quotes as a whole
MORE = 0.6  # how sure a passage of the sheet must be to count more than the names of other house rules
Moves = Callable[[State], State]
"""Makes the moves that come before the argument."""


@dataclass(frozen=True)
class OtherCase:
    """The reading if the suits, or a value such as the trump (`on`), are others: `there` instead of `here`, in words.
    """

    on: str
    here: str
    there: str
    reading: Reading
    is_first: bool = False
    """True if the sentence begins with this case."""


@dataclass(frozen=True)
class Answer:
    """`given` is the position of the answer, if the user described it in plain words."""

    game: Game
    reading: Reading
    bearings: tuple[Bearing, ...] = ()
    offered: Document | None = None
    """A rule outside the mix with which the input would be a move."""
    given: Given | None = None
    position: str = ""
    """The position in words."""
    notes: tuple[str, ...] = ()
    played: Reading | None = None
    """The move where all players hold cards, to see its effects; None if that isn't known."""
    mover: int | None = None
    """The seat that moves first in the position."""
    other: OtherCase | None = None
    """A case in which the answer is another one, if there is any."""
    is_out: bool | None = None
    """Whether the player is out after the move, if somebody asks that about their last cards."""
    is_asked: bool = False
    """True if the input had the form of a question, as in `can I lie?`."""
    aside: str = ""
    """Circumstances in a question that the answer can't consider."""
    said: str = ""
    """The words of the input."""

    @cached_property
    def sentence(self) -> str:
        if self.several:
            return f"Yes. Seat {self.reading.state.question.seat} can {some_of(self.several)}."
        if self.quote is not None:
            return self._with_aside(ruling(self._in_full(self.quotes[0]), *self.quotes[1:]))
        if self._is_unanswered:
            return NOTHING
        told = self._sentence(self.reading, self.bearings)
        if self._is_open:
            moves = listing(self.reading.texts, "and")
            return f"It depends on the moves before. After {moves}, {_within(told)}"
        if self.is_out is False:
            then, seat = self.effects[-1].text if self.effects else "", self.reading.state.question.seat
            told = f"No. Seat {seat} can `{self.reading.why.text}`, but isn't out then: {then}"
            return told if told.endswith("?") else f"{told}."
        if self.is_out:
            return f"{told} Seat {self.reading.state.question.seat} is then out."
        if self.other is None and self.aside and self.reading.why.verdict == "allowed":
            return f"Leaving aside “{self.aside}”, {_within(told)}"
        if self.other is None:
            return told + self._at_work(told)
        case, theirs = self.other, _within(self._sentence(self.other.reading))
        cases = [f"If {case.here or 'not'}, {_within(told)}", f"If {case.there}, {theirs}"]
        return " ".join([f"It depends on the {case.on}.", *(reversed(cases) if case.is_first else cases)])

    def _with_aside(self, told: str) -> str:
        """Say so if the only quoted passage has none of the circumstances of the question."""
        quote = self.quotes[0]
        is_open = quote.is_sure and quote.is_alone and not quote.offered and quote.verdict is None
        aside = left_out(self.game, self.reading.why.text, f"{quote.title} {quote.text}") if is_open else ""
        return f"Leaving aside “{aside}”, {told}" if aside else told

    def _in_full(self, quote: Quote) -> Quote:
        """Return a passage without a verdict, or with one on a condition, with all of its rule, if that is short."""
        texts = [text_of(rule, self.game.composition) for rule in self.rules if rule.title == quote.title]
        whole = next((text for text in texts if quote.text in text and len(text) <= MOST_QUOTED), quote.text)
        return replace(quote, text=whole) if quote.decides in (None, CONDITIONAL) else quote

    def _sentence(self, reading: Reading, found: Sequence[Bearing] = ()) -> str:
        asked = reading.state.question.seat
        if self.mover not in (None, asked) and any(other.kind == "not-a-choice" for other in reading.why.others):
            return f"No. It's seat {asked}'s turn."
        if is_unfinished(reading.why):
            return f"No. That isn't possible now: seat {asked} can {possible_moves(reading.state)}."
        rules = self.game.program.house_rules
        told = sentence(reading.why, found, rules, lambda: self._obeyed(reading), offering(reading) if found else None)
        if any(other.kind == "last-resort" for other in reading.why.others):
            return f"{told.rstrip('.')}: seat {asked} can {possible_moves(reading.state)}."
        if reading.why.others and all(other.message in UNEXPLAINED for other in reading.why.others):
            told = f"{told.rstrip('.')}: seat {asked} can {possible_moves(reading.state)}."
        if self.offered is None:
            return self._about(told) if self.topic is not None else self._as_other_move(told, reading)
        return f"No. This mix doesn't have that move; “{self.offered.title}” adds it (--with {self.offered.id})."

    def _as_other_move(self, told: str, reading: Reading) -> str:
        """Name the move of an answer if an ordinary play of its cards is forbidden: `Yes, as `cancel 9♠`.`"""
        text = reading.why.text
        verb, _, cards = text.partition(" ")
        if reading.why.verdict != "allowed" or not self.said or self.said.split()[0].casefold() == verb.casefold():
            return told
        is_other = verb != "play" and reading.state.why(f"play {cards}").verdict == "forbidden"
        return f"Yes, as `{text}`{told.removeprefix('Yes')}" if is_other else told

    @property
    def broken(self) -> Quote | None:
        """The passage of the sheet that says which moves like this one are legal, if it isn't."""
        return rule_behind(self.game, self.reading) if self.reading.why.verdict == "forbidden" else None

    def _obeyed(self, reading: Reading) -> str:
        found = rule_behind(self.game, reading)
        return in_quotes(found) if found is not None else ""

    def _about(self, told: str) -> str:
        """Name the house rules that an input is about if the input isn't a move."""
        found = self.topic
        if found is None:
            return told
        used = listing([f"“{rule.title}”" for rule in found.used], "and", "")
        if self.quote_of_topic is not None:
            return ruling(self.quote_of_topic)
        if found.used and (found.names_cards or self.is_from_rules):
            return f"The house {f'rules {used} are' if found.used[1:] else f'rule {used} is'} about that."
        if found.used:
            return f"That isn't a move, but a house rule of this game: {used}."
        others = listing([f"“{rule.title}” (--with {rule.id})" for rule in found.others], "or", "")
        meaning = f" It says: {text_of_ruleset(self.game, found.others[0])}" if not found.others[1:] else ""
        return f"Not in this game. You can add the house rule {others}.{meaning}"

    @cached_property
    def quote_of_topic(self) -> Quote | None:
        """The passage that answers a question about house rules of the mix, if the input isn't a move."""
        found, text = self.topic, self.reading.why.text
        if found is None or not found.used or not (found.names_cards or self.is_from_rules):
            return None
        if not (self._asks or is_question(text) or not found.used[1:]):
            return None
        best = quotes(self.game, text, self._asks, {rule.title for rule in found.used})[:1]
        return next((self._in_full(replace(quote, sure=1, is_alone=True)) for quote in best), None)

    @property
    def rest_of_topic(self) -> tuple[str, str]:
        """The title of the rule that answers such a question, and its other sentences."""
        quote = self.quote_of_topic
        assert quote is not None, "only such an answer has more sentences"
        texts = [text_of(rule, self.game.composition) for rule in self.rules if rule.title == quote.title]
        rest = (" ".join(text.replace(quote.text, "").split()) for text in texts if quote.text in text)
        return quote.title, next(rest, "")

    def _at_work(self, told: str) -> str:
        """Name the house rules behind the effects, except those that the sentence has named."""
        titles = dict.fromkeys(f"“{cause.rule.title}”" for cause in self.causes)
        new = [title for title in titles if title not in told]
        return f" Then {listing(new, 'and', '')} {'applies' if len(new) == 1 else 'apply'}." if new else ""

    @cached_property
    def quote(self) -> Quote | None:
        """The passage of the rules that decides the argument, whatever the position is; None if a move decides it."""
        text = self.reading.why.text
        is_loose = has_condition(text) or not is_written(self.game.program, text)
        is_early = is_loose and any(other.kind == "not-asked" for other in self.reading.why.others)
        names_cards = bool(cards_in_move(text, self.reading.state.table.machine.layout.pack))
        is_clear = is_loose and names_cards and any(q.is_clear and not q.offered for q in self.quotes[:1])
        return self.quotes[0] if self.quotes and (self.is_from_rules or is_early or is_clear) else None

    @property
    def is_list(self) -> bool:
        """True if several passages of the rules might be the answer."""
        return self.quote is not None and self.quote.is_sure and not self.quote.is_alone

    @property
    def is_lost(self) -> bool:
        """True for a question that only rules could answer, and none does."""
        return self._is_unanswered and is_question(self.reading.why.text)

    @property
    def _is_unanswered(self) -> bool:
        """True for a question that is no move and that no rule is about."""
        asks = is_question(self.reading.why.text) or self._asks
        unknown = any(other.kind == "unknown" for other in self.reading.why.others)
        begins = not is_unfinished(self.reading.why) and not is_written(self.game.program, self.reading.why.text)
        return asks and unknown and begins and self.topic is None and self.offered is None and not self.quotes

    @cached_property
    def several(self) -> tuple[str, ...]:
        """The legal moves that the input begins, if it begins several: `knock and discard 9♦` for `knock`."""
        reading = self.reading
        return tuple(m.text for m in meanings(reading.state, reading.why.text)) if is_unfinished(reading.why) else ()

    @cached_property
    def rules(self) -> tuple[Document, ...]:
        """Return the house rules that decide: rules with a clause, rules that change the answer, and rules behind
        the effects."""
        why = self.reading.why
        applied = {clause.origin.document for clause in why.clauses if clause.applies}
        applied |= {other.origin.document for other in why.others if other.origin is not None}
        bearing = {found.rule.id for found in self.bearings if found.decides or found.facts}
        bearing |= {cause.rule.id for cause in self.causes}
        bearing |= {rule.id for rule in self.topic.used} if self.topic is not None else set()
        documents = self.game.composition.documents
        return tuple(d for d in documents if d.kind == "rule" and d.text and d.id in applied | bearing)

    @cached_property
    def topic(self) -> Topic | None:
        """The house rules that the input is about, if it isn't a move."""
        told = any(other.kind in ("unknown", "misspelt") for other in self.reading.why.others)
        text = self.reading.why.text
        found = topic(self.game, text) if told and self.offered is None and not asks_for_players(text) else None
        if found is not None and found.used and (has_condition(text) or text.casefold().startswith("how ")):
            best = quotes(self.game, text, self._asks)[:1]
            return None if any(quote.title in PARTS.values() for quote in best) else found
        if found is not None and found.used and self._is_exception():
            return None
        return None if found is not None and not found.used and self._says_more() else found

    def _is_exception(self) -> bool:
        """True if the answer says what doesn't count in the part of play that the question names, as `in a melee`."""
        text = self.reading.why.text
        return any(is_exception_there(text, quote.text) for quote in quotes(self.game, text, self._asks)[:1])

    def _says_more(self) -> bool:
        """True if the rule sheet has an answer, so rules that nobody uses don't matter."""
        text = self.reading.why.text
        best, asks = quotes(self.game, text, self._asks), self._asks or is_question(text)
        return any(q.sure >= MORE and not q.offered for q in best) or (asks and speak_of(self.game, text))

    @property
    def _asks(self) -> bool:
        """True if the input asks about the rules: it had the form of a question, or has a condition."""
        return self.is_asked or has_condition(self.reading.why.text)

    @property
    def is_from_rules(self) -> bool:
        """True if a question, such as `what does a 10 do`, has its answer in the rules, whatever the position is."""
        if self.topic is not None and self.topic.used and self.topic.names_cards:
            return True
        unknown = any(other.kind in ("unknown", "misspelt") for other in self.reading.why.others)
        asks = is_question(self.reading.why.text) or (self._asks and unknown)
        return asks and (self.topic is not None or bool(self.quotes))

    @cached_property
    def quotes(self) -> tuple[Quote, ...]:
        """What the rule sheet says about an input that is no move, or no move of this question."""
        text = self.reading.why.text
        kinds = ["unknown", "not-asked", *(["misspelt"] if is_question(text) or self._asks else [])]
        kinds += [] if is_written(self.game.program, text) else ["one-card"]
        open_ = any(other.kind in kinds for other in self.reading.why.others)
        return quotes(self.game, text, self._asks) if open_ and self.offered is None and self.topic is None else ()

    @property
    def _is_open(self) -> bool:
        """True if the answer could be another one after other moves, which nobody described."""
        told = self.reading.why.verdict in ("forbidden", "impossible", "allowed")
        return self.given is not None and told and self.reading.is_costly

    @property
    def word(self) -> str:
        """Return the answer in a word, for programs."""
        if self.other is not None or self._is_open:
            return "depends"
        if self.several:
            return "yes"
        if self.quote is not None and self.quote.verdict is not None:
            return self.quote.verdict.word
        if any(other.kind == "not-asked" for other in self.reading.why.others):
            return "not now"
        if self.is_out is False or (self.quote is not None and self.quote.offered):
            return "no"
        if self.offered is not None:
            return "no"
        words: Mapping[str, str] = {"allowed": "yes", "forbidden": "no", "impossible": "no"}
        return words.get(self.reading.why.verdict, "unclear")

    @cached_property
    def effects(self) -> tuple[MoveEffect, ...]:
        """The effects of the move, if its player can make it."""
        state, text = self.reading.state, self.reading.why.text
        if self.reading.why.price:  # with the few described cards, the game can be over then
            return explained(self.game, state, text, ending=False)
        played = self.reading if self.given is None else self.played
        if played is None or {played.why.verdict, self.reading.why.verdict} != {"allowed"}:
            return ()
        return explained(self.game, played.state, played.why.text)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The rules behind the effects of the move."""
        return tuple(dict.fromkeys(cause for effect in self.effects for cause in effect.causes))


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def _within(told: str) -> str:
    """Return a sentence with the answer for use inside another sentence: `no: 7 is lower than 8.`"""
    word, _, reason = told.partition(". ")
    if not reason:
        return _lower(told)
    lower = _lower(reason) if reason[1:2].islower() else reason
    return f"{_lower(word)}{':' if word.isalpha() else ';'} {lower}"


def of_position(game: Game, reading: Reading, ask: Ask | None) -> Answer:
    """Answer in a position with every card known. `ask` lays it out in other mixes, if that is possible."""
    if ask is None:
        return Answer(game, reading)
    found = bearings(game, ask, reading, ranks_in_sight(reading.state, reading.why.text))
    return Answer(game, reading, found, offered=offers(game, reading, ask))


def of_plain(game: Game, plan: Plan, players: int, moves: Moves, text: str, is_last: bool = False) -> Answer:
    """Answer in a position in plain words, for all suits that its ranks can have. `is_last`: the player has no other
    cards, and the question is whether they are out after the move."""
    mixes = {game.program.digest: (mix := Interpreted(game.program))}
    layout = mix.table(players).machine.layout
    ways = plan.ways(layout.pack)
    first = ways[0]

    def asked(program: p.Program, given: Given = first.given, move: str = text) -> tuple[Reading, Started]:
        mix = mixes.setdefault(program.digest, Interpreted(program))
        started = start(mix, given, players, None)
        reading = with_open_cards(read(moves(started.state), move))
        return replace(reading, spent=()) if plan.is_earlier else reading, started

    def ask(program: p.Program) -> Reading:
        return asked(program, move=known)[0]

    def asked_with(given: Given, move: str) -> Reading:
        return asked(game.program, given, move)[0]

    def settled(alone: Reading, laid: Started, move: str) -> tuple[Reading, str]:
        tables = fuller(plan, laid.given, layout) if is_doubtful(alone) and not is_last else ()
        return with_fuller_hands(alone, tables, lambda given: asked_with(given, move))

    def with_others(given: Given, move: str) -> Reading:
        return settled(*asked(game.program, given, move), move)[0]

    reading, started = asked(game.program)
    known = text if reading.why.verdict == "unknown" else reading.why.text  # quicker to read, and no other move
    ranks = {*ranks_in_sight(reading.state, reading.why.text), *plan.ranks}
    position = in_words(plan, first, started)
    if not answers(reading.why):
        return Answer(game, reading, (), offers(game, reading, ask), started.given, position, plan.notes)
    played = attempted(lambda: asked_with(filled(plan, started.given, layout), text))
    full, told = settled(reading, started, text)
    if full is not reading:
        reading, played, position = full, full, f"{position}; {told}"
    found, offered, seat = bearings(game, ask, reading, ranks), offers(game, reading, ask), started.state.question.seat
    answer = Answer(game, reading, found, offered, started.given, position, plan.notes, played, seat)
    if is_last and reading.why.verdict == "allowed":
        last = attempted(lambda: asked_with(filled(plan, started.given, layout, own=0), known))
        if last is not None and last.why.verdict == "allowed":
            return replace(answer, played=last, is_out=is_out_after(last.state, last.why.text))
    top = _top(game, started)
    chosen = partial(after_playing, game, mix, players, top, known) if top is not None else tuple
    answer = _for_all_suits(answer, ways, with_others, known, text)
    return answer if answer.other is not None else _OpenCases(started, with_others, known).answer(answer, chosen)


def _for_all_suits(
    answer: Answer, ways: Sequence[LaidTable], ask: Callable[[Given, str], Reading], known: str, text: str
) -> Answer:
    """Return the answer with the first other suits for which it is another one, if there are any."""
    first = ways[0]
    for way in ways[1:]:
        same = attempted(partial(ask, way.given, way.renamed(known, first)))
        if same is not None and _word(answer, same) == answer.word:
            continue
        other = attempted(partial(ask, way.given, text))  # another card of the rank may do
        if other is not None and _word(answer, other) != answer.word:
            return replace(answer, other=OtherCase("suits", first.suits(way), way.suits(first), other))
    return answer


def _word(answer: Answer, reading: Reading) -> str:
    """Return the answer in a word for another reading."""
    return Answer(answer.game, reading, offered=answer.offered).word


def _top(game: Game, started: Started) -> str | None:
    """Return the card on top of the pile in a position, if that is known."""
    pile = Zones.of(game.program).pile
    return next(reversed(started.given.get(pile.name, "").split()), None) if pile is not None else None


@dataclass(frozen=True)
class _OpenCases:
    """Looks for a case that a position leaves open and in which the answer is another one. `ask` reads the move in a
    position."""

    started: Started
    ask: Callable[[Given, str], Reading]
    known: str

    def answer(self, answer: Answer, after: Callable[[], Iterable[State]]) -> Answer:
        """Return the answer with the first such case, if there is any."""
        answer = self._for_chosen_values(answer, after)
        answer = answer if answer.other is not None else self._for_all_values(answer)
        return answer if answer.other is not None else self._for_later_values(answer)

    def _read(self, given: Given) -> Reading | None:
        return attempted(partial(self.ask, given, self.known))

    def _for_chosen_values(self, answer: Answer, after: Callable[[], Iterable[State]]) -> Answer:
        """Return the answer with two values that the player of the card on top can have chosen, with two cards that
        everybody knows, or with two values that games have at the question, if they matter."""
        at = self.started.state, self.started.given
        for values in chain([chosen_values(*at, after) or known_cards(*at)], reached_values(*at)):
            read = [(value, reading) for value in values if (reading := self._read(value.given)) is not None]
            for value, reading in read[1:]:
                first, here = read[0]
                if _word(answer, reading) != _word(answer, here):
                    other = OtherCase(value.text, first.case, value.case, reading)
                    return replace(answer, reading=here, other=other)
            if read and _word(answer, read[0][1]) != answer.word:  # the same for all values, but not without one
                return replace(answer, reading=read[0][1], given=read[0][0].given)
        return answer

    def _for_all_values(self, answer: Answer) -> Answer:
        """Return the answer with the first other value of the table for which it is another one, if there is any."""
        for value in open_values(self.started.state, self.started.given):
            other = self._read(value.given)
            if other is not None and _word(answer, other) != answer.word:
                here, there = (f"{value.text} is {each}" for each in (value.here, value.there))
                return replace(answer, other=OtherCase(value.text, here, there, other))
        return answer

    def _for_later_values(self, answer: Answer) -> Answer:
        """Return the answer with a case later in the hand for which it is another one, if there is any. Reasons that
        count only at the beginning of a hand don't count if there are others."""
        for value in later_values(self.started.state, answer.given or self.started.given):
            later = self._read(value.given)
            if later is None:
                continue
            if _word(answer, later) != answer.word:
                case = OtherCase("moves before", value.here, value.there, later, is_first=not value.here)
                return replace(answer, other=case)
            reasons = [{clause.id for clause in each.why.standing()} for each in (later, answer.reading)]
            if reasons[0] < reasons[1]:
                told = f"{answer.position}; {value.there}"
                return self._for_later_values(replace(answer, reading=later, given=value.given, position=told))
        return answer
