"""Games on their way to other processes, which unpack each of them only once, and so compile it only once."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from hashlib import sha256
from weakref import WeakKeyDictionary

from parlour.game import Game

REMEMBERED = 64  # games that a process keeps


@dataclass(frozen=True)
class PackedGame:
    """A game that is pickled once, however often it leaves this process. All its copies in another one are equal."""

    game: Game

    def __reduce__(self) -> tuple[object, ...]:
        if self.game not in _pickles:
            rules = pickle.dumps(self.game)
            _pickles[self.game] = sha256(rules).hexdigest(), rules
        return _arrived, _pickles[self.game]


def _arrived(digest: str, rules: bytes) -> PackedGame:
    """Unpack a game, or return the one that this process has unpacked before."""
    packed = _known.pop(digest, None) or PackedGame(pickle.loads(rules))
    _known[digest] = packed
    if len(_known) > REMEMBERED:
        _known.pop(next(iter(_known)), None)
    return packed


_pickles: WeakKeyDictionary[Game, tuple[str, bytes]] = WeakKeyDictionary()
_known: dict[str, PackedGame] = {}
