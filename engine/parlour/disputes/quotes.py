"""Quotes the rules of a game about an input that is no move: `knock with 12`, `what does a 10 do`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.disputes.action_words import subject, without_clause, without_counts_of_things
from parlour.disputes.asked_words import AskedWords, asked_words
from parlour.disputes.bounds import allows
from parlour.disputes.courtesies import without_courtesies
from parlour.disputes.passages import CARDS, RulePassage, of_heading, of_other_rules, of_sheet
from parlour.disputes.question_words import COMMON, EFFECT, asks_about_duty, content, is_question
from parlour.disputes.readings import has_condition
from parlour.disputes.relevance import (
    ASKS_RESULT,
    SURE,
    Score,
    beats,
    belongs,
    is_exception_there,
    lacks_number,
    scores,
)
from parlour.disputes.rights import NO, YES, RightsVerdict, allows_one, demands, has_duty, permits
from parlour.disputes.spoken_cards import cards_in_move, kinds_in
from parlour.disputes.topics import without_cards
from parlour.game import Game
from parlour.library.spellings import NUMBER_WORDS, in_digits, spoken_words, stem
from parlour.program import NONE
from parlour.rulebook.other_words import word_in
from parlour.rulebook.phrases import in_words, phrases_of
from parlour.sheets.equipment import players_in_words
from parlour.sheets.model import PARTS
from parlour.views.signs import in_signs

SHORT = 3  # sentences of a rule that is shown whole
LONGEST = 3  # sentences of several passages in a row of a part of the sheet
LONGEST_RULE = 5  # sentences of a rule of which an excerpt can have several passages
_AFTER = re.compile(r"(?:Then|Otherwise|It|After that)\b")  # begins a sentence that needs the one before it
_FURTHER = re.compile(r"(?:Then|Otherwise|If|It|After that)\b")  # begins a sentence that qualifies the one before it


@dataclass(frozen=True)
class Excerpt:
    """Some sentences in a row of a rule, or of a part of the sheet, with its title."""

    title: str
    sentences: tuple[str, ...]
    """All sentences of the rule."""
    begin: int
    end: int

    @property
    def text(self) -> str:
        return " ".join(self.sentences[self.begin : self.end])

    def has(self, passage: RulePassage) -> bool:
        """True if an excerpt has a sentence of a passage."""
        own = self.sentences[self.begin : self.end]
        return passage.title == self.title and any(sentence in own for sentence in passage.sentences)

    def joined(self, other: Excerpt) -> Excerpt | None:
        """Return one excerpt for two of the same rule, if they are near enough."""
        begin, end = min(self.begin, other.begin), max(self.end, other.end)
        gap = end - begin - (self.end - self.begin) - (other.end - other.begin)
        if (self.title, self.sentences) != (other.title, other.sentences):
            return None
        is_rule = self.title not in PARTS.values()
        near = len(self.sentences) <= LONGEST_RULE if is_rule else gap <= 0 and end - begin <= LONGEST
        return replace(self, begin=begin, end=end) if near else None


def excerpt_of(game: Game, passage: RulePassage) -> Excerpt:
    """Return a passage with its context: a short rule is whole, and no sentence depends on one that isn't there."""
    rule = tuple(p.sentences[0] for p in of_sheet(game) if p.title == passage.title and not p.sentences[1:])
    if passage.title == CARDS or passage.offered or passage.sentences[0] not in rule:
        return Excerpt(passage.title, passage.sentences, 0, len(passage.sentences))
    if len(rule) <= SHORT and passage.title not in PARTS.values():
        return Excerpt(passage.title, rule, 0, len(rule))
    begin = rule.index(passage.sentences[0])
    end = begin + len(passage.sentences)
    begin -= bool(begin and _AFTER.match(rule[begin]))
    end += bool(end < len(rule) and _FURTHER.match(rule[end]))
    return Excerpt(passage.title, rule, begin, end)


