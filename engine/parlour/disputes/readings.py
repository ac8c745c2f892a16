"""Finds the moves that an input can mean in a position, and the questions that come before them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, permutations, product

from parlour import program as p
from parlour.disputes.move_effects import viewer
from parlour.disputes.question_words import PLAYING, asks_about_right, is_question
from parlour.disputes.spoken_cards import in_ranks, of_rank, rank_in
from parlour.disputes.spoken_zones import Zones
from parlour.play.explaining import refused
from parlour.play.labels import Labels
from parlour.play.typed import explanation
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.states.why import OtherReason, Why, judged
from parlour.table.cards import Pack
from parlour.table.faults import RulesetFault
from parlour.table.layout import QUESTION, RANDOM
from parlour.views.known import bare
from parlour.views.move_texts import beginning, clear, meanings, wordings
from parlour.views.signs import design_of, in_signs

MOST_TRIED = 12  # positions searched for a question that the move answers
MOST_MOVES = 12  # moves tried in each of them
MOST_READ = 100  # legal moves that are compared with a text
MOST_TEXTS = 24  # ways to give suits to the ranks in a text

CONDITIONS = frozenset({"if", "when", "unless", "while"})
_JOINING = frozenset({"and", "with", "from", "for", "then", "before", "after", "while", "when"})
ENDS = ",;:"  # words that can follow a card
_ORDER = {"allowed": 0, "forbidden": 1, "impossible": 2}


@dataclass(frozen=True)
class Passed:
    """A question that Parlour answered to reach the question of the argument."""

    asked: str
    move: str
    gained: str = ""
    """Cards that the player gets by the move, if its text doesn't name them."""


@dataclass(frozen=True)
class Reading:
    """A move at the question that it answers. `passed` are the questions that came before that one."""

    state: State
    why: Why
    passed: tuple[Passed, ...] = ()
    spent: tuple[str, ...] = ()
    """The cards that the assumed answers took from the player who was asked first, or from the table."""

    @property
    def is_costly(self) -> bool:
        """True if the assumed answers took other cards than the move names, or the card that it needs."""
        named = self.why.text.split()
        return bool(self.spent) and (self.why.verdict == "impossible" or any(card not in named for card in self.spent))

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(passed.move for passed in self.passed)


def read(state: State, text: str) -> Reading:
    """Return the meaning of an input in a position. Questions before the one that it answers are passed over."""
    own = _first_words_of_all(state.table.machine.program)
    if (is_question(text) or asks_about_right(text)) and [text.casefold().split()[0]] not in own:
        unread = OtherReason("unknown", "a question is no move", None)
        return Reading(state, Why("unknown", text, (), (unread,), False))
    why = meaning(state, text)
    if why.verdict == "unknown":
        why = _refused_alone(state, text) or why
    if answers(why) or not _is_early(state, why, text) or has_condition(text):
        return Reading(state, why)
    return _past(state, text) or Reading(state, why)


def _refused_alone(state: State, text: str) -> Why | None:
    """Explain a move without the other words of an input, such as `double` for `double my partner`, if it is forbidden.
    """
    words = text.split()
    arms = state.table.machine.asked(list(state.cells)).arms
    whole = {first.strip().casefold() for arm in arms if isinstance(first := arm.notation[0], str) and not arm.slots}
    begins = (" ".join(words[:n]) for n in range(len(words) - 1, 0, -1))
    found = next((begin for begin in begins if begin.casefold() in whole), None)
    why = state.why(found) if found is not None else None
    return why if why is not None and why.verdict == "forbidden" else None


def with_open_cards(reading: Reading) -> Reading:
    """Return a reading that also says whether a blind move is right, for a position in which people know the cards."""
    state, move = reading.state, reading.state.read(reading.why.text) if reading.why.verdict == "allowed" else None
    found = judged(state.table.machine, list(state.cells), move) if isinstance(move, Move) else None
    return reading if found is None else replace(reading, why=replace(found, price=found.verdict == "forbidden"))


def _is_early(state: State, why: Why, text: str) -> bool:
    """True if another question has moves that begin like the input, and this one has none."""
    if any(other.kind == "not-asked" for other in why.others):
        return True
    machine, words = state.table.machine, text.casefold().split()[:1]
    now = machine.asked(list(state.cells))
    others = [question for question in machine.program.questions if question is not now]
    return words not in _first_words(now) and any(words in _first_words(question) for question in others)


def has_condition(text: str) -> bool:
    """True for `throw in a king if there's one on the table`, which asks about a rule and not about this position."""
    return not CONDITIONS.isdisjoint(text.casefold().split()[1:])


