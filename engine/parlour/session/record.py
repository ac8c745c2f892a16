"""The format of saved games: the setup and every move, from which a game can be continued or replayed.

A save also has the position, with digests of its rules and of its layout, to notice changes and damage.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from parlour.base.diagnostics import did_you_mean, listing
from parlour.base.printable import printable, value_word
from parlour.bots import BOT, BOT_NAMES, is_bot
from parlour.documents.contents import path_of
from parlour.game import Game, load
from parlour.library.library import Library, is_path
from parlour.library.loading import Texts, lasting_name
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.table.chance import seed_of
from parlour.table.events import Event
from parlour.table.faults import StateError
from parlour.table.saves import SaveError, parsed

HUMAN = "human"
ALIASES = {"you": HUMAN, "0": BOT}  # that people may write
_SEAT = re.compile(r"(seat )?\d+", re.IGNORECASE)
PLAYERS = (HUMAN, *BOT_NAMES)  # and times
LONGEST_NAME = 20
FORMAT, SECRET_FORMAT = 1, 2  # the second one also has the seeds of a secret table


@dataclass(frozen=True)
class Setup:
    """The mix, the players and the seed. `seats` are `human` or the name of a bot; `names` are what people call the
    players, if they have names. At a secret table, chance may all follow from a `word` (`chance.seed_of`)."""

    subject: str
    with_: tuple[str, ...]
    without: tuple[str, ...]
    options: Mapping[str, str]
    seats: tuple[str, ...]
    seed: int  # at a secret table only for the bots
    secret: bool = False
    names: tuple[str, ...] = ()
    word: str = ""
    documents: Mapping[str, str] = field(default_factory=dict)
    """The rulesets of the mix that don't come with Parlour, by the names that `subject` and `with_` have for them."""

    @classmethod
    def of(
        cls, game: Game, seats: tuple[str, ...], seed: int, secret: bool, names: tuple[str, ...] = (), word: str = ""
    ) -> Setup:
        mix = game.recipe
        options = {name: value_word(v) for name, v in mix.options.items()}
        subject, with_, own = str(mix.subject), tuple(map(str, mix.with_)), game.own_documents
        return cls(subject, with_, mix.without, options, seats, seed, secret, names, word, own)

    @property
    def named(self) -> Mapping[int, str]:
        """The names of the players by seat."""
        return dict(enumerate(self.names, 1))

    @property
    def cards(self) -> str:
        """Return the source of the cards."""
        return "secret seeds" if self.secret else f"seed {self.seed}"

    def seed_of(self, step: int) -> int | None:
        """Return the seed of the deal, 0, or of a move, 1 and up, if it follows from a word."""
        return seed_of(self.word, step) if self.word else None

    @property
    def players(self) -> int:
        return len(self.seats)

    def load(self) -> Game:
        """Load the mix. Its own rulesets are as they were, whatever their files contain today."""
        texts = Texts.of(self.documents)
        paths = dict(zip(self.documents, texts.paths, strict=True))
        subject, *with_ = (paths.get(name, name) for name in (self.subject, *self.with_))
        return load(subject, with_, self.without, self.options, Library.standard().with_texts(texts) if paths else None)

    def at_home(self) -> Setup:
        """Return the setup with names that mean the same from another folder."""
        names = (self.subject, *self.with_)
        subject, *with_ = (name if name in self.documents else absolute(name) for name in names)
        return replace(self, subject=subject, with_=tuple(with_))


def seats_of(seats: object) -> tuple[str, ...]:
    """Return who plays at each seat. Raises ValueError for an unknown name."""
    if isinstance(seats, str) or not isinstance(seats, Sequence):
        raise TypeError(f"`seats` must be a list such as ['{HUMAN}', 'bot'], found {seats!r}")
    names = tuple(ALIASES.get(who, who) if isinstance(who, str) else str(who) for who in seats)
    for who, name in zip(seats, names, strict=True):
        if not is_player(name):
            raise ValueError(f"`seats`: unknown player {who!r}; {players_like(name)}")
    return names


