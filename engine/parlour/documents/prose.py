"""The titles and texts of a mix, with the values of options filled in."""

from __future__ import annotations

import re

from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.documents.document import Scalar

_VALUE = re.compile(r"\{options\.([\w.-]+)\}")
_WORDS = re.compile(r"\{options\.(?P<name>[\w.-]+)(?: is (?P<no>not )?(?P<value>[\w-]+))?: (?P<words>[^{}]*)\}")
_WORDS_WITH = re.compile(r"\{(?P<with>with|without) (?P<rule>[\w-]+): (?P<words>[^{}]*)\}")
_BRACES = re.compile(r"\{[^{}]*\}|[{}]")
_ESCAPED = re.compile(r"\{\{|\}\}")
_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z])")
_ANSWERS = {"true": "yes", "false": "no"}


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
    """Return the text of a document on one line. Its own options win over those of others."""
    values = values_of(document, composition)

    def chosen(found: re.Match[str]) -> str:
        if found["name"] not in values:
            return found[0]
        is_so = values[found["name"]] == (found["value"] or "true")
        return found["words"] if is_so != bool(found["no"]) else ""

    def there(found: re.Match[str]) -> str:
        return found["words"] if (found["rule"] in ids) == (found["with"] == "with") else ""

    ids = {other.id for other in composition.documents}
    text = _VALUE.sub(lambda found: values.get(found[1], found[0]), " ".join(document.text.split()))
    text = " ".join(_WORDS_WITH.sub(there, _WORDS.sub(chosen, text)).split())
    return text.replace("{{", "{").replace("}}", "}")


def values_of(document: Document, composition: Composition) -> dict[str, str]:
    """Return the values of options by the names that a text of this document has for them."""
    own = {name: value_text(s) for (owner, name), s in composition.options.items() if owner == document.id}
    return {name: value_text(s) for name, s in options_by_name(composition).items()} | own


def unfilled(document: Document, composition: Composition, text: str) -> list[tuple[int, int]]:
    """Return the start and end of the braces in a document's text that `text_of` would print as they are."""
    values = values_of(document, composition)

    def known(found: re.Match[str]) -> str:
        return " " * len(found[0]) if found[1] in values else found[0]

    for pattern in (_VALUE, _WORDS):
        text = pattern.sub(known, text)
    for pattern in (_WORDS_WITH, _ESCAPED):
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return braces_in(text)


def braces_in(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each pair of braces in a text, and of each single brace."""
    return [found.span() for found in _BRACES.finditer(text)]


def rules_in_words(composition: Composition) -> list[tuple[str, str]]:
    """Return the titles and texts of all documents with a text, and the options that differ from their defaults."""
    found = [(d.title, text_of(d, composition)) for d in composition.documents if d.text]
    told = [
        _set_to(name, setting) for name, setting in options_by_name(composition).items() if setting.set_by != "default"
    ]
    return [*found, ("Set for this game", "; ".join(told) + ".")] if told else found


def _set_to(name: str, setting: OptionSetting) -> str:
    """Return the text of an option, or its name, and its value in words."""
    text = setting.spec.get("text")
    label = " ".join(text.value.split()) if isinstance(text, Scalar) else name
    value = value_text(setting)
    return f"{label}: {_ANSWERS.get(value) or _HYPHEN.sub(' ', value)}"
