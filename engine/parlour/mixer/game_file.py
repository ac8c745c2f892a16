"""A mix as a file, as one line, as a line for other people, and the commands that use them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, listing
from parlour.base.printable import shell_word, value_word
from parlour.base.source import Source, is_shipped
from parlour.documents.composition import Composition, Document, Kind, OptionSetting
from parlour.documents.prose import value_text
from parlour.examples.example_text import flow, in_brackets, listed, scalar
from parlour.library.library import Library, is_path
from parlour.library.loading import shown
from parlour.mixing.mix_line import write_line
from parlour.mixing.recipes import Recipe
from parlour.schema.document_text import read_document


def game_text(id: str, title: str, mix: Recipe, folder: Path) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return the text of the game for a file in a folder, and errors such as an unsuitable id."""
    text = "\n".join([
        f"game: {scalar(id)}",
        f"title: {scalar(' '.join(title.split()))}",
        f"extends: {scalar(_seen_from(folder, str(mix.subject)))}",
        *listed("uses", dict.fromkeys(_seen_from(folder, str(rule)) for rule in mix.with_)),
        *listed("without", mix.without),
        *flow("set", {scalar(name): _value(value) for name, value in mix.options.items()}),
        "",
    ])  # fmt: skip
    return text, read_document(text.encode("utf-8"), Source(f"{id}.yaml", text))[1]


def _value(value: str | int | bool) -> str:
    """Return the value of an option as YAML. Ranks, suits and cards can be several; words of a list have no spaces."""
    if isinstance(value, bool | int):
        return value_word(value)
    items = re.sub(r"[\[\],]", " ", value).split()
    return in_brackets(items) if len(items) > 1 or value.lstrip().startswith("[") else scalar(value.strip())


SUFFIXES = (".yaml", ".yml")


def by_ids(mix: Recipe, library: Library) -> Recipe:
    """Return a mix with the ids of rulesets in place of their other names. Files stay."""
    composition, _ = replace(mix, library=library).composed()
    uses = (*composition.uses, *composition.left_out) if composition is not None else ()
    there = {use.rule.id for use in uses}

    def id_for(reference: str | Path, *kinds: Kind) -> str:
        name = str(reference)
        document = None if is_path(name) else library.find(name, kinds, fits=lambda rule: rule.id in there)[0]
        return document.id if document is not None else name

    with_, without = (tuple(id_for(rule, "rule") for rule in rules) for rules in (mix.with_, mix.without))
    return replace(mix, subject=id_for(mix.subject, "game", "frame"), with_=with_, without=without)


def with_values(mix: Recipe, composition: Composition) -> Recipe:
    """Return the mix with the values of options as a file has them: `at-once` for `at once`."""
    settings = composition.options.values()
    chosen = [s for s in settings if s.set_by == "command line" and s.type.kind == "word"]
    return mix.set_to({name: value_text(s) for name in mix.options for s in chosen if _is_of(name, s)})


def _seen_from(folder: Path, reference: str) -> str:
    """Return a path relative to a folder; an id stays as it is."""
    if not is_path(reference):
        return reference
    path = os.path.relpath(os.path.expanduser(reference), folder)
    return path if path.startswith(".") else f"./{path}"


def one_line_of(mix: Recipe, composition: Composition) -> str:
    """Return the shortest line for a mix, without rules that the game already has and without default values."""
    added = {rule.id for rule in composition.added}
    with_ = tuple(rule for rule in dict.fromkeys(map(str, mix.with_)) if rule in added or is_path(rule))
    without = tuple(dict.fromkeys(mix.without))
    shorter, _ = Recipe(mix.subject, with_, without).composed()
    usual = {key: setting.data for key, setting in shorter.options.items()} if shorter is not None else {}
    changed = [s for key, s in composition.options.items() if s.set_by == "command line" and s.data != usual.get(key)]
    options = {name: value for name, value in mix.options.items() if any(_is_of(name, s) for s in changed)}
    return write_line(_short(str(mix.subject)), map(_short, with_), without, options)


def _short(reference: str) -> str:
    """Return a path relative to the working directory if it is inside: nobody else has the absolute path."""
    return reference_to(Path(shown(Path(reference)))) if os.path.isabs(reference) else reference


def _is_of(name: str, setting: OptionSetting) -> bool:
    """True if this is a name of an option."""
    return name in (setting.name, setting.full_name, f"{setting.document.id}.{setting.name}")


def id_of(name: str) -> str:
    """Turn the name of a game or a file into an id."""
    id = "-".join(re.findall(r"[a-z0-9]+", name.casefold()))
    return f"game-{id}" if id[:1].isdigit() else id or "my-game"


def reference_to(path: Path) -> str:
    """Return a file as commands take it."""
    return str(path) if is_path(str(path)) else f"./{path}"


def ways_to_use(path: Path, mix: Recipe, composition: Composition) -> Iterator[str]:
    """Yield lines about the ways to use a saved mix, each with its command. The line needs some files of the person."""
    file, line = shell_word(reference_to(path)), shared_line(mix, composition)
    yield f"Play it:\n  parlour play {file}"
    yield f"Print its rules:\n  parlour rules {file} -o {shell_word(f'{path.stem}.html')}"
    needed = f"; your friend also needs {listing(line.files, 'and', quote='')}"
    also = needed if line.files else ", without the file and its title"
    yield f"Share it as a line{also}:\n  parlour play {shell_word(line.text)}"


# ---------------------------------------------------------------- for other people


@dataclass(frozen=True)
class SharedLine:
    text: str
    files: tuple[str, ...]
    """The names of the person's own files that the line needs."""


def shared_line(mix: Recipe, composition: Composition) -> SharedLine:
    """Return the line of a mix. A game in the person's own file becomes changes to the game of Parlour that it extends,
    if these amount to the same rules."""
    flat = None if _is_shipped(composition.subject) else _flattened(composition)
    text = flat or one_line_of(mix, composition)
    files = dict.fromkeys(d.path.name for d in composition.own if flat is None or d.kind != "game")
    return SharedLine(text, tuple(files))


def _flattened(composition: Composition) -> str | None:
    """Return the line that makes the same mix from the nearest game of Parlour, or None if there is none."""
    bases = [game for game in composition.games if _is_shipped(game)]
    if not bases:
        return None
    library, base = Library.standard(), Recipe(bases[-1].id)
    rules = {use.rule.id: use.rule for use in composition.uses}
    there = _rules(base)
    base = base.plus(*(id if library.has(rule) else shown(rule.path) for id, rule in rules.items() if id not in there))
    base = replace(base, without=tuple(id for id in _rules(base) or there if id not in rules))
    usual, _ = base.composed()
    if usual is None:
        return None
    values = {key: setting.data for key, setting in usual.options.items()}
    changed = [s for key, s in composition.options.items() if key not in values or values[key] != s.data]
    result = base.set_to({setting.full_name: setting.written for setting in changed})
    flat, _ = result.composed()
    same = flat is not None and flat.digest == composition.digest
    return write_line(str(base.subject), map(str, base.with_), base.without, result.options) if same else None


def _rules(mix: Recipe) -> list[str]:
    composition, _ = mix.composed()
    return [use.rule.id for use in composition.uses] if composition is not None else []


def _is_shipped(document: Document) -> bool:
    return is_shipped(str(document.path))