def may_answer(state: State, text: str) -> bool:
    """False if the first word of the input begins moves of other questions, but none of this one. A quick test."""
    machine, words = state.table.machine, text.casefold().split()[:1]
    if words in _first_words(machine.asked(list(state.cells))):
        return True
    return all(words not in _first_words(question) for question in machine.program.questions)


def _first_words_of_all(program: p.Program) -> list[list[str]]:
    return [words for question in program.questions for words in _first_words(question)]


def _first_words(question: p.Question) -> list[list[str]]:
    begins = [arm.notation[0] for arm in question.arms if arm.notation and isinstance(arm.notation[0], str)]
    return [text.casefold().split()[:1] for text in begins if text.split()]


def steps(state: State, text: str) -> list[Move | str]:
    """Return the moves that carry out an input: answers to earlier questions, then the move itself."""
    reading = read(state, text)
    if reading.why.verdict != "allowed" and not reading.why.price:
        return [clear(state, text)]
    return [*reading.texts, reading.why.text]


def answers(why: Why) -> bool:
    """True if the input is a move of the question, or begins some."""
    return why.verdict in _ORDER or is_unfinished(why)


def is_unfinished(why: Why) -> bool:
    return any(other.kind == "unfinished" for other in why.others)


def _begun(state: State, text: str) -> Why | None:
    """Explain the only legal move that begins with an input, or else the move that is nearest to being legal."""
    legal = meanings(state, text)
    if legal:
        return state.why(legal[0]) if len(legal) == 1 else None
    begins = beginning(state, text)
    found = [refusal for refusal in refused(state) if refusal.why is not None and begins.match(refusal.text)]
    return min(found, key=lambda refusal: (refusal.weight, refusal.far)).why if found else None


def _only_one(state: State, text: str) -> Why | None:
    """Explain the only legal move that begins with these words: `take the cards` for `take`."""
    legal = meanings(state, text)
    return state.why(legal[0]) if len(legal) == 1 else None


def meaning(state: State, text: str) -> Why:
    """Explain the move that an input means, the likeliest one if there are several. Ranks mean cards of the player."""
    found = _meaning(state, text)
    if found.verdict == "forbidden":
        return _as_another_card(state, found.text) or _with_another_verb(state, found.text) or found
    if found.verdict != "impossible":
        return found
    return _with_these_cards(state, found.text) or _with_all_of_rank(state, text) or found


def _as_another_card(state: State, text: str) -> Why | None:
    """Explain the first legal move that plays a card as another one, as in `play Jk as 5♥` for `play joker`."""
    design = design_of(state)
    faces = [(word, design.face_named(word)) for word in text.split()]
    begin = " ".join(word if face is None else design.faces[face].name for word, face in faces) + " as "
    found = next((move for move in state.question.legal[:MOST_READ] if move.text.startswith(begin)), None)
    return state.why(found) if found is not None else None


def _with_another_verb(state: State, text: str) -> Why | None:
    """Explain the only legal move that puts the cards of a forbidden play on the pile: `cancel 9♠` for `play 9♠`."""
    verb, _, cards = text.partition(" ")
    if verb.casefold() != "play":
        return None
    others = (move for move in state.question.legal[:MOST_READ] if move.text.partition(" ")[2] == cards)
    found = [move for move in others if (then := _after(state, move)) is not None and _are_on_pile(then, cards.split())]
    return state.why(found[0]) if len(found) == 1 else None


def _are_on_pile(state: State, cards: Sequence[str]) -> bool:
    layout, pile = state.table.machine.layout, Zones.of(state.table.machine.program).pile
    contents = [layout.contents(list(state.cells), i) for i in layout.instances if layout.program.zones[i.zone] is pile]
    there = Counter(layout.pack.name(card) for zone in contents for card in zone)
    return not Counter(cards) - there


def _with_these_cards(state: State, text: str) -> Why | None:
    """Explain the only legal move with several cards of an input: `straight 3♣ 4♣ 5♣ 6♣ 7♣` for `play …`, `queens
    gambit Q♣ Q♦ Q♥ Q♠` for `gambit …`."""
    design = design_of(state)

    def cards(words: str) -> list[str]:
        plain = [word.rstrip(ENDS) for word in words.split()]
        return sorted(word for word in plain if design.face_named(word) is not None)

    verb, named = text.partition(" ")[0].casefold(), cards(text)
    if "as" in text.split() or not named[1:]:
        return None  # the card as which another one is played is part of the choice
    found = [move for move in state.question.legal[:MOST_READ] if cards(move.text) == named]
    if verb not in {"play", *PLAYING}:
        found = [move for move in found if verb in move.text.casefold().split()]
    return state.why(found[0]) if len(found) == 1 else None


