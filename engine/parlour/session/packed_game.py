"""Games on their way to other processes, which unpack each of them only once, and so compile it only once."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from hashlib import sha256
from weakref import WeakKeyDictionary, WeakValueDictionary

from parlour.game import Game

REMEMBERED = 64  # games that a process keeps


@dataclass(frozen=True)
class PackedGame:
    """The rules of a game as a pickle. Two of them are equal if their games are packed from the same rules."""

    digest: str
    rules: bytes = field(repr=False, compare=False)

    @classmethod
    def of(cls, game: Game) -> PackedGame:
        packed = _packed.get(game)
        if packed is None:
            rules = pickle.dumps(game)
            packed = _packed[game] = cls(sha256(rules).hexdigest(), rules)
            _here[packed.digest] = game
        return packed

    def unpacked(self) -> Game:
        if self.digest in _here:
            return _here[self.digest]
        game = _unpacked.pop(self.digest, None) or pickle.loads(self.rules)
        assert isinstance(game, Game), "a packed game has nothing else"
        _unpacked[self.digest] = game
        if len(_unpacked) > REMEMBERED:
            del _unpacked[next(iter(_unpacked))]
        return game


_packed: WeakKeyDictionary[Game, PackedGame] = WeakKeyDictionary()
_here: WeakValueDictionary[str, Game] = WeakValueDictionary()  # games that this process has packed itself
_unpacked: dict[str, Game] = {}
