"""Several rules at one moment, in all executions and for `check`: the cases of `moments.yaml`."""

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from parlour.mixing.compiler import Compiled, compile_ruleset
from scaffold.rulesets import write_rule
from scaffold.yaml_files import data_of
from three_ways import Small, played

Case = dict[str, Any]


def cases() -> Iterator[tuple[str, Case]]:
    """Yield each case with what its table says."""
    for number, table in enumerate(data_of(Path(__file__).with_name("moments.yaml")), 1):
        for place, case in enumerate(table.pop("cases"), 1):
            rules = {id: case[id] for id in ("a", "b", "c") if id in case} | table.get("rules", {})
            yield f"{number}.{place}", table | case | {"rules": rules}


def written(rule: Case) -> str:
    return "".join(f"{section}: {json.dumps(members, ensure_ascii=False)}\n" for section, members in rule.items())


def exchanged(text: str) -> str:
    """Exchange the names of `a` and `b` in a list or a message."""
    for old, new in (("`a`", "`?`"), ("`b`", "`a`"), ("`?`", "`b`"), ('["a"]', '["?"]'), ('["b"]', '["a"]')):
        text = text.replace(old, new)
    return text.replace('["?"]', '["b"]')


def mixed(folder: Path, case: Case, rules: Mapping[str, str], uses: Sequence[str]) -> Compiled:
    sections = case["sections"]
    for old, new in case.get("with", {}).items():
        assert old in sections
        sections = sections.replace(old, new)
    Small(folder, case["steps"], sections, stages=case.get("stages", ""))
    for id, text in rules.items():
        write_rule(folder, id, text, "small")
    game = folder / "mixed.yaml"
    game.write_text(f"game: mixed\ntitle: M\nextends: small\nuses: [{', '.join(uses)}]\n", encoding="utf-8")
    return compile_ruleset(game)


def matches(expected: str, case: Case, compiled: Compiled) -> bool:
    code, _, words = expected.partition(": ")
    found = [finding for finding in compiled.findings if "errors" not in case or finding.severity == "error"]
    severity = "error" if code == "hook-order" else "warning"
    return [f.code for f in found] == ([] if code == "fine" else [code]) and all(
        words in f.message and f.severity == severity for f in found
    )


def check(folder: Path, case: Case, rules: Mapping[str, str], finds: str) -> None:
    if "ends" in case:
        for uses in itertools.permutations(rules):
            compiled = mixed(folder, case, rules, uses)
            assert compiled.program is not None, compiled.findings
            end = played(compiled.program, 2)
            assert isinstance(end, dict), end
            assert [end["n"], end["m"]] == case["ends"]
    else:
        compiled = mixed(folder, case, rules, list(rules))
        assert matches(finds, case, compiled), compiled.findings


@pytest.mark.parametrize("case", [case for _, case in cases()], ids=[id for id, _ in cases()])
def test_rules_at_one_moment(case: Case, tmp_path: Path) -> None:
    rules = {id: written(rule) for id, rule in case["rules"].items()}
    finds = case.get("finds", "")
    check(tmp_path, case, rules, finds)
    if "once" not in case:
        other = {"a": "b", "b": "a"}
        check(tmp_path, case, {other.get(id, id): exchanged(rule) for id, rule in rules.items()}, exchanged(finds))
    for key in case.get("resolved", ()):
        check(tmp_path, case, rules | {"b": rules["b"].replace('"do"', f'"{key}": ["a"], "do"')}, "fine")
