"""The games of a library to choose from, found by what people call them, with players, cards and length."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from parlour.base.diagnostics import RulesetError, did_you_mean, listing
from parlour.game import load
from parlour.library.library import Library
from parlour.library.remembered import answer, cached
from parlour.playouts.player import PlayoutError
from parlour.rulebook.entries import ListedRuleset, chain, entries_of, mentioning
from parlour.rulebook.meanings import one_line, text_by_default
from parlour.sheets.equipment import cards_in_words, players_in_words
from parlour.table.faults import RulesetFault

SAMPLE = 40  # games played to see how long one is
MEANING = 160  # characters
FACTS = "game facts"  # in the cache


@dataclass(frozen=True)
class GameFacts:
    """`moves` is the mean number of moves of a player in a whole game with the fewest players; 0 if unknown."""

    players: str
    cards: str
    moves: int


@dataclass(frozen=True)
class ShelvedGame:
    id: str
    title: str
    names: tuple[str, ...]
    text: str
    family: str
    first: bool
    facts: GameFacts | None
    """None while nobody has asked for them yet."""


@dataclass(frozen=True)
class Shelf:
    """The games of a search, and a sentence about it if it finds none by themselves."""

    games: tuple[ShelvedGame, ...]
    remark: str = ""

    @property
    def without_facts(self) -> tuple[str, ...]:
        return tuple(game.id for game in self.games if game.facts is None)


def shelf(words: str, library: Library) -> Shelf:
    """Return the games that mention all these words, in any order; without words, all games."""
    entries = entries_of(library)
    games = [entry for entry in entries if entry.listed.kind == "game" and entry.summary is not None]
    known = {entry.id: entry for entry in entries}
    wanted = words.split()
    if not wanted:
        return Shelf(_shelved(games, known, library))
    result, _ = mentioning(wanted, entries, games)
    if result:
        return Shelf(_shelved(sorted(result, key=lambda game: _distance(game, wanted)), known, library))
    rules = [entry for entry in entries if entry.listed.kind == "rule" and entry.mentions(wanted)]
    frames = {frame for rule in rules for frame in rule.wanted}
    related = [game for game in games if game.extended & frames]
    if related:
        remark = f"No game mentions {listing(wanted, 'and')}, but house rules for these do:"
        return Shelf(_shelved(related, known, library), remark)
    help = did_you_mean(words, {name.casefold() for game in games for name in game.names})
    return Shelf((), f"No game mentions {listing(wanted, 'and')}{f'; {help}' if help else '.'}")


def _distance(game: ListedRuleset, wanted: Sequence[str]) -> int:
    """Return less for a game with exactly this name, then for one with these words in its title or another name."""
    name, title = " ".join(wanted).casefold(), game.title.casefold()
    if name in (title, game.id, *map(str.casefold, game.other_names)):
        return 0
    return 1 if name in title else 2 if game.has_in_names(wanted) else 3


def _shelved(
    games: Iterable[ListedRuleset], known: Mapping[str, ListedRuleset], library: Library
) -> tuple[ShelvedGame, ...]:
    return tuple(
        ShelvedGame(
            game.id,
            game.title,
            game.other_names,
            one_line(text_by_default(game, known), MEANING),
            _family(game, known),
            game.is_first,
            _known_facts(game.id, library),
        )
        for game in games
    )


def _family(game: ListedRuleset, known: Mapping[str, ListedRuleset]) -> str:
    """Return the title of the nearest frame of a game."""
    frames = (known[id].title for id in chain(known, game.id) if id in known and known[id].listed.kind == "frame")
    return next(frames, "Other games")


def _known_facts(id: str, library: Library) -> GameFacts | None:
    known = cached(FACTS, (id,), library)
    return known.value if known is not None and isinstance(known.value, GameFacts) else None


def game_facts(id: str, library: Library) -> GameFacts | None:
    """Return what people ask about a game first, or None for one with errors. Plays a few to see how long it is."""
    try:
        load(id, library=library)  # the cache saves answers only by themselves, not as parts of others
        return answer(FACTS, (id,), library, lambda: _facts(id, library)).value
    except RulesetError:
        return None


def _facts(id: str, library: Library) -> GameFacts:
    game = load(id, library=library)
    moves = 0.0
    if game.players:
        with suppress(PlayoutError, RulesetFault):  # the page shows the rest
            moves = game.playouts(SAMPLE, seed=1, threads=1).length / game.players[0]
    return GameFacts(players_in_words(game.players), cards_in_words(game), round(moves))


def families(games: Sequence[ShelvedGame]) -> dict[str, list[ShelvedGame]]:
    """Return the games by the titles of their families."""
    result: dict[str, list[ShelvedGame]] = {}
    for game in games:
        result.setdefault(game.family, []).append(game)
    return dict(sorted(result.items()))