def _with_all_of_rank(state: State, text: str) -> Why | None:
    """Explain a move with all cards that the player holds of a rank in the plural: `gambit 4♣ 4♦ 4♥ 4♠` for `gambit
    4s`, if that isn't only `4♠`."""
    pack = state.table.machine.layout.pack
    rank = rank_in_plural(text, pack)
    cards = [name for name in own_cards(state) if name in of_rank(rank, pack)] if rank is not None else []
    if not cards[1:]:
        return None
    why = _meaning(state, in_full(text, cards, pack))
    return why if answers(why) and why.verdict != "impossible" else None


def rank_in_plural(text: str, pack: Pack) -> str | None:
    """Return the first rank in the plural: `4` for `gambit 4s`, which could also mean `4♠`."""
    return next((rank for word in text.split() if (rank := _plural(word, pack)) is not None), None)


def in_full(text: str, cards: Sequence[str], pack: Pack) -> str:
    """Return an input with these cards for its first rank in the plural."""
    words = text.split()
    at = next(place for place, word in enumerate(words) if _plural(word, pack) is not None)
    return " ".join([*words[:at], *cards, *words[at + 1 :]])


def _plural(word: str, pack: Pack) -> str | None:
    """Return the rank of a word such as `4s`; `as` is no plural of the ace."""
    return rank_in(in_signs(word[:-1], pack.design), pack) if word.endswith("s") and word != "as" else None


def _meaning(state: State, text: str) -> Why:
    exact = state.why(text)
    if exact.verdict == "allowed":  # `name a queen` can be the text of a move, and mean no card
        return exact
    texts = list(with_suits(state, text))
    known = [why for words in texts if (why := state.why(words)).verdict in _ORDER]
    if known:
        return min(known, key=lambda why: (_ORDER[why.verdict], len(why.standing())))
    if texts and _is_of_ranks(state, text):
        known = [why for words in texts if (why := explanation(state, words)).verdict in _ORDER]
        if known:  # only cards, which aren't numbers of moves
            return min(known, key=lambda why: (_ORDER[why.verdict], len(why.standing())))
    whole = explanation(state, text)
    if whole.verdict in _ORDER:
        return whole
    for words in (text, *texts) if is_unfinished(whole) else ():
        begun = _begun(state, words)
        if begun is not None:
            return begun
    only = _only_one(state, text)
    if only is not None:
        return only
    found = [explanation(state, words) for words in texts]
    known = [why for why in found if why.verdict in _ORDER]
    if known:
        return min(known, key=lambda why: (_ORDER[why.verdict], len(why.standing())))
    if any(other.kind == "misspelt" for other in whole.others) and found:  # `kings` isn't a slip: it is `K♣ K♦`
        return found[0]
    several = [why for why in found if any(other.kind == "one-card" for other in why.others)]
    if several:
        return several[0]
    early = [why for why in found if any(other.kind == "not-asked" for other in why.others)]
    return early[0] if early and not any(other.kind == "not-asked" for other in whole.others) else whole


def several_cards(state: State, text: str) -> str | None:
    """Return the move that an input of several ranks means: `play Q♣ Q♦` for `two queens`. None for other inputs."""
    pack = state.table.machine.layout.pack
    if not _is_of_ranks(state, text) or not in_signs(in_ranks(text, pack.design), pack.design).split()[1:]:
        return None
    found = _meaning(state, text)
    return found.text if answers(found) else None


def _is_of_ranks(state: State, text: str) -> bool:
    """True if an input names only ranks, in digits, letters or words."""
    pack = state.table.machine.layout.pack
    words = in_signs(in_ranks(text, pack.design), pack.design).split()
    return all(_is_rank(word, pack) for word in words)


def with_suits(state: State, text: str) -> Iterator[str]:
    """Yield an input with cards for its ranks: cards of the answering player if possible, else any cards.

    Without ranks, yield it without articles and `and` between its cards, if it has any.
    """
    design = design_of(state)
    plain = in_ranks(text, design)
    pack = state.table.machine.layout.pack
    most = max(wordings(plain, design), key=lambda wording: sum(_is_rank(word, pack) for word in wording.split()))
    texts = list(_with_suits(state, most.split()))
    if texts:
        yield from texts
        return
    if plain != text:
        yield in_signs(plain, design)


def _is_rank(word: str, pack: Pack) -> bool:
    return rank_in(word.rstrip(ENDS), pack) is not None


