"""The game of the Python API: a compiled mix, and the tables at which people can play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from parlour.base.diagnostics import Diagnostic, RulesetError, did_you_mean, listing
from parlour.documents.composition import Composition
from parlour.library.library import Library
from parlour.mixing.compiler import NO_OPTIONS, Compiled
from parlour.mixing.recipes import Recipe
from parlour.program import Program
from parlour.states.machine import Machine
from parlour.states.moves import Move
from parlour.states.state import State, Table, fast_machine, saved_table
from parlour.states.table_sizes import dealable, refusals
from parlour.table import saves
from parlour.table.beginning import read_pack
from parlour.table.chance import new_seed, secret_seed
from parlour.table.events import Event
from parlour.table.faults import StateError
from parlour.table.faults import TableError as TableError  # users of this module catch it

if TYPE_CHECKING:  # playouts are slow to import, so only methods that play many games import them
    from parlour.arrays.game_batch import GameBatch
    from parlour.influence.effects import Influence
    from parlour.playouts.played import Playouts
    from parlour.playouts.player import Player, Task
    from parlour.playouts.rollouts import Rollouts

Value = str | int | bool | None | Sequence[str | int]
Levels = int | Sequence[int] | None  # of bots, for all seats or for each

POLICIES = ("ruleset", "random")
MOST_DECISIONS = 100_000  # in one of many games


class Game:
    """A ruleset, mixed and checked. Make one with `load`."""

    def __init__(
        self,
        compiled: Compiled,
        mix: Recipe | None = None,
        set_table: Callable[[Program, int], Table] = saved_table,
    ) -> None:
        """Raise RulesetError with the findings if the mix has no Program."""
        if compiled.program is None:
            raise RulesetError(compiled.findings)
        self.program: Program = compiled.program
        self.notes = compiled.findings
        self._compiled = compiled
        self._mix = mix
        self._set_table = set_table
        self._tables: dict[tuple[int | None, bool], Table] = {}
        self._machines: dict[int, Machine] = {}
        self._players: dict[tuple[int, bool | None], Player] = {}

    @property
    def composition(self) -> Composition:
        """The documents of the mix."""
        composition = self._compiled.composition
        assert composition is not None, "every Program comes from a composition"
        return composition

    @property
    def own_documents(self) -> Mapping[str, str]:
        """The texts of the rulesets that don't come with Parlour, by the paths of their files or names in memory."""
        return self._compiled.own_texts

    @property
    def recipe(self) -> Recipe:
        """The arguments of `load`; of a pickled game only its id."""
        return self._mix or Recipe(self.id, (), (), NO_OPTIONS, None)

    @property
    def id(self) -> str:
        return self.program.id

    @property
    def title(self) -> str:
        return self.program.title

    @property
    def text(self) -> str:
        """The text of the ruleset: a few sentences about the game."""
        return self.program.text

    def for_trials(self) -> Game:
        """Return the same game, whose mixes are compiled without proofs, in half the time. Play tests what these prove.
        """
        return self if self._mix is None else Game(self._compiled, replace(self._mix, proved=False))

    def without(self, *rules: str, keep_values: bool = False) -> Game:
        """Return the same mix without these rules. Raises RulesetError if it needs them.

        With `keep_values`, options that these rules set keep their values.
        """
        mix = self._recipe("remove rules from").lacking(rules, self.composition)
        return made(mix.with_values_of(self.composition) if keep_values else mix)

    def exchanged(self, rule: str, other: str | Path) -> Game:
        """Return the same mix with another rule in the place of one. Raises RulesetError if it doesn't fit."""
        return made(self._recipe("remove rules from").lacking((rule,), self.composition).plus(other))

    def with_rule(self, rule: str | Path) -> Game:
        """Return the same mix with another rule. Raises RulesetError if the rule doesn't fit."""
        return made(self._recipe("add rules to").plus(rule))

    def set_to(self, options: Mapping[str, str | int | bool]) -> Game:
        """Return the same mix with other values of options. Raises RulesetError if they don't fit."""
        return made(self._recipe("set options in").set_to(options))

    def _recipe(self, use: str) -> Recipe:
        if self._mix is None:
            raise ValueError(f"you can't {use} a pickled game or a game from a Program")
        return self._mix

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The possible numbers of players of this mix."""
        return dealable(self.program)

    def refusals(self, players: int) -> tuple[str, ...]:
        """Return the reasons why this number of players can't play, if the rules allow it."""
        return refusals(self.program, players)

    @cached_property
    def options(self) -> Mapping[str, str]:
        return MappingProxyType({option.name: option.value for option in self.program.options})

    def table(self, players: int | None = None, *, native: bool = False) -> Table:
        """Return the table for this number of players (or the fewest possible), or raise TableError. A `native` table
        makes steps and lists moves by native code, or raises PlayoutError."""
        key = None if players is None else whole("players", players), native
        if key not in self._tables:
            admitted = self.admitted(players)
            if (admitted, native) not in self._tables:
                if native:
                    from parlour.playouts.players import native_table
                set_table = native_table if native else self._set_table
                self._tables[admitted, native] = set_table(self.program, admitted)
            self._tables[key] = self._tables[admitted, native]
        return self._tables[key]

    def admitted(self, players: int | None = None) -> int:
        """Return this number of players (or the fewest possible), or raise TableError."""
        if players is None:
            players = (self.players or self.program.players)[0]
        if whole("players", players) not in self.program.players:
            known = players_in_words(self.players or self.program.players)
            raise TableError(f"{self.title} is for {known}, not for {players}")
        against = self.refusals(players)
        if against:
            raise TableError("; ".join(against))
        return players

    def machine(self, players: int | None = None) -> Machine:
        """Return the machine for this number of players. It plays by generated Python from the beginning."""
        n = self.table(players).machine.players
        return self._machines.get(n) or self._machines.setdefault(n, fast_machine(self.program, n))

    def start(
        self,
        players: int | None = None,
        seed: int | None = None,
        pack: str | Sequence[str] | None = None,
        *,
        secret: bool = False,
    ) -> State:
        """Deal a game, and return its first question. Without a seed, each game is different.

        `pack` is the order of all cards, the first one on top, instead of the first shuffle of each pack. With `secret`
        all chance comes from the system's secret source, so that nobody can compute it; then `replay` needs the log.
        """
        table, seed = self._dealt(players, seed, secret, pack)
        return table.start(seed, None if pack is None else read_pack(table.machine.layout.pack, pack))

    def start_recorded(
        self, players: int | None = None, seed: int | None = None, *, secret: bool = False
    ) -> tuple[State, tuple[Event, ...]]:
        """Start a game as `start` does; also return the events up to the first question, for `parlour.witnesses`."""
        table, seed = self._dealt(players, seed, secret)
        return table.start_recorded(seed)

    def _dealt(
        self, players: int | None, seed: int | None, secret: bool, pack: object | None = None
    ) -> tuple[Table, int]:
        """Return the table for a new game, and its seed."""
        table = self.table(players)
        if not secret:
            return table, new_seed() if seed is None else whole("seed", seed)
        if seed is not None or pack is not None:
            given = "seed" if seed is not None else "pack"
            raise TableError(f"a secret deal can't have a `{given}`")
        return table.secretly(), secret_seed()

    def position(
        self, given: Mapping[str, object] | str | Path, players: int | None = None, seed: int | None = None
    ) -> State:
        """Set up a position: a mapping like an example's `given:`, or a file with one. The seed (else that of the
        example, else 1) places the other cards, and seeds all later chance.
        """
        from parlour.examples.position_files import position_of, read_position  # examples import this module

        if isinstance(given, Mapping):
            return position_of(given, self, players, None if seed is None else whole("seed", seed))
        if not isinstance(given, str | Path):
            raise TypeError(f"expected a position as under `given:`, or a file with one, found {_shown(given)}")
        return read_position(Path(given), self, players, seed)

    def state(self, cells: Sequence[int], players: int | None = None) -> State:
        """Return the State for a list of `machine(players)`. Raises StateError if the list isn't one of its states."""
        return self.table(players).state(cells)

    def replay(self, log: Iterable[tuple[Move | str | None, int | None]], players: int | None = None) -> State:
        """Replay a secret game from its log. The first entry is `(None, state.seed)` of the deal. Then comes each move
        with the seed of the state after it, if that state has one."""
        state: State | None = None
        for move, seed in map(_logged, _entries(log)):
            if state is None:
                if move is not None or seed is None:
                    raise StateError(
                        "the log of a secret game must start with the seed of its deal: `(None, state.seed)`"
                    )
                state = self.table(players).secretly().start(seed)
            elif move is None:
                raise StateError("in the log of a secret game, only the first entry can have no move")
            else:
                state, _ = state.again(move, seed)
        if state is None:
            raise StateError("the log of a secret game can't be empty")
        return state

    def restore(self, text: str | bytes) -> State:
        """Return the state from its `to_json`. Raises SaveError if it belongs to another ruleset."""
        if not isinstance(text, str | bytes):
            raise TypeError(f"expected a saved game from `to_json`, found {_shown(text)}")
        data = saves.parsed(text)
        return self.table(saves.number_of_players(self.program, data)).restore(data)

    def playouts(
        self,
        games: int,
        players: int | None = None,
        seed: int | None = None,
        from_state: State | None = None,
        policy: str = "ruleset",
        *,
        levels: Levels = None,
        most: int = MOST_DECISIONS,
        threads: int | None = None,
        states: bool = False,
        native: bool | None = None,
        progress: Callable[[int], object] | None = None,
        first: int = 0,
    ) -> Playouts:
        """Play many games at random, and return their results; docs/playouts.md explains them.

        `policy` is `ruleset` (players prefer actions as the ruleset says) or `random` (any legal move). With `levels`,
        one for all seats or one for each, bots think; seats of level 0 don't. `native` chooses native code or generated
        Python; None takes native code if it is available. Calls `progress` now and then with the number of finished
        games. `first` is the number of the first game: several calls can share the games of a seed.
        """
        from parlour.playouts.play_out import play_out, useful

        if not isinstance(states, bool):
            raise TypeError(f"`states` must be True or False, found {_shown(states)}")
        table, task = self._task(players, seed, from_state, policy, most, states, levels)
        if progress is not None and not callable(progress):
            raise TypeError(f"`progress` must be a function of the number of games, found {_shown(progress)}")
        for name, n, least in (("games", games, 1), ("first", first, 0)):
            whole(name, n, least)
        threads = None if threads is None else whole("threads", threads, 1)
        if not task.levels:
            return play_out(self._player(table, native), table, task, games, threads, progress, first)
        from parlour.bots.bot_games import bot_player

        with bot_player(self, task.levels, native, useful(threads)) as player:
            return play_out(player, table, task, games, threads, progress, first)

    def _player(self, table: Table, native: bool | None) -> Player:
        from parlour.playouts.players import player_for

        if native is not None and not isinstance(native, bool):
            raise TypeError(f"`native` must be True, False or None, found {_shown(native)}")
        at = table.machine.players
        if (at, native) not in self._players:
            self._players[at, native] = player_for(self.program, at, native)
        return self._players[at, native]

    def rollouts(
        self, players: int | None = None, policy: str = "ruleset", *, most: int = MOST_DECISIONS,
        native: bool | None = None,
    ) -> Rollouts:  # fmt: skip
        """Return an object that plays on from states of this table at random; the arguments are those of `playouts`."""
        from parlour.playouts.rollouts import Rollouts

        table, task = self._task(players, 0, None, policy, most, states=False)
        return Rollouts(self._player(table, native), table, task)

    def batch(
        self, n: int, players: int | None = None, seed: int | None = None, *, threads: int = 1,
        native: bool | None = None, privileged: bool = False,
    ) -> GameBatch:  # fmt: skip
        """Play `n` games at once, as arrays of numpy; docs/playouts.md explains them."""
        from parlour.playouts.player import PlayoutError

        try:
            from parlour.arrays.game_batch import GameBatch
        except ImportError:
            raise PlayoutError('a batch needs numpy: pip install "parlour[learn]"') from None
        table, task = self._task(players, seed, None, POLICIES[0], 1, states=False)
        return GameBatch(table, whole("n", n), task.seed, whole("threads", threads), privileged, native)

    def influence(self, played: Playouts, sample: int | None = None) -> Influence:
        """Estimate how often each house rule mattered in these playouts, from `sample` decisions (about 2,000)."""
        from parlour.influence.sampling import SAMPLE, influence
        from parlour.playouts.player import PlayoutError

        if played.program != self.program:
            raise PlayoutError("these are playouts of another mix")
        if played.levels:
            raise PlayoutError("these are games of bots that think; only random games show how often rules matter")
        return influence(self, played, SAMPLE if sample is None else whole("sample", sample, 1))

    def playout(
        self,
        number: int,
        players: int | None = None,
        seed: int | None = None,
        from_state: State | None = None,
        policy: str = "ruleset",
        *,
        levels: Levels = None,
        most: int = MOST_DECISIONS,
    ) -> Iterator[tuple[str | None, State]]:
        """Yield game `number` of these playouts, counted from 0: first the beginning, then each move with the state
        after it. The last pair before a fault shows its place."""
        from parlour.playouts.decisions import follow
        from parlour.playouts.player import PlayoutError

        whole("number", number, 0)
        if seed is None:
            raise PlayoutError("`playout` needs the `seed` of the games")
        table, task = self._task(players, seed, from_state, policy, most, False, levels)
        if not task.levels:
            return follow(table, task, number)
        from parlour.bots.bot_games import by_levels  # slow to import

        return follow(table, task, number, by_levels(self, task.levels, None))

    def _task(
        self, players: int | None, seed: int | None, from_state: State | None, policy: str, most: int, states: bool,
        levels: Levels = None,
    ) -> tuple[Table, Task]:  # fmt: skip
        from parlour.bots import levels_for
        from parlour.playouts.decisions import begun_from
        from parlour.playouts.player import HIGH, LOW, PlayoutError, Task

        seed = new_seed() if seed is None else whole("seed", seed)
        if not LOW <= seed <= HIGH:
            raise PlayoutError(f"`seed` must fit in 64 bits, found {seed}")
        if policy not in POLICIES:
            help = did_you_mean(str(policy), POLICIES)
            raise PlayoutError(
                f"`policy` must be {listing(POLICIES)}, found {_shown(policy)}" + (f"; {help}" if help else "")
            )
        whole("most", most, 1)
        begin = None
        if from_state is not None:
            if not isinstance(from_state, State):
                raise TypeError(f"`from_state` must be a state of this game, found {_shown(from_state)}")
            begin = begun_from(from_state, self.program, players)
            players = from_state.players
        table = self.table(players)
        thinking = levels_for(levels, table.machine.players)
        return table, Task(seed, begin, policy == POLICIES[0], most, states, levels=thinking)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the rules with the game, so that the other process needs no files."""
        return _arrived, (self.composition, self.program, self.notes)

    def __deepcopy__(self, _: object) -> Game:
        return self  # it never changes

    def __repr__(self) -> str:
        return f"<Game {self.program.id}>"


def load(
    subject: str | Path,
    with_: str | Path | Iterable[str | Path] = (),
    without: str | Iterable[str] = (),
    options: Mapping[str, Value] = NO_OPTIONS,
    library: Library | None = None,
) -> Game:
    """Load a game or a mix in one line as `parlour.load` does, with findings worded for the command line."""
    if not isinstance(subject, str | Path):
        raise TypeError(f"expected the id or file of a game, found {_shown(subject)}")
    return made(Recipe.of(subject, *changes_of(with_, without, options), library))


def made(mix: Recipe) -> Game:
    with mix.line.places():
        return Game(mix.compiled(), mix)


def changes_of(
    with_: object, without: object, options: object
) -> tuple[list[str | Path], list[str], dict[str, str | int | bool]]:
    """Return the rules to add, the rules to leave out and the options to set, in the form for the compiler."""
    if not isinstance(options, Mapping):
        raise TypeError(f"`options` must be a mapping such as {{'hand-size': 7}}, found {_shown(options)}")
    values = {name: _value(name, value) for name, value in options.items()}
    return _names("with_", with_), [str(name) for name in _names("without", without)], values


def _arrived(composition: Composition, program: Program, notes: tuple[Diagnostic, ...]) -> Game:
    """Unpickle a game."""
    return Game(Compiled(program, notes, lambda: composition))


def _names(what: str, given: object) -> list[str | Path]:
    """Return the names in a list, or a single name as a list."""
    if isinstance(given, str | Path):
        return [given]
    names: list[str | Path] = []
    for name in given if isinstance(given, Iterable) else [given]:
        if not isinstance(name, str | Path):
            raise TypeError(f"`{what}` must be ids or files of rules, found {_shown(name)}")
        names.append(name)
    return names


def _value(name: object, value: object) -> str | int | bool:
    """Return the value of an option as the command line writes it."""
    if not isinstance(name, str):
        raise TypeError(f"expected the name of an option, found {_shown(name)}")
    if value is None:
        return "none"
    if isinstance(value, str | int | bool):
        return value
    if isinstance(value, list | tuple) and all(isinstance(item, str | int) for item in value):
        return f"[{', '.join(map(str, value))}]"
    raise TypeError(f"option `{name}`: expected a number, a bool, a string or a list of strings, found {_shown(value)}")


def _entries(log: object) -> Iterable[object]:
    if not isinstance(log, Iterable) or isinstance(log, str | bytes):
        raise TypeError(f"the log of a secret game must be a list of pairs, found {_shown(log)}")
    return log


def _logged(entry: object) -> tuple[Move | str | None, int | None]:
    """Return a pair of the log of a secret game, checked."""
    if not isinstance(entry, tuple | list) or len(entry) != 2 or not isinstance(entry[0], Move | str | None):
        raise TypeError(f"the log of a secret game must have pairs of a move and a seed, found {_shown(entry)}")
    move, seed = entry
    return move, None if seed is None else whole("seed", seed)


def whole(what: str, value: object, least: int | None = None) -> int:
    """Return an argument that must be a whole number, and at least so large."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"`{what}` must be a whole number, found {_shown(value)}")
    if least is not None and value < least:
        from parlour.playouts.player import PlayoutError

        raise PlayoutError(f"`{what}` must be at least {least}, found {value}")
    return value


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def players_in_words(counts: Sequence[int]) -> str:
    return f"{numbers(counts)} player{'s' if list(counts) != [1] else ''}"


def numbers(counts: Sequence[int]) -> str:
    """Return the numbers in words: `2 to 7`, `4`, `2, 4 or 6`."""
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    texts = [str(n) for n in counts]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