def listed(game: Game, ranked: Iterable[RulePassage], most: int) -> list[Excerpt]:
    """Return excerpts for passages, the best first. Passages of the same rule share one if they are near enough."""
    found: list[Excerpt] = []
    for passage in ranked:
        if any(excerpt.has(passage) for excerpt in found):
            continue
        new = excerpt_of(game, passage)
        at, joined = next(((n, j) for n, each in enumerate(found) if (j := each.joined(new))), (None, None))
        if at is not None and joined is not None:
            found[at] = joined
        elif len(found) < most:
            found.append(new)
        else:
            break
    return found


MOST = 3  # passages
MOST_EQUAL = 2  # passages that answer a short question equally well
WINS = 0.45  # of the score of a clear winner, for the next passage, if the question is long
KNOWN = 0.6  # how sure a passage must be to answer a long question alone, or one of the introduction to answer at all
FAINT = 0.1  # how sure a passage must be to begin a list for a long question
LONG = 11  # words of a long question
LONG_IF = 9  # the same with circumstances
RIVAL = 0.35  # of the best score, for a passage in a list
NEAR = 0.99  # of the best score, for a passage that comes first in the sheet
NEAR_IN_RULE = 0.95  # the same for a sentence of the same rule, which defines it
MEANT = 0.35  # the same for a passage of a rule that the asker added
DECIDES = 0.6  # of the best score, for a passage with a verdict
OTHER = 0.85  # the factor for rules that aren't in the mix
GAP = 0.25  # how much surer such a rule must be
LEAST = 0.75  # how sure it must be in any case
CLEAR = 0.4  # the same as `SURE` for an input that isn't simply a question: a play with a condition, or no move
_WITHOUT = re.compile(r" without (\w+ing\b.*)", re.IGNORECASE)
_LITTLE = frozenset({"effect", "mean", "special", "happen", "play"})


@dataclass(frozen=True)
class Quote:
    """A sentence of the rule sheet, and the title of its rule or part."""

    title: str
    text: str
    offered: str = ""
    """The id of the rule, if it isn't in the mix."""
    sure: float = 1
    """The part of the question that it has, by the weights of the words; 0 without the verb of the question."""

    decides: RightsVerdict | None = None
    """The answer to the question, if the passage decides it."""

    is_alone: bool = True
    """False if other passages might be the answer."""

    @property
    def verdict(self) -> RightsVerdict | None:
        """The answer to the question, if the passage is sure to be about it, and belongs to the mix."""
        return self.decides if self.is_sure and not self.offered else None

    @property
    def is_sure(self) -> bool:
        return self.sure >= SURE

    @property
    def is_clear(self) -> bool:
        return self.sure >= CLEAR


def quotes(
    game: Game, text: str, about_rights: bool = False, titles: Collection[str] = ()
) -> tuple[Quote, ...]:
    """Return what the rule sheet says about an input. The card chart answers questions about the effect of a card.

    For a card that isn't in the chart, the sentences about it count: `Aces are low.` `about_rights` says that the input
    is the rest of a question such as `can I …`. With `titles`, only rules with these titles count.
    """
    if asks_for_players(text):
        told, verdict = with_players(game, text)
        return (Quote("The players", told, decides=verdict),)
    move = without_courtesies(text)
    is_move = move != text or not is_question(text)
    if titles or is_move:
        return _best(game, f"can {move}" if is_move and (about_rights or move != text) else text, titles=titles)
    from parlour.play.rule_lookup import cards_in_words, without_rule  # slow to import, and needed for this only

    pack = game.table(game.players[0]).machine.layout.pack
    asked = dict.fromkeys(card.text for card in cards_in_move(without_counts_of_things(text), pack))
    charted = [Quote(CARDS, told) for card in asked for told in cards_in_words(card, game)]
    about = " ".join(content(text) - content(without_cards(text, pack.design)))
    rows = [RulePassage(CARDS, (quote.text,), about=about) for quote in charted]
    others = content(without_cards(text, pack.design)) - _LITTLE
    is_charted = EFFECT.match(text) is not None and any(quote.text.endswith(".") for quote in charted)
    if others or not is_charted or kinds_in(text, pack.design):
        best = _best(game, text, rows)
        if asked and not others and not any(quote.is_sure for quote in best):  # these have only `play`
            best = ()
        elif (kinds_in(text, pack.design) and not others) or any(is_exception_there(text, q.text) for q in best[:1]):
            return best
        both = _is_long(text) and bool(charted) and EFFECT.match(text) is not None
        best = tuple(replace(quote, is_alone=quote.is_alone and not both) for quote in best)
        charted = [*dict.fromkeys((*best, *charted))]  # only values of a card say too little
    plain = [Quote(CARDS, without_rule(card, pack)) for card in asked]
    return tuple(charted[:MOST]) or _about_cards(game, tuple(asked)) or tuple(plain[:MOST])


