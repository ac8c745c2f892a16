"""Examples that are run from their texts."""

from functools import cache
from pathlib import Path
from textwrap import dedent, indent

from parlour.examples import CaseResult, Mixes, cases_of, run_case
from parlour.library.library import Library
from parlour.library.loading import load


@cache
def mixes() -> Mixes:
    """Return the mixes, compiled once for all tests."""
    return Mixes(Library.standard())


def rule_file(folder: Path, name: str, text: str) -> Path:
    """Write a rule by which sevens draw a card, with these examples."""
    path = folder / f"{name}.yaml"
    head = f"rule: {name}\ntitle: Sevens draw\nfor: eights\npowers:\n  7: {{then: 'draw(next(p), 1)'}}\n"
    path.write_text(head + dedent(text), encoding="utf-8")
    return path


def run_text(folder: Path, text: str, game: str = "crazy-eights") -> list[CaseResult]:
    path = folder / "examples.yaml"
    path.write_text(f"in: {game}\nexamples:\n{indent(dedent(text).strip(), '  ')}\n", encoding="utf-8")
    document, problems = load(path)
    assert document is not None, problems
    return [run_case(case, mixes()) for case in cases_of(document)]


def run_one(folder: Path, text: str, game: str = "crazy-eights") -> CaseResult:
    """`text` is an example without its name."""
    (result,) = run_text(folder, f"- name: it\n{indent(dedent(text).strip(), '  ')}", game)
    return result


EIGHT = """
given: {pile: Q♣, hand 1: 8♣ 2♦, hand 2: 3♥ 3♣ 8♦, to move: 1}
moves: ["1: play 8♣; call ♥"]
"""
