"""The limits, the findings and the extent of a search."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from parlour.base.diagnostics import RulesetError, listing
from parlour.game import Game, made
from parlour.mixing.recipes import Recipe
from parlour.storage import observed
from parlour.trials.course import CountedAction, PlayedLine, Trouble
from parlour.trials.outcome_findings import OutcomeCounts

SECONDS = 20.0  # for one mix, if nobody says otherwise
GAMES_OF_OURS = 250  # with a number of games: each policy of generated Python plays one in this number


@dataclass(frozen=True)
class SearchPlan:
    """The budget of a search: `seconds`, or `games` of each kind at each table. The search for smaller evidence takes
    at most as long again."""

    seed: int = 1
    seconds: float = SECONDS
    games: int | None = None
    players: int | None = None
    options: bool = True  # True if other values of options are tried
    native: bool | None = None


@dataclass(frozen=True)
class Suspect:
    """A game in which something went wrong. `policy` is the way in which its players choose, or None for a game in the
    search for leaks."""

    mix: Game
    players: int
    policy: str | None
    line: PlayedLine

    def shows(self, line: PlayedLine) -> bool:
        """True if a game shows the same problem."""
        return line.trouble is not None and line.trouble.key == self.trouble.key

    @property
    def trouble(self) -> Trouble:
        assert self.line.trouble is not None, "every suspect has a problem"
        return self.line.trouble


def playable(mix: Recipe) -> Game | None:
    """Return a mix, or None if it has errors or nobody can play it. It is one of many, which the cache doesn't keep."""
    try:
        with observed.watching():
            game = made(mix)
    except RulesetError:
        return None
    return game if game.players else None


@dataclass
class Searched:
    """The search so far."""

    games: int = 0
    failed: int = 0  # games with a problem: they didn't show what comes after it
    decisions: int = 0
    compared: int = 0  # questions at which hidden cards were exchanged
    native: bool = False
    stopped: bool = False  # by Ctrl-C
    sizes: set[int] = field(default_factory=set)
    mixes: int = 0  # with other options, besides the mix itself
    pairs: int = 0  # of option values that occurred together
    all_pairs: int = 0
    values: set[tuple[str, str]] = field(default_factory=set)  # of options that were tried
    all_values: int = 0
    fired: Counter[str] = field(default_factory=Counter)  # by the id of the rule
    taken: Counter[CountedAction] = field(default_factory=Counter)
    wins: dict[int, Counter[int]] = field(default_factory=dict)  # in the mix itself, by the number of players
    won: Counter[int] = field(default_factory=Counter)  # the number of these games
    outcomes: OutcomeCounts = field(default_factory=OutcomeCounts)  # of these games
    asked: dict[int, Counter[int]] = field(default_factory=dict)  # decisions of seats in watched games
    watched: Counter[int] = field(default_factory=Counter)  # the number of these games
    suspects: dict[tuple[str, str], Suspect] = field(default_factory=dict)

    def suspect(self, suspect: Suspect) -> None:
        """Keep the shortest game of each kind."""
        known = self.suspects.get(suspect.trouble.key)
        if known is None or len(suspect.line.moves) < len(known.line.moves):
            self.suspects[suspect.trouble.key] = suspect

    @property
    def words(self) -> str:
        """The extent of the search, in a sentence."""
        if not self.sizes:
            return "no games played"
        sizes = sorted(self.sizes)
        row = len(sizes) > 2 and sizes[-1] - sizes[0] == len(sizes) - 1
        players = f"{sizes[0]} to {sizes[-1]}" if row else listing([str(size) for size in sizes], "and", "")
        words = f"{self.games:,} games for {players} player{'s' * (sizes != [1])}, {self.decisions:,} decisions"
        if self.all_pairs:
            share = f"{self.pairs:,} of {self.all_pairs:,} pairs of option values"
            words += f", {self.mixes} other settings of the options ({share})"
        return f"{words}, hidden cards exchanged at {self.compared:,} questions"