def _best(
    game: Game, text: str, rows: Sequence[RulePassage] = (), titles: Collection[str] = ()
) -> tuple[Quote, ...]:
    """Return the passages that fit an input best. The introduction of the game counts if no rule is sure to answer."""
    best = _of_rules(game, text, rows, titles)
    if titles or any(quote.is_sure for quote in best):
        return best
    found = scores(game, asked_words(game, text, is_question(text)), of_heading(game))
    first = max(found, key=lambda p: found[p].value, default=None)
    if first is None or found[first].sure < KNOWN:
        return best
    return (Quote(first.title, first.text, sure=found[first].sure),)


def _of_rules(
    game: Game, text: str, rows: Sequence[RulePassage], titles: Collection[str]
) -> tuple[Quote, ...]:
    """Return the passages of the sheet, or the rows of its chart, that fit an input best."""
    passages = [each for each in (*of_sheet(game), *rows) if not titles or each.title in titles]
    others = [] if titles else of_other_rules(game)
    words = asked_words(game, text, is_question(text))
    found = scores(game, words, [*passages, *others])
    ranked = sorted(found, key=lambda p: -found[p].value)
    if not ranked:
        return ()
    own, other = ([p for p in ranked if bool(p.offered) is is_other] for is_other in (False, True))
    is_long = _is_long(text)
    every = {**found, **scores(game, words, of_heading(game))} if other else found
    other = [p for p in other if is_only_there(words, p, every)]
    is_other = bool(other) and (not own or (not is_long and _is_better(found[other[0]], found[own[0]])))
    if not own and not other:
        return ()
    added = {use.rule.title for use in game.composition.uses if use.by is None}
    best = other[0] if is_other else _chosen(game, text, own, found, added)
    verdict = _decided(game, text, best)
    score = found[best] if verdict is None else replace(found[best], sure=1)
    quote = Quote(best.title, best.text, best.offered, score.sure, verdict)
    excerpt = excerpt_of(game, best)
    if ASKS_RESULT.match(text) and not best.offered:
        quote = replace(quote, text=excerpt.text)
    rivals = [p for p in own if found[p].value > RIVAL * found[best].value and not excerpt.has(p)]
    if best.offered or verdict is not None or titles:
        return (quote,)
    if not is_long:
        equal = (p for p in own if p.title != best.title and found[p].value > NEAR * found[best].value)
        return (quote, *[Quote(p.title, p.text, "", found[p].sure) for p in equal][: MOST_EQUAL - 1])
    if not rivals or best.title in added or _wins(score, found[rivals[0]]):
        return (replace(quote, text=excerpt.text),)
    first, *further = listed(game, [best, *rivals], MOST)
    sure = max(score.sure, SURE) if score.sure > FAINT else score.sure
    quote = replace(quote, text=first.text, sure=sure, is_alone=False)
    return (quote, *(Quote(each.title, each.text, "", SURE) for each in further))


