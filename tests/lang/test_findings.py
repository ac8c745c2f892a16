"""What `check` finds, in the files below `findings/`: tables, then the ruleset with `{}` for each case.

    cases: {fine: [x = 1], "none: test `stock has cards` first": [x = pips(stock.top.rank)]}

A case has one finding: its code, or its code and words of its message and help. With `form`, the cases are put in place
of `{}`. A table can also have `uses` and `values`: each use of a value needs the test of the value. `branch` puts all
cases into one ruleset, each in a branch of its own, and they have only findings on their own lines. `with` changes the
ruleset, `options` sets options, and `rules` adds rules.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from parlour.base.diagnostics import Diagnostic
from parlour.mixing.compiler import compile_ruleset
from scaffold.files import write
from scaffold.rulesets import write_game
from scaffold.yaml_files import strings_in

FOLDER = Path(__file__).parent / "findings"


def tables() -> Iterator[tuple[str, Mapping[str, Any], str]]:
    for path in sorted(FOLDER.iterdir()):
        head, ruleset = path.read_text(encoding="utf-8").split("\n---\n")
        for number, table in enumerate(strings_in(head), 1):
            yield f"{path.stem} {number}", table, ruleset


TABLES = list(tables())


def cases(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the steps and the expected finding of each case."""
    for finding, steps in table.get("cases", {}).items():
        yield from ((table.get("form", "{}").replace("{}", each), finding) for each in steps)
    for value, test in table.get("values", {}).items():
        for use in table["uses"]:
            step = use.replace("{}", value)
            yield step, "none"
            yield f"if {test}:\n{indent(step, '  ')}", "fine"


def found(folder: Path, table: Mapping[str, Any], ruleset: str, steps: str) -> tuple[int, tuple[Diagnostic, ...]]:
    """Return the line of the steps, and the findings."""
    for old, new in table.get("with", {}).items():
        assert old in ruleset
        ruleset = ruleset.replace(old, new)
    line = next(line for line in ruleset.splitlines() if line.strip() == "{}")
    before, _, behind = ruleset.partition(f"{line}\n")
    text = f"{before}{indent(steps, line.removesuffix('{}'))}\n{behind}"
    if ruleset.startswith("frame: "):
        path = write_game(folder, text, table.get("rules"))
    else:
        path = write(folder / "ruleset.yaml", text)
    options = {name: value == "true" for name, value in table.get("options", {}).items()}
    return before.count("\n") + 1, compile_ruleset(path, options=options).findings


def differs(expected: str, findings: list[Diagnostic]) -> bool:
    code, _, words = expected.partition(": ")
    codes = [] if code == "fine" else [code]
    return [d.code for d in findings] != codes or not all(
        (d.help or code != "none") and words in f"{d.message} {d.help}" for d in findings
    )


@pytest.mark.parametrize(("table", "ruleset"), [of for _, *of in TABLES], ids=[name for name, *_ in TABLES])
def test_each_case_has_its_finding_and_no_other(table: Mapping[str, Any], ruleset: str, tmp_path: Path) -> None:
    wrong = []
    if "branch" not in table:
        for steps, expected in cases(table):
            _, findings = found(tmp_path, table, ruleset, steps)
            if differs(expected, list(findings)):
                wrong.append((steps, expected, findings))
    else:
        pieces = [f"{table['branch'].format(n)}\n{indent(steps, '  ')}" for n, (steps, _) in enumerate(cases(table))]
        line, findings = found(tmp_path, table, ruleset, "\n".join(pieces))
        for (steps, expected), piece in zip(cases(table), pieces, strict=True):
            lines = range(line, line := line + piece.count("\n") + 1)
            here = [each for each in findings if each.span is not None and each.span.line in lines]
            findings = tuple(each for each in findings if each not in here)
            if differs(expected, here):
                wrong.append((steps, expected, tuple(here)))
        assert findings == ()
    assert wrong == []
