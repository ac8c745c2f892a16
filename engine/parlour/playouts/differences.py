"""How the mix of many games differs from a game or frame by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.documents.composition import OptionData


@dataclass(frozen=True)
class Differences:
    """A game or a frame, and which rules were added to it or left out, over what it is by itself. `set_` are the
    options that were set from outside of any document, `values` all of them as programs want them."""

    of: str = "game"
    with_: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    set_: tuple[str, ...] = ()
    values: Mapping[str, OptionData] = field(default_factory=dict, hash=False)


BY_ITSELF = Differences()
