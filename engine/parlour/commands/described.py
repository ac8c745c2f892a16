"""Rulesets described for people: text, documents, options in words, relations between rules. For `parlour show`."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from parlour.base.diagnostics import listing
from parlour.base.printable import printable
from parlour.cli.console import WIDEST, Console
from parlour.commands.sizes import Sizes
from parlour.documents.composition import Composition, Document, OptionSetting, Use, scalars
from parlour.documents.prose import text_of, value_text
from parlour.library.loading import shown
from parlour.rulebook.option_words import about_option, values_in_words
from parlour.rulebook.relations import HEADINGS, Relation

INDENT = "  "


def status_of(document: Document) -> str | None:
    status = scalars(document.node.get("status"))
    return status[0].value if status else None


def setter_of(setting: OptionSetting) -> str:
    return setting.set_by if isinstance(setting.set_by, str) else setting.set_by.id


def print_head(document: Document, composition: Composition, sizes: Sizes, console: Console) -> None:
    status = ", experimental" if status_of(document) == "experimental" else ""
    console.say(f"{document.title} ({document.id}), {_what(document, sizes)}{status}", "bold")
    names = document.strings("also-called")
    paragraphs = [text_of(document, composition), sizes.not_for]
    paragraphs += [f"Also called {listing(names, quote='')}."] if names else []
    for paragraph in paragraphs:
        if paragraph:
            console.say(textwrap.fill(paragraph, WIDEST, initial_indent=INDENT, subsequent_indent=INDENT))


def _what(document: Document, sizes: Sizes) -> str:
    if document.kind == "game":
        return f"for {sizes.told} players"
    if document.kind == "frame":
        return "a frame"
    frames = listing(document.strings("for"), quote="")
    group = scalars(document.node.get("group"))
    place = f", group {group[0].value}" if group else ""
    return f"a rule for {frames}{place}"


def print_documents(composition: Composition, console: Console, places: bool) -> None:
    """Print the frames, games and rules of a mix; with `places`, also the file of each."""
    console.say("\nDocuments", "bold")
    uses = {use.rule.id: use for use in composition.uses}
    rows: list[tuple[str, ...]] = []
    for document in composition.documents:
        what: str = document.kind
        if document.kind == "rule":
            what += _origin(uses[document.id], composition)
        row = (document.id, document.title, what)
        rows.append((*row, printable(shown(document.path))) if places else row)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        console.say(INDENT + "  ".join(f"{c:<{width}}" for c, width in zip(cells, widths, strict=True)).rstrip())


def _origin(use: Use, composition: Composition) -> str:
    """Return which game, rule or option brings a rule, and for a rule that play switches, its state at the start."""
    if use.listed_by is not None:
        return f" that {use.listed_by.id} switches, off at the start"
    origin = f" used by {use.by.id}" if use.by else " added by --with"
    return f"{origin}, on at the start" if use.rule.id in composition.switchable else origin


def print_relations(relations: Sequence[Relation], console: Console) -> None:
    for kind, heading in HEADINGS.items():
        same = [relation for relation in relations if relation.kind == kind]
        if same:
            console.say(f"\n{heading}", "bold")
        for relation in same:
            reason = f": {relation.reason}." if relation.reason else ""
            _print_hanging(f"{relation.other.title} ({relation.other.id}){reason}", 4, console)


def print_options(settings: Mapping[str, OptionSetting], console: Console) -> None:
    if not settings:
        return
    console.say("\nOptions", "bold")
    rows = [(f"{name} = {value_text(s)}", about_option(s, _by(s)).replace("`", "")) for name, s in settings.items()]
    width = max(len(value) for value, _ in rows)
    for (value, about), setting in zip(rows, settings.values(), strict=True):
        _print_hanging(f"{value:<{width}}  {about}", width + 2, console)
        for word, meaning in values_in_words(setting.type):
            _print_hanging(f"{'':<{width}}  {word}: {meaning}", width + 4, console)


def _by(setting: OptionSetting) -> str:
    return "" if setting.set_by == "default" else f"set by {setter_of(setting)}"


def _print_hanging(text: str, indent: int, console: Console) -> None:
    """Print a paragraph; its second line and the following ones are indented further."""
    further = INDENT + " " * min(indent, WIDEST // 2)
    lines = textwrap.wrap(
        text, WIDEST, initial_indent=INDENT, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
    )
    for line in lines:
        console.say(line)
