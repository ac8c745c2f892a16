"""Writes mixes and findings in the words of players: rules by their titles instead of their ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from parlour.documents.composition import OptionSetting
from parlour.documents.prose import options_by_name, setting_in_words, with_rules
from parlour.mixer.bench import MixBench
from parlour.mixer.draft import MixDraft

_QUOTED = re.compile(r"`([^`]+)`")


def titled(title: str) -> str:
    """Return the title of a rule as it appears in a sentence."""
    return f'"{title}"' if '"' not in title else title


def in_titles(message: str, titles: Mapping[str, str]) -> str:
    """Return a message with the titles of rules in place of their ids."""
    return _QUOTED.sub(lambda found: titled(titles[found[1]]) if found[1] in titles else found[0], message)


def mix_in_words(draft: MixDraft, bench: MixBench, whole: bool = False) -> Iterator[str]:
    """Yield sentences: the rules that are added and removed, the options, who can play. If `whole`, also why others
    can't."""
    composition, _ = bench.composed(draft)
    if composition is None:
        return
    rules = bench.rules(draft)
    added = [rule.title for id, rule in rules.items() if id not in bench.own]
    removed = [rule.title for id, rule in bench.own.items() if id not in rules]
    words = with_rules(bench.plain.title, added, removed)
    yield f"{words}." if draft.changes else f"{words}, with only its own rules."
    named = options_by_name(composition)
    for name, _ in draft.options:
        setting = named.get(name) or next((s for s in named.values() if s.name == name), None)
        if setting is not None:
            yield f"{option_sentence(setting)}."
    sizes = bench.sizes(draft)
    if sizes.told == "no":
        yield "Nobody can play it like this."
        return
    yield f"For {sizes.told} players; {sizes.not_for}." if whole and sizes.not_for else f"For {sizes.told} players."


def option_sentence(setting: OptionSetting) -> str:
    """Return an option and its value. An option of a rule has the title of the rule."""
    told = setting_in_words(setting)
    if setting.document.kind == "rule":
        return f"{setting.document.title}, {told}"
    return f"{told[0].upper()}{told[1:]}"
