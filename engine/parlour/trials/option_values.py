"""The values of options that a search tries."""

from __future__ import annotations

from parlour.checking.extremes import limits_of, written_value
from parlour.documents.composition import OptionSetting

# Options of these types have no limits. Two values that differ from most defaults show what depends on them.
_CARDS = {
    "rank": ("2", "A"),
    "suit": ("♣", "♥"),
    "ranks": ("2", "7 K A"),
    "suits": ("♣", "♥ ♠"),
    "cards": ("2♣", "7♥ K♦ A♠"),
}


def values_to_try(setting: OptionSetting) -> list[str]:
    """Return values of an option as `--set` takes them, its own first; nothing if there is nothing to choose."""
    values = [*_CARDS.get(setting.type.kind, ()), *limits_of(setting)]
    return list(dict.fromkeys([written_value(setting), *values])) if values else []