def _with_suits(state: State, words: Sequence[str]) -> Iterator[str]:
    pack = state.table.machine.layout.pack
    places: dict[str, list[int]] = {}
    for at, word in enumerate(words):
        rank = rank_in(word.rstrip(ENDS), pack)
        if rank is not None and words[at - 1 : at] != ["as"] and not _is_article(words, at):
            places.setdefault(rank, []).append(at)
    if places:
        choices = [list(_choices(state, pack, rank, at)) for rank, at in places.items()]
        for chosen in islice(product(*choices), MOST_TEXTS):
            filled = list(words)
            for where, names in zip(places.values(), chosen, strict=True):
                for place, name in zip(where, names, strict=True):
                    filled[place] = name + words[place][len(words[place].rstrip(ENDS)) :]
            yield " ".join(filled)


def _is_article(words: Sequence[str], at: int) -> bool:
    """True for the `a` in `in a melee`, which is no ace."""
    following = "".join(words[at + 1 : at + 2])
    return words[at] == "a" and following.isalpha() and len(following) > 2 and following not in _JOINING


def _choices(state: State, pack: Pack, rank: str, places: Sequence[int]) -> Iterator[Sequence[str]]:
    """Yield cards of a rank for these places in an input. Their order matters if other words separate them."""
    number = len(places)
    own = [name for name in own_cards(state) if name in of_rank(rank, pack)]
    names = own if len(own) >= number else [*own, *(name for name in of_rank(rank, pack) if name not in own)]
    together = places[-1] - places[0] < number
    yield from dict.fromkeys(combinations(names, number) if together else permutations(names, number))


def own_cards(state: State) -> list[str]:
    """Return the cards that the player who chooses sees in their own zones."""
    seat = state.question.seat
    labels = Labels(state.table.machine.layout, seat)
    seen = viewer(state.table, seat).spotted(state)
    return [bare(spot.card) for spot in seen if spot.card is not None and labels.is_own(spot.zone)]


def _past(state: State, text: str) -> Reading | None:
    """Return the position after the fewest moves in which the input answers the question.

    Of several, the one that changes least: `don't draw` rather than `draw a card`. Those that take cards, and with them
    the possibility of the move, come last.
    """
    reached: deque[tuple[State, tuple[Passed, ...]]] = deque([(state, ())])
    level: list[Reading] = []
    tried = 0
    while reached and tried < MOST_TRIED:
        earlier, passed = reached.popleft()
        if level and len(passed) >= len(level[0].passed):
            break
        tried += 1
        for move in earlier.question.legal[:MOST_MOVES]:
            following = _after(earlier, move)
            if following is None or following.over:
                continue
            answered = Passed(earlier.question.told, move.text, _gained(earlier, following, move.text))
            way: tuple[Passed, ...] = (*passed, answered)
            why = meaning(following, text) if may_answer(following, text) else None
            if why is not None and answers(why):
                level.append(Reading(following, why, way, _spent(state, following)))
            reached.append((following, way))

    def effort(reading: Reading) -> tuple[int, bool, int]:
        refused = _ORDER.get(reading.why.verdict, 0) if reading.is_costly else 0
        other = reading.state.question.seat != state.question.seat
        return refused, other, _changes(state, reading.state)

    return min(level, key=effort) if level else None


def _after(state: State, move: Move) -> State | None:
    """Return the state after a move. None if play fails there, as it can in a position without the cards of others."""
    try:
        return state.apply(move)
    except RulesetFault:
        return None


def _gained(before: State, after: State, move: str) -> str:
    if before.question.seat != after.question.seat:
        return ""
    new = Counter(own_cards(after)) - Counter(own_cards(before))
    return " ".join(card for card in new.elements() if card not in move.split())


def _spent(before: State, after: State) -> tuple[str, ...]:
    """Return the cards that have left the zones of the player who was asked before, or zones that everybody sees."""
    layout, seat = before.table.machine.layout, before.question.seat
    old, new = list(before.cells), list(after.cells)
    kept = [i for i in layout.instances if layout.program.zones[i.zone].public or layout.owns(seat - 1, i)]
    return tuple(layout.pack.name(c) for i in kept for c in {*layout.contents(old, i)} - {*layout.contents(new, i)})


def _changes(before: State, after: State) -> int:
    """Return the number of cells that differ; drawn cards count, another question doesn't."""
    pairs = enumerate(zip(before.cells, after.cells, strict=True))
    return sum(one != other for cell, (one, other) in pairs if cell not in (QUESTION, RANDOM))