def names_of(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the names of the players. Raises ValueError unless each seat has its own."""
    plain = tuple(" ".join(name.split()) for name in names)
    for number, name in enumerate(plain):
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise ValueError(f"expected a name of 1 to {LONGEST_NAME} letters, found `{printable(name)}`")
        if name.casefold() == "you" or _SEAT.fullmatch(name):
            raise ValueError(f"`{name}` can't be a name: it already means a player")
        if name.casefold() in map(str.casefold, plain[:number]):
            raise ValueError(f"two players are called `{name}`")
    if plain and len(plain) != players:
        raise ValueError(f"expected a name for each of {players} seats, found {len(plain)}")
    return plain


def is_player(name: str) -> bool:
    """Return True for somebody who can sit at a table."""
    return name == HUMAN or is_bot(name)


def players_like(name: str) -> str:
    """Return the help for an unknown player."""
    return did_you_mean(name, PLAYERS) or f"each seat is {listing((*PLAYERS, '`200ms` or another time'))}"


def absolute(reference: str) -> str:
    """Return the whole path of a file; an id stays as it is."""
    return lasting_name(path_of(reference)) if is_path(reference) else reference


@dataclass(frozen=True)
class Remark:
    """A finding that the game shows at its end: its code and message, and the seat and move after which it shows. There
    is no move if the last position shows it."""

    code: str
    message: str
    seat: int | None = None
    move: str | None = None


@dataclass(frozen=True)
class GameRecord:
    """The setup and the moves of a game, and the finding for which it was saved, if it was.

    At a secret table `seeds` has the seed of the deal and of each move that involved chance.
    """

    setup: Setup
    moves: tuple[str, ...] = ()
    seeds: tuple[int | None, ...] = ()
    remark: Remark | None = None

    def after(self, move: str, seed: int | None) -> GameRecord:
        seeds = (*self.seeds, seed) if self.setup.secret else ()
        return replace(self, moves=(*self.moves, move), seeds=seeds)

    def up_to(self, moves: int) -> GameRecord:
        """Return the record with only the first moves."""
        return replace(self, moves=self.moves[:moves], seeds=self.seeds[: moves + 1])

    def data(self, state: State) -> dict[str, object]:
        """Return the content of the file; `state` is the current position."""
        s = self.setup.at_home()
        seeds = {"seeds": [None if seed is None else str(seed) for seed in self.seeds]} if s.secret else {}
        return {
            "parlour game": SECRET_FORMAT if s.secret else FORMAT,
            "game": s.subject,
            "with": list(s.with_),
            "without": list(s.without),
            "set": dict(s.options),
            "seats": list(s.seats),
            **({"names": list(s.names)} if s.names else {}),
            "seed": s.seed,
            "moves": list(self.moves),
            **seeds,
            **({"word": s.word} if s.word else {}),
            **({"documents": dict(s.documents)} if s.documents else {}),
            **({"finding": asdict(self.remark)} if self.remark is not None else {}),
            "position": json.loads(state.to_json()),
        }

    def text(self, state: State) -> str:
        return json.dumps(self.data(state), ensure_ascii=False, indent=1) + "\n"


def read_record(text: str | bytes, name: str) -> tuple[GameRecord, object]:
    """Return a record, and the data of the position that it must lead to. Messages call the text `name`."""
    data = parsed(text, name)
    if not isinstance(data, dict) or "parlour game" not in data:
        raise SaveError(f"{name} is not a saved game")
    if data["parlour game"] not in (FORMAT, SECRET_FORMAT):
        known = f"{FORMAT} and {SECRET_FORMAT}"
        raise SaveError(f"{name} has format {data['parlour game']}; this version reads formats {known}")
    secret = data["parlour game"] == SECRET_FORMAT
    if secret and "seeds" not in data:
        raise SaveError(f"can't replay {name}: its seeds are missing")
    try:
        options = {_text(name): _text(value) for name, value in data["set"].items()}
        seats = seats_of(data["seats"])
        setup = Setup(
            _text(data["game"]), _texts(data["with"]), _texts(data["without"]), options, seats, int(data["seed"]),
            secret, names_of(_texts(data.get("names", [])), len(seats)), _text(data.get("word", "")),
            {_text(name): _text(text) for name, text in data.get("documents", {}).items()},
        )  # fmt: skip
        moves = _texts(data["moves"])
        seeds = _seeds(data["seeds"], len(moves)) if secret else ()
        remark = _remark(data["finding"]) if "finding" in data else None
        return GameRecord(setup, moves, seeds, remark), data["position"]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise SaveError(f"{name} is damaged: an entry is missing or invalid") from None


def _remark(value: object) -> Remark:
    if not isinstance(value, dict):
        raise TypeError
    seat, move = value["seat"], value["move"]
    whose = None if seat is None else int(seat)
    return Remark(_text(value["code"]), _text(value["message"]), whose, None if move is None else _text(move))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(map(_text, value))


def _seeds(value: object, moves: int) -> tuple[int | None, ...]:
    """Read the seeds: one for the deal, and one or none for each move. They are strings, as JSON numbers are too
    small."""
    if not isinstance(value, list) or len(value) != moves + 1 or value[0] is None:
        raise ValueError
    return tuple(None if seed is None else int(_text(seed)) for seed in value)


@dataclass(frozen=True)
class RecordedStep:
    """A step of a game: seat and move (None at the beginning), the resulting state and the events."""

    seat: int | None
    move: str | None
    state: State
    events: tuple[Event, ...]


def _again(state: State, move: Move, seed: int | None) -> tuple[State, tuple[Event, ...]]:
    try:
        return state.again(move, seed)
    except StateError as error:
        raise SaveError(f"the saved game is damaged: {error}") from None


def _check(record: GameRecord) -> None:
    """Raise SaveError if a seed doesn't follow from the word."""
    for step, seed in enumerate(record.seeds):
        if seed not in (None, record.setup.seed_of(step) or seed):
            where = "the deal" if step == 0 else f"move {step}, `{record.moves[step - 1]}`,"
            raise SaveError(f"the saved game is damaged: the seed of {where} doesn't follow from its word")


def steps(game: Game, record: GameRecord) -> Iterator[RecordedStep]:
    """Replay a game move by move."""
    table = game.table(record.setup.players)
    seed, later = record.setup.seed, iter(record.seeds)
    if record.setup.secret:
        _check(record)
        deal = next(later)
        assert deal is not None, "the deal has a seed"
        table, seed = table.secretly(), deal
    state, events = table.start_recorded(seed)
    yield RecordedStep(None, None, state, events)
    for number, text in enumerate(record.moves, 1):
        meant = state.read(text) if not state.over else None
        if not isinstance(meant, Move):
            raise SaveError(f"the saved game is damaged: move {number}, `{text}`, is not possible")
        seat = state.question.seat
        if record.setup.secret:
            state, events = _again(state, meant, next(later))
        else:
            state, events = state.apply_recorded(meant)
        yield RecordedStep(seat, text, state, events)