def speak_of(game: Game, text: str) -> bool:
    """True if a passage of the sheet has all words for the action of a question."""
    move = without_courtesies(text)
    words = asked_words(game, move if is_question(text) else f"can {move}", is_question(text))
    found = scores(game, words, of_sheet(game))
    return bool(words.action) and any(words.action <= score.words for score in found.values())


def speak_of_action_with_cards(game: Game, text: str) -> bool:
    """True if a passage of the sheet has all words of an action with cards: `an 8 called hearts`."""
    words = asked_words(game, text, True)
    act = words.plain - words.faces - words.numbers - COMMON
    if not act or act == words.telling:
        return False
    return any(words.telling <= score.words for score in scores(game, words, of_sheet(game)).values())


def _is_long(text: str) -> bool:
    return len(text.split()) >= (LONG_IF if has_condition(text) else LONG)


def _wins(best: Score, next_: Score) -> bool:
    """True if the best passage clearly is the answer to a long question."""
    return best.sure >= KNOWN and next_.value <= WINS * best.value


def _chosen(
    game: Game, text: str, own: Sequence[RulePassage], found: Mapping[RulePassage, Score], added: Collection[str]
) -> RulePassage:
    """Return the best passage that decides the question, if there is one that is good enough, or that is in a rule that
    the asker added; else the best passage, and of several that are almost equally good the first one in the sheet."""
    most = found[own[0]].value
    verdicts = [(p, _decided(game, text, p)) for p in own if found[p].value > DECIDES * most]
    decided = [p for p, verdict in verdicts if verdict is not None and verdict.is_firm]
    decided += [p for p, verdict in verdicts if verdict is not None and not verdict.is_firm]
    decided += [p for p in own if found[p].value > MEANT * most and p.title in added]
    title = own[0].title if own[0].title not in PARTS.values() else None
    first = next(
        p
        for p in found
        if not p.offered and found[p].value > (NEAR_IN_RULE if p.title == title else NEAR) * most
    )
    if not decided:
        return first
    whole, told = decided[0], dict(verdicts)
    parts = (p for p in decided if {*p.sentences} < {*whole.sentences} and told.get(p) == told.get(whole))
    return next((p for p in parts if found[p].value > NEAR_IN_RULE * found[whole].value), whole)


def _is_better(other: Score, own: Score) -> bool:
    return other.value * OTHER > own.value and other.sure > max(own.sure + GAP, LEAST)


def _about_cards(game: Game, cards: Collection[str]) -> tuple[Quote, ...]:
    """Return the sentences that name a card, its suit or its rank. Digits are ranks only in sentences about ranks."""
    design = game.program.deck.design
    found: list[Quote] = []
    for passage in of_sheet(game):
        if passage.sentences[1:]:
            continue
        signs = {word.strip(".,;:()") for word in in_signs(passage.text, design).split()}
        about_ranks = "rank" in {*map(stem, spoken_words(passage.text))}
        for card in cards:
            face = design.face_named(card)
            rank = design.rank_named(card) if face is None else design.rank_of(face)
            suit = design.suit_of(face) if face is not None else NONE
            own = {design.faces[face].name if face is not None else "", design.signs[suit] if suit != NONE else ""}
            name = design.rank_names[rank] if rank is not None else ""
            if own & signs or (name in signs and (about_ranks or not name.isdecimal())):
                found.append(Quote(passage.title, passage.text))
    return tuple(dict.fromkeys(found))[:MOST]


def _decided(game: Game, text: str, passage: RulePassage) -> RightsVerdict | None:
    """Return the answer to a question if a passage decides it, perhaps with other words for the same."""
    phrases, short = phrases_of(game.composition), without_clause(text)
    told = in_words(passage.text, phrases)
    verb = short.removeprefix("can ").partition(" ")[0]
    own = short.replace(verb, word_in(passage.text, verb, game.composition), 1)
    ways = ((text, passage.text), (short, passage.text), (own, passage.text), (in_words(short, phrases), told))
    found = (decide(asked, rule, passage.title) for asked, rule in dict.fromkeys(ways))
    return next((verdict for verdict in found if verdict is not None), None)


