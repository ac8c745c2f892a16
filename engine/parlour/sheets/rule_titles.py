"""The titles of rules on a sheet, with the ranks that an option has in place of the usual ones: "Twos skip"."""

from __future__ import annotations

import re

from parlour.base.diagnostics import listing
from parlour.decks.deck_reader import read_deck
from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.documents.document import Scalar, Sequence
from parlour.program import Design


def title_of(rule: Document, composition: Composition) -> str:
    """Return the title of a rule as it reads in this mix."""
    title = rule.title
    for setting in composition.options.values():
        if setting.document is not rule or setting.type.kind not in ("rank", "ranks"):
            continue
        usual, now = _usual(setting), setting.data
        ranks = [str(rank) for rank in now] if isinstance(now, list) else [str(now)]
        if len(usual) == 1 and ranks != usual and now:
            title = _with_ranks(title, usual[0], ranks, read_deck(composition.deck).design)
    return title


def _usual(setting: OptionSetting) -> list[str]:
    default = setting.spec.get("default")
    items = default.items if isinstance(default, Sequence) else (default,)
    return [item.value for item in items if isinstance(item, Scalar)]


def _with_ranks(title: str, usual: str, ranks: list[str], design: Design) -> str:
    """Return a title with words for other ranks in place of those for the usual one."""
    forms = _forms(usual, design)

    def other(found: re.Match[str]) -> str:
        form = [form.casefold() for form in forms].index(found[0].casefold())
        words = listing([_forms(rank, design)[form] for rank in ranks], "and", quote="")
        return f"{words[0].upper()}{words[1:]}" if found[0][0].isupper() else words

    return re.sub(rf"\b(?:{'|'.join(map(re.escape, forms))})\b", other, title, flags=re.IGNORECASE)


def _forms(rank: str, design: Design) -> tuple[str, ...]:
    """Return the words for cards of a rank: `jacks`, `jack`, `Js`."""
    number = design.rank_named(rank)
    word, plural = design.ranks[number].words if number is not None else (rank, f"{rank}s")
    return plural, word, f"{rank}s"
