"""Options in words: their texts, their possible values, and their usual values."""

from __future__ import annotations

from parlour.base.diagnostics import listing
from parlour.documents.composition import OptionSetting, OptionType
from parlour.documents.option_types import takes
from parlour.documents.prose import label_of, value_in_words, value_text, written_in


def default_of(setting: OptionSetting) -> str:
    """Return the default value of an option, as written."""
    default = setting.spec.get("default")
    return written_in(default.span) if default is not None else value_text(setting)


def about_option(setting: OptionSetting, by: str = "") -> str:
    """Return the text of an option and, in brackets, its values unless they have meanings, and its default."""
    default = default_of(setting)
    usual = f"normally {default or 'empty'}" if default != value_text(setting) else ""
    taken = "" if setting.type.meanings else takes(setting.type)  # the meanings follow, each with its value
    remarks = "; ".join(part for part in (taken, usual, by) if part)
    return f"{label_of(setting)} ({remarks})" if remarks else label_of(setting)


def choices_in_words(type_: OptionType) -> str:
    """Return the values that an option takes as players say them."""
    match type_.kind:
        case "bool":
            words = "yes or no"
        case "word":
            words = listing([value_in_words(word) for word in type_.words], quote="")
        case "int" if type_.low is not None and type_.high is not None:
            words = f"{type_.low} to {type_.high}"
        case _:
            words = takes(type_)
    return words + (" or none" if type_.optional and "none" not in words else "")


def values_in_words(type_: OptionType) -> list[tuple[str, str]]:
    """Return the values of a choice, each with its meaning, if the option gives one."""
    return [(word, type_.meaning(word)) for word in type_.words if type_.meaning(word)]
