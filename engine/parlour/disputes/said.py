"""Turns people's words about a play into a move and a card on top: `a 10 on a Jack`, `lead 2♥`, `trump with the 7`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from parlour import program as p
from parlour.base.diagnostics import listing
from parlour.disputes.plain import PlainTable
from parlour.disputes.question_words import PLAYING
from parlour.disputes.special_ranks import special_ranks
from parlour.disputes.spoken_cards import (
    UnclearError,
    cards_in_move,
    of_rank,
    rank_in,
    read_cards,
    with_colours,
    without_articles,
)
from parlour.disputes.spoken_zones import Zones
from parlour.game import Game
from parlour.library.spellings import in_digits
from parlour.table.cards import Pack
from parlour.views.signs import in_signs

_ON = re.compile(
    r"(.+?)(?: (?:that|which)(?: is|'s))? (on|onto|on top of|under) "
    r"(?:an? |one |the |my |your )?(?:single |lone )?(\S.*)",
    re.IGNORECASE,
)
_WITH = re.compile(r"(\w+) (.+) with (.+)", re.IGNORECASE)
_FOR = re.compile(r"(\w+) (.+) for (.+)", re.IGNORECASE)
_UNDER = re.compile(
    r"(.+?),? (?:with|when|if|where)(?: there(?: is|'s))? (?:an? |the )?(\S+) (?:under|below|beneath|underneath)"
    r"(?: it)?",
    re.IGNORECASE,
)
_AS_MOVE = re.compile(r"(?:(?:play|use) )?(.+) as (?:an? |the )?(\w+)", re.IGNORECASE)
_ON_ONE = re.compile(r"(.+?) (take|beat|answer|counter|cover|top|capture)s? (.+)", re.IGNORECASE)
_LAST = re.compile(r"(?:(?:go|be|get) out|finish|win|end) (?:with|on|by playing) (.+)", re.IGNORECASE)
_CARDS = re.compile(r"(\w+) (two|three|four|[234]) cards", re.IGNORECASE)
_NUMBER = re.compile(r"(\w+) (\w+)(?: (?!times)[a-z]+s)?", re.IGNORECASE)
_COMBINATION = re.compile(
    r"(?:(?:play|put|lay) )?an? (single|pair|triple) (?:on|beats?) an? (single|pair|triple)", re.IGNORECASE
)
_SAME = re.compile(
    r"(?:play|put|lay) (?:(?:a card of |one of )?the same (?:rank|value|number)|an equal (?:card|rank|value))"
    r"(?: again)?(?: on (?:it|that|top))?",
    re.IGNORECASE,
)
_ONE = re.compile(r"((?:\w+ )?)one (\S+)((?: (?:on|under|with|if|when) .+)?)", re.IGNORECASE)
_SIZES = {"single": 1, "pair": 2, "triple": 3}
_ARTICLE = re.compile(r"^(?:An?|The) (?!A\b)")  # `A A on a K` are two aces
_ARTICLES = frozenset({"a", "an", "the"})
_BETWEEN = re.compile(
    r"(.+?),? (?:if|when|with|where)(?: there)?(?: is|'s)? (?:an? |the )?(\S+)(?: in)? between", re.IGNORECASE
)


@dataclass(frozen=True)
class SpokenPlay:
    """The text of a move, the card that it goes on, and the card under that, as far as the words name them."""

    move: str
    top: str | None = None
    under: str | None = None
    is_last: bool = False
    """True if the words ask whether the player is out then: `go out with a joker`."""


def said(game: Game, pack: Pack, text: str, table: PlainTable) -> SpokenPlay:
    """Return the play that these words describe at a table. Words of the game stay unchanged."""
    _check_number(game.program, pack, text)
    if any(_words_in_common(arm, text) for arm in _arms(game.program)):
        return SpokenPlay(text)
    text = _without_one(pack, _on_same_rank(game, pack, text))
    text = _as_play(game.program, pack, _with_ranks(pack, text))
    if _number(text, pack) > 1 and is_verb(game.program, "play"):
        text = f"play {text}"
    last = _last(game.program, pack, text)
    if last is not None:
        return replace(said(game, pack, f"play {last}", table), is_last=True)
    answer = _answer(game.program, pack, text)
    if answer is not None:
        return SpokenPlay(answer)
    against = _against(game.program, pack, text)
    if against is not None:
        return against
    told, top, under = _on(game.program, pack, _with_number(game.program, _with_cards(game, pack, text)))
    move = _with_card(game, pack, told, table if top is None else replace(table, top=top, under=under))
    verb, _, rest = move.partition(" ")
    if _takes_nothing(game.program, verb) and _are_cards(rest, pack):  # `slap 7 5 7`: these are on the pile
        below, over = (" ".join(card.text for card in read_cards(each or "none", pack, "")) for each in (top, rest))
        return SpokenPlay(verb, f"{below} {over}".strip())
    is_own = any(verb.casefold() in words for words in _words(game.program))
    card = rest.removeprefix("with ")  # `knock with 7♠`, but not `knock with 10`, which are points
    is_number = card.isdecimal() or in_digits(card) is not None
    if is_own and card != rest and not is_number and _are_cards(card, pack) and not _takes(game.program, verb, "with"):
        move = f"{verb} {card}"
    if (verb.casefold() in PLAYING and (top is not None or not is_own)) or (verb.casefold() == "play" and not is_own):
        rest = rest.removeprefix("with ")
        plays = "play " if is_verb(game.program, "play") else ""
        move = f"{plays}{rest}" if _are_cards(rest, pack) else move
    return SpokenPlay(without_articles(with_colours(move, pack.design), pack.design), top, under)


def _check_number(program: p.Program, pack: Pack, text: str) -> None:
    """Raise an error for a number that is no rank where moves name cards: `play 11`."""
    verb, *articles, number = text.split() if " " in text.strip() else (text, "")
    is_rank = not number.isdecimal() or rank_in(number, pack) is not None or not {*articles} <= _ARTICLES
    own = [arm for arm in _arms(program) if arm.slots and _begins(arm, verb)] if not is_rank else []
    if own and all(any(_has(arm, kind) for kind in ("card", "cards")) and not _has(arm, "int") for arm in own):
        ranks = [rank for rank in pack.rank_names if len(of_rank(rank, pack)) > 0]
        raise UnclearError(f"`{text}`: this pack has no {number}", f"its ranks are {listing(ranks, 'and', '')}")


def _without_one(pack: Pack, text: str) -> str:
    """Return `play 6 on two 5s` for `play one 6 on two 5s`."""
    found = _ONE.fullmatch(" ".join(text.split()))
    return "".join(found.groups()) if found is not None and _are_cards(found[2], pack) else text


def _with_ranks(pack: Pack, text: str) -> str:
    """Return `9 9 on 7` for `a pair on a single`: ranks in the middle, the first one higher."""
    found = _COMBINATION.fullmatch(" ".join(text.split()))
    middle = pack.design.ordered // 2
    if found is None or len(of_rank(pack.rank_names[middle], pack)) < max(_SIZES.values()):
        return text
    parts = zip(found.groups(), (middle, middle - 2), strict=True)
    return " on ".join(" ".join([pack.rank_names[rank]] * _SIZES[word.casefold()]) for word, rank in parts)


def _as_play(program: p.Program, pack: Pack, text: str) -> str:
    """Return `take 7 3 with a king` for `a king take 7 and 3`, `Q♠ on a joker` for `Q♠ answers a joker`, `gambit four
    kings` for `four kings as a gambit`, or `go` for `say go`."""
    verb, _, rest = text.partition(" ")
    if verb.casefold() == "say" and not is_verb(program, verb) and is_verb(program, rest.partition(" ")[0]):
        return rest
    taken = _WITH.fullmatch(" ".join(text.split()))
    if taken is not None and _takes_with_one(program, taken[1]):
        one, several = (_number(each, pack) for each in taken.groups()[1:])
        if one == 1 < several:
            return f"{taken[1]} {taken[3]} with {taken[2]}"
    named = _AS_MOVE.fullmatch(" ".join(text.split()))
    if named is not None and is_verb(program, named[2]) and _are_cards(named[1], pack):
        return f"{named[2].casefold()} {named[1]}"
    on = _ON_ONE.fullmatch(" ".join(text.split()))
    if on is None or not _are_cards(on[1], pack) or not _are_cards(on[3], pack):
        return text
    if _takes(program, on[2], "with"):
        return f"{on[2]} {on[3]} with {on[1]}"
    return f"{on[1]} on {on[3]}" if not any(zone.led_by is not None for zone in program.zones) else text


def is_on(table: PlainTable, heard: SpokenPlay, pack: Pack) -> bool:
    """True if the card that the play goes on is on top of the table, perhaps in more detail. Raise an error if another
    card is."""
    on, top = (read_cards(text or "none", pack, "--top")[-1:] for text in (heard.top, table.top))
    if not on or not top or on[0].rank != top[0].rank or (not on[0].is_rank and not top[0].is_rank and on != top):
        raise UnclearError(f"`--top {table.top}`: you also say that the card on top is {heard.top}")
    return True


def _last(program: p.Program, pack: Pack, text: str) -> str | None:
    """Return the cards with which a player wants to go out, as in `go out with a joker`; None for other inputs."""
    last = _LAST.fullmatch(" ".join(text.split()))
    verb = text.split()[0].casefold()
    if last is None or is_verb(program, verb) or not is_verb(program, "play") or not _are_cards(last[1], pack):
        return None
    led = any(zone.led_by is not None for zone in program.zones)
    return None if verb == "win" and led else last[1]  # there, players win with a card what somebody has led


def is_verb(program: p.Program, verb: str) -> bool:
    """True if moves begin with this word."""
    return any(_begins(arm, verb) for arm in _arms(program))


def _against(program: p.Program, pack: Pack, text: str) -> SpokenPlay | None:
    """Return `counter Q♠` on a joker for `counter a joker with the Q♠`, where moves with this verb take one card, and
    `switch A` on a king for `switch an ace for a king`."""
    exchanged = _FOR.fullmatch(" ".join(text.split()))
    if exchanged is not None and is_verb(program, exchanged[1]) and not _takes(program, exchanged[1], "for"):
        given, there = (without_articles(each, pack.design) for each in exchanged.groups()[1:])
        are_cards = _are_cards(given, pack) and _are_cards(there, pack)
        return SpokenPlay(f"{exchanged[1]} {given}", there) if are_cards else None
    said = _WITH.fullmatch(" ".join(text.split()))
    if said is None or _takes(program, said[1], "with"):
        return None
    if not _are_cards(said[2], pack) or not _are_cards(said[3], pack):
        return None
    one = any(_begins(arm, said[1]) and _has(arm, "card") for arm in _arms(program))
    return SpokenPlay(without_articles(f"{said[1]} {said[3]}", pack.design), said[2]) if one else None


def _answer(program: p.Program, pack: Pack, text: str) -> str | None:
    """Return `beat 6♦ with 9♦` for `9♦ on 6♦`, where moves name a card of the table and then one of the hand."""
    on = _ON.fullmatch(" ".join(text.split()))
    if on is None:
        return None
    verb, _, rest = on[1].partition(" ")
    card = rest if verb.casefold() in {"play", *PLAYING} and rest else on[1]
    if not _are_cards(card, pack) or not _are_cards(on[3], pack):
        return None
    for arm in _arms(program):
        match arm.notation:
            case (str() as begin, p.Hole() as first, str() as link, p.Hole() as second) if (
                first.type.kind == second.type.kind == "card" and link.strip() == "with"
            ):
                plain = (without_articles(with_colours(each, pack.design), pack.design) for each in (on[3], card))
                return f"{begin}{next(plain)}{link}{next(plain)}"
    return None


def _takes_nothing(program: p.Program, verb: str) -> bool:
    """True if only questions without other choices have moves with this verb, and everybody sees the top of a pile."""
    own = [question for question in program.questions if any(_begins(arm, verb) for arm in question.arms)]
    chosen = any(arm.slots for question in own for arm in question.arms)
    return bool(own) and not chosen and Zones.of(program).pile is not None


def _with_cards(game: Game, pack: Pack, text: str) -> str:
    """Return an input with cards of one rank for `two cards`, as in `play two cards`."""
    found = _CARDS.fullmatch(" ".join(text.split()))
    if found is None or found[1].casefold() not in {"play", *PLAYING}:
        return text
    are_moves = any(isinstance(arm.notation[0], p.Hole) for arm in _arms(game.program))  # cards alone
    if not is_verb(game.program, found[1]) and not are_moves:
        return text
    number = int(in_digits(found[2]) or found[2])
    rank = _plain_rank(game, pack, number)
    return f"{found[1]} {' '.join(of_rank(rank, pack)[:number])}" if rank is not None else text


def _on_same_rank(game: Game, pack: Pack, text: str) -> str:
    """Return `9 on 9` for `play the same rank`."""
    rank = _plain_rank(game, pack, 2) if _SAME.fullmatch(" ".join(text.split())) else None
    return f"{rank} on {rank}" if rank is not None else text


def _plain_rank(game: Game, pack: Pack, number: int) -> str | None:
    """Return a rank in the middle with as many cards, if possible one without a rule of its own."""
    special = special_ranks(game)
    ranks = [rank for rank in pack.rank_names[: pack.design.ordered] if len(of_rank(rank, pack)) >= number]
    plain = [rank for rank in ranks if rank not in special] or ranks
    return plain[len(plain) // 2] if plain else None


def _with_number(program: p.Program, text: str) -> str:
    """Return `bid 0` for `bid zero` or `bid 0 tricks`, if the moves that begin with this verb have a number."""
    number = _NUMBER.fullmatch(" ".join(text.split()))
    digits = (number[2] if number[2].isdecimal() else in_digits(number[2])) if number is not None else None
    if number is None or digits is None:
        return text
    counts = any(_begins(arm, number[1]) and _has(arm, "int") for arm in _arms(program))
    return f"{number[1]} {digits}" if counts else text


def _on(program: p.Program, pack: Pack, text: str) -> tuple[str, str | None, str | None]:
    """Return the move, and the cards that it goes on: `play a 7`, `3` and `8` for `play a 7 on a 3 on an 8`."""
    on = _ON.fullmatch(" ".join(text.split()))
    if on is None or Zones.of(program).pile is None or _takes(program, on[1].partition(" ")[0], "on"):
        return text, None, None
    between, further = _BETWEEN.fullmatch(on[3]), _UNDER.fullmatch(on[3]) or _ON.fullmatch(on[3])
    top, under = (further[1], further.groups()[-1]) if further else (on[3], None)
    if between is not None:
        under, top = between.groups()
    if on[2].casefold() == "under":
        top = _in_same_suit(pack, on[1], top)
    if not _are_cards(top, pack) or (under is not None and not _are_cards(under, pack)):
        return text, None, None
    return _ARTICLE.sub("", on[1]), top, under


def _in_same_suit(pack: Pack, lower: str, higher: str) -> str:
    """Return a card instead of a rank that another card goes under: that is only said of cards of one suit."""
    under, over = (cards_in_move(each, pack) for each in (lower, higher))
    if len(under) != 1 or len(over) != 1 or under[0].is_rank or not over[0].is_rank:
        return higher
    suits = {name: pack.design.suit_of(_face(name, pack)) for name in (under[0].text, *of_rank(over[0].rank, pack))}
    return next((name for name in list(suits)[1:] if suits[name] == suits[under[0].text]), higher)


def _with_card(game: Game, pack: Pack, text: str, table: PlainTable) -> str:
    """Return an input with a card for a suit alone, as in `lead spades`, if the move takes no suit."""
    words, program = text.split(), game.program
    sign = in_signs(words[-1], pack.design) if words[1:] else ""
    if words[0].casefold() not in {"play", *PLAYING} or sign not in pack.design.signs:
        return text
    if any(_begins(arm, words[0]) and _has(arm, "suit") for arm in _arms(program)):
        return text
    if " ".join(words[1:-1]).removeprefix("with ") not in ("", "a", "an", "the", "any", "my", "with"):
        return text
    card = _card_of(pack.design.signs.index(sign), game, pack, table)
    return f"{words[0]} {card}" if card is not None else text


def _card_of(suit: int, game: Game, pack: Pack, table: PlainTable) -> str | None:
    """Return a card of a suit: one of the hand, or else one that isn't elsewhere. Special cards come last."""
    there = zip(pack.design.faces, pack.of_face, strict=True)
    own = [face.name for face, cards in there if cards and face.suit == suit]
    hand = table.hand_of_mover(game.program)
    elsewhere = _cards_in((table.top, table.under, table.next_hand, *table.given.values()), pack)
    held = [name for name in own if name in _cards_in((hand,), pack)]
    choices = held or [name for name in own if name not in elsewhere] or own
    special = special_ranks(game)
    plain = [name for name in choices if pack.design.ranks[pack.design.rank_of(_face(name, pack))].name not in special]
    found = plain or choices
    return found[len(found) // 2] if found else None


def _face(name: str, pack: Pack) -> int:
    face = pack.design.face_named(name)
    assert face is not None, "the name comes from the design"
    return face


def _cards_in(texts: Iterable[str | None], pack: Pack) -> set[str]:
    """Return the cards that these parts of a table name. Other words don't count here."""
    return {card.text for text in texts if text is not None for card in cards_in_move(text, pack)}


def _has(arm: p.Arm, kind: p.Kind) -> bool:
    return any(isinstance(piece, p.Hole) and piece.type.kind == kind for piece in arm.notation)


def _arms(program: p.Program) -> Iterator[p.Arm]:
    return (arm for question in program.questions for arm in question.arms)


def _begins(arm: p.Arm, verb: str) -> bool:
    return next(iter(_words_of(arm)), "") == verb.casefold()


def _words_in_common(arm: p.Arm, text: str) -> bool:
    """True if an input has the first words of an action, with an article of its own: `claim a jack: swap cards`, or the
    beginning `claim a jack`."""
    first = arm.notation[0] if arm.notation else None
    first = first if isinstance(first, str) else ""
    own, words = ([word.rstrip(".,:;") for word in said.casefold().split()] for said in (first, text))
    common = min(len(own), len(words))
    return own[:common] == words[:common] and not _ARTICLES.isdisjoint(own[:common])


def _takes(program: p.Program, verb: str, word: str) -> bool:
    """True if the moves that begin with a verb have this word."""
    return any(_begins(arm, verb) and word in _words_of(arm) for arm in _arms(program))


def _takes_with_one(program: p.Program, verb: str) -> bool:
    """True if moves that begin with a verb take cards with one other card: `take 4 3 with 7`."""
    arms = [arm for arm in _arms(program) if _begins(arm, verb) and "with" in _words_of(arm)]
    holes = [[piece.type.kind for piece in arm.notation if isinstance(piece, p.Hole)] for arm in arms]
    return any(kinds[:1] == ["cards"] for kinds in holes) and all(kinds[1:] == ["card"] for kinds in holes)


def _number(text: str, pack: Pack) -> int:
    """Return the number of cards that a text names; 0 for other words."""
    try:
        return len(read_cards(text, pack, ""))
    except UnclearError:
        return 0


def _words(program: p.Program) -> Iterator[list[str]]:
    return (_words_of(arm) for arm in _arms(program))


def _words_of(arm: p.Arm) -> list[str]:
    return [word for piece in arm.notation if isinstance(piece, str) for word in piece.casefold().split()]


def _are_cards(text: str, pack: Pack) -> bool:
    return _number(text, pack) > 0
