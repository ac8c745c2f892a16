"""Finds how the mix of a series of games differs from its game or frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.documents.composition import OptionData


@dataclass(frozen=True)
class Differences:
    """A game or a frame, the rules added to it, and the rules left out. `set_` are the options that were set outside
    of all documents, `values` all options as data for programs."""

    of: str = "game"
    with_: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    set_: tuple[str, ...] = ()
    values: Mapping[str, OptionData] = field(default_factory=dict, hash=False)


BY_ITSELF = Differences()
