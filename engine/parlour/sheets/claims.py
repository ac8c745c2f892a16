"""Finds sentences of a sheet that speak of a rule outside the mix by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from parlour.documents.composition import Composition, scalars
from parlour.sheets.model import Paragraph, Sheet


def paragraphs(sheet: Sheet) -> Iterator[Paragraph]:
    """Yield all sentences of a sheet that a document says."""
    yield Paragraph(sheet.text, sheet.id)
    for told in sheet.parts.values():
        yield from told
    for row in sheet.chart:
        yield from row.words
    yield from sheet.settings


def absent(
    sheet: Sheet, composition: Composition, rules: Mapping[str, Iterable[str]]
) -> Iterator[tuple[Paragraph, str]]:
    """Yield the paragraphs that mention a rule outside the mix, with the id of the rule.

    `rules` are the rules of the family with their names. A name that something in the mix shares means that instead.
    """
    there = {d.id: [d.title, *(s.value for s in scalars(d.node.get("also-called")))] for d in composition.documents}
    known = "\n".join(name.casefold() for names in there.values() for name in names)
    for rule, names in rules.items():
        if rule in there:
            continue
        for name in names:
            said = name.casefold().strip()
            if said in known:
                continue
            pattern = re.compile(rf"\b{re.escape(said)}\b", re.IGNORECASE)
            yield from ((p, rule) for p in paragraphs(sheet) if pattern.search(p.text))
