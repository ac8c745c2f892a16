"""`parlour fmt`: formats rulesets in the house style."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, RulesetError
from parlour.base.printable import printable
from parlour.base.source import Source
from parlour.base.usage import UsageError
from parlour.documents.contents import STDIN, is_stdin, path_of, read_bytes
from parlour.documents.yaml_text import read_data
from parlour.formatting.formatter import formatted
from parlour.library.library import is_path
from parlour.library.shelves import Folder, Walk
from parlour.reporting.printed_findings import print_findings
from parlour.terminal.console import Console
from parlour.terminal.files import ANY, write


def run(asked: Namespace, console: Console) -> int:
    if STDIN in asked.files and len(asked.files) > 1:
        raise UsageError("`-` and files exclude each other")
    changed = failed = count = 0
    for name, path in _files(asked.files):
        count += 1
        try:
            source = _read(name, path)
            text = formatted(source)
        except RulesetError as error:
            failed += 1
            print_findings(error.diagnostics, console, to_person=True)
            continue
        changed += text != source.text
        _put(source, path, text, asked, console)
    if STDIN not in asked.files:
        console.say(_summary(changed, failed, count, asked.check or asked.diff))
    return 1 if failed or (asked.check and changed) else 0


def _files(names: list[str]) -> Iterator[tuple[str, Path]]:
    """Yield the files to format, each with the name that messages show."""
    for name in names:
        path = path_of(name)
        if name == STDIN:
            yield "<stdin>", path
        elif path.is_dir():
            walk = Walk()
            files = sorted(file for file in walk.files(Folder(path)) if not Path(file).is_dir())
            if not files:
                raise UsageError(f"no ruleset in the folder {name}")
            yield from ((str(file), Path(file)) for file in files)
        elif path.exists() or is_path(name):
            yield name, path
        else:
            raise UsageError(f"no file `{name}`", "`parlour fmt` takes files and folders, not ids")


def _read(name: str, path: Path) -> Source:
    """Return the content of a file. Raises RulesetError if it isn't YAML."""
    data = read_bytes(path, name)
    if isinstance(data, Diagnostic):
        raise RulesetError((data,))
    source = Source(name, data.decode("utf-8", "replace"))
    node, problems = read_data(data, source)
    if node is None:
        raise RulesetError(problems)
    return source


def _put(source: Source, path: Path, after: str, asked: Namespace, console: Console) -> None:
    """Write the text, or print the changes."""
    before, name = source.text, source.name
    if asked.diff:
        lines = list(unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm=""))
        console.say_lines(lines)
        if before != after and not lines:
            console.say(f"{printable(name)}: only line ends change")
    elif is_stdin(path) and not asked.check:
        console.say(after.removesuffix("\n"))
    elif before != after:
        if not asked.check:
            write(path, after, ANY)
        console.say(f"{'would change' if asked.check else 'formatted'} {printable(name)}")


def _summary(changed: int, failed: int, count: int, only: bool) -> str:
    files = "1 file" if count == 1 else f"{count} files"
    if not changed and not failed:
        return f"{files}: already formatted"
    parts = [f"{changed} {'would change' if only else 'formatted'}"] if changed else []
    parts += [f"{failed} with errors"] if failed else []
    return f"{files}: {', '.join(parts)}"