def decide(text: str, rule: str, title: str = "") -> RightsVerdict | None:
    """Return the answer to a question if a limit, an order, a list or a right in a rule decides it."""
    asked, title = text.removeprefix("can "), "" if title in PARTS.values() else title
    answers = (find(asked, rule) for find in (allows, beats, belongs))
    found = next((YES if answer else NO for answer in answers if answer is not None), None)
    found = found or allows_one(asked, rule, title) or demands(asked, rule, title) or _without(asked, rule, title)
    if found is not None or asked == text:
        return found
    who = subject(text)
    return permits(asked.removeprefix(who).lstrip(), rule, title, who)


def _without(asked: str, rule: str, title: str) -> RightsVerdict | None:
    """Return the answer to `can I play without taking` if a rule makes taking a duty."""
    found = _WITHOUT.search(asked)
    duty = demands(f"must I {found[1]}", rule, title) if found is not None else None
    return replace(NO, is_firm=duty.is_firm) if duty is not None else None


QUANTITIES = frozenset({"several", "all", "more", "most", "some", "both", "every", "same", "other"})


def is_only_there(asked: AskedWords, passage: RulePassage, scores: Mapping[RulePassage, Score]) -> bool:
    """True if a rule speaks of the action, and no passage of the mix does. If the question is about a duty, the rule
    must have one, and if the mix has the verb of the question, so must the rule."""
    if asks_about_duty(asked.text) and not has_duty(passage.text, asked.act):
        return False
    said = asked.action & scores[passage].words
    main = said - COMMON - QUANTITIES - asked.faces - asked.numbers  # many rules name a card
    if not main or (len(main) == 1 and main.isdisjoint(spoken_words(f"{passage.title} {passage.names}"))):
        return False
    lacks = lacks_number(asked, passage)
    own = [other for other in scores if not other.offered and lacks_number(asked, other) <= lacks]
    if not asked.is_common and not _says(passage, asked.act) and any(_says(other, asked.act) for other in own):
        return False
    return not any(said <= scores[other].words for other in own)


def _says(passage: RulePassage, verb: str) -> bool:
    return stem(verb) in {*map(stem, spoken_words(f"{passage.title} {passage.text}"))}


_NUMBER = rf"(?P<number>\d+|{NUMBER_WORDS})"
_PEOPLE = r"(?:players|people|persons|of us|friends)"
_PLAY = r"play(?: it| this| this game| the game)?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:can )?{_NUMBER}(?: {_PEOPLE})? {_PLAY}",
        rf"(?:can )?(?:we )?{_PLAY} (?:with|as|in) {_NUMBER} {_PEOPLE}",
        rf"(?:can )?(?:there be|it be played (?:by|with)) {_NUMBER}(?: {_PEOPLE})?",
    )
)
_HOW_MANY = re.compile(rf"how many (?:players|people|of us)?(?: can| may)? ?{_PLAY}", re.IGNORECASE)


def asks_for_players(text: str) -> bool:
    """True for a question about the number of players."""
    return _HOW_MANY.fullmatch(_plain(text)) is not None or _number(text) is not None


def with_players(game: Game, text: str) -> tuple[str, RightsVerdict | None]:
    """Return the numbers of players in words, and the answer if the question names a number."""
    number = _number(text)
    verdict = None if number is None else YES if number in game.players else NO
    return f"{players_in_words(game.players)}.", verdict


def _number(text: str) -> int | None:
    found = next((match for form in _FORMS if (match := form.fullmatch(_plain(text))) is not None), None)
    return None if found is None else int(in_digits(found["number"]) or found["number"])


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(" ?!.")
