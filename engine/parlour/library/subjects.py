"""The rulesets that a command line names: by id, by file or by folder, or everything in the library.

Every command that takes several rulesets finds them here, so that all commands use the same files. Nothing here knows
how documents are combined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.base.place import is_file, is_folder
from parlour.documents.composition import Document
from parlour.documents.contents import is_stdin, path_of
from parlour.documents.document import keys_in
from parlour.library.library import Library, is_path
from parlour.library.loading import Found, load
from parlour.library.shelves import Folder, Walk


@dataclass(frozen=True)
class Subject:
    """A ruleset, or the reasons why it can't be read. A position in a folder has neither: it isn't a ruleset."""

    document: Document | None
    reference: str | Path
    """The id, name or path that found it."""
    problems: tuple[Diagnostic, ...]


def library_of(names: Sequence[str | Path], library: Library) -> Library:
    """Return a library that searches the folders among these names first."""
    return library.over([path for name in names if is_folder(path := path_of(name))])


_APART = ".examples"  # `mine.examples.yaml` has more examples of `mine.yaml`


def examples_of(document: Document) -> Found:
    """Return the file of examples beside a ruleset and its errors, or nothing if it has none."""
    if document.kind == "examples" or is_stdin(document.path):
        return None, ()
    examples, problems = load(beside_examples(document.path))
    is_other = examples.kind != "examples" if examples is not None else {d.code for d in problems} == {"file-missing"}
    return (None, ()) if is_other else (examples, problems)


def beside_examples(path: Path) -> Path:
    """Return the path that a file of examples beside a ruleset has."""
    return path.with_suffix(f"{_APART}{path.suffix}")


def _ruleset_of(path: Path) -> Path:
    """Return the path of the ruleset that a file has the examples of, or its own path."""
    ruleset = path.with_name(f"{path.stem.removesuffix(_APART)}{path.suffix}")
    return ruleset if path.stem.endswith(_APART) and is_file(ruleset) else path


def _subject(loaded: Found, reference: str | Path) -> Subject:
    """Return a ruleset with its errors, and with those in its file of examples."""
    document, problems = loaded
    return Subject(document, reference, (*problems, *(examples_of(document)[1] if document is not None else ())))


def subjects(names: Sequence[str | Path], library: Library) -> Iterator[Subject]:
    """Yield the rulesets that these names refer to; without names, everything that the library lists."""
    if not names:
        for listed in library.listed():
            yield _subject(load(listed.path), listed.path)
    for name in names:
        path = path_of(name)
        if is_folder(path):
            yield from _in_folder(name, path)
        elif isinstance(name, Path) or is_path(name):
            path = _ruleset_of(path)
            yield _subject(load(path), path)
        else:
            yield _subject(library.find(name, ("game", "rule", "frame", "deck")), name)


def _in_folder(name: str | Path, folder: Path) -> Iterator[Subject]:
    walk = Walk()
    files = sorted(file for file in walk.files(Folder(folder)) if not is_folder(file))
    for file in files:
        if _ruleset_of(file) is file:
            subject = _subject(load(file), file)
            aside = {d.code for d in subject.problems} == {"schema-kind"} and is_position(file)
            yield replace(subject, problems=()) if aside else subject
    if walk.problems:
        yield Subject(None, folder, tuple(walk.problems))
    elif not files:
        yield Subject(None, folder, (Diagnostic("file-missing", f"no ruleset in the folder {name}"),))


_KEYS = frozenset({"given", "to move", "parlour game"})  # of an example, of its `given`, and of a saved game


def is_position(path: Path) -> bool:
    """True if a file that is no ruleset has a position or a saved game."""
    from parlour.documents.yaml_text import read_file  # slow to import, and needed for files of other kinds only

    return any(" ".join(name.split()) in _KEYS for name in keys_in(read_file(path)[1]))
