"""The titles and texts of a mix, with the values of options filled in."""

from __future__ import annotations

import re

from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.documents.document import Scalar

_OPTION = re.compile(r"\{options\.([\w-]+)\}")


def options_by_name(composition: Composition) -> dict[str, OptionSetting]:
    """Return the options by the names that set them: `name`, or `rule.name` for an option of a rule."""
    rules = {use.rule.id for use in composition.uses}
    return {
        (f"{owner}.{name}" if owner in rules else name): setting
        for (owner, name), setting in composition.options.items()
    }


def value_text(setting: OptionSetting) -> str:
    """Return the value of an option as written."""
    text = setting.span.text.strip()
    return text[1:-1].strip() if text.startswith("[") else text


def text_of(document: Document, composition: Composition) -> str:
    """Return the text of a document on one line."""
    own = {name: value_text(s) for (owner, name), s in composition.options.items() if owner == document.id}
    shared = {name: value_text(s) for name, s in options_by_name(composition).items()}
    text = _OPTION.sub(lambda found: own.get(found[1], shared.get(found[1], found[0])), document.text)
    return " ".join(text.split())


def rules_in_words(composition: Composition) -> list[tuple[str, str]]:
    """Return the titles and texts of all documents with a text, and the options that differ from their defaults."""
    found = [(d.title, text_of(d, composition)) for d in composition.documents if d.text]
    told = [
        f"{_label(name, setting)}: {value_text(setting)}"
        for name, setting in options_by_name(composition).items()
        if setting.set_by != "default"
    ]
    return [*found, ("Set for this game", "; ".join(told) + ".")] if told else found


def _label(name: str, setting: OptionSetting) -> str:
    """Return the text of an option, or its name."""
    text = setting.spec.get("text")
    return " ".join(text.value.split()) if isinstance(text, Scalar) else name
