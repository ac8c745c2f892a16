"""Games on their way to other processes, which unpack each of them only once, and so compile it only once."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from hashlib import sha256
from weakref import WeakKeyDictionary

from parlour.game import Game

REMEMBERED = 64  # games that a process keeps


@dataclass(frozen=True)
class _Pickle:
    digest: str
    rules: bytes = field(repr=False, compare=False)


@dataclass(frozen=True, eq=False)
class PackedGame:
    """A game that is pickled when it leaves this process. Two of them are equal if their pickles are."""

    game: Game | None
    arrived: _Pickle | None = None  # in place of the game, in another process

    @property
    def pickle(self) -> _Pickle:
        if self.game is None:
            assert self.arrived is not None, "there is a game or its pickle"
            return self.arrived
        if self.game not in _pickles:
            rules = pickle.dumps(self.game)
            _pickles[self.game] = _Pickle(sha256(rules).hexdigest(), rules)
        return _pickles[self.game]

    def unpacked(self) -> Game:
        if self.game is not None:
            return self.game
        digest = self.pickle.digest
        game = _unpacked.pop(digest, None) or pickle.loads(self.pickle.rules)
        assert isinstance(game, Game), "a packed game has nothing else"
        _unpacked[digest] = game
        if len(_unpacked) > REMEMBERED:
            del _unpacked[next(iter(_unpacked))]
        return game

    def __reduce__(self) -> tuple[object, ...]:
        return PackedGame, (None, self.pickle)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PackedGame) and self.pickle == other.pickle

    def __hash__(self) -> int:
        return hash(self.pickle)


_pickles: WeakKeyDictionary[Game, _Pickle] = WeakKeyDictionary()
_unpacked: dict[str, Game] = {}
