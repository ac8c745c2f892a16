"""An example or a test proves every rule of a finished game, and every proof names an existing rule.

The ledgers in `tests/ledger` list, game by game, the statements of the sources and their open questions.
`tests/ledger/proofs.yaml` names the examples that prove them. A Python test names its statements with
`@pytest.mark.proves("...")`, a row of the legality table with `proves: [...]`.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from parlour.base.diagnostics import did_you_mean
from rulesets.legality.claims import claims
from scaffold.yaml_files import names_of_examples, strings_of

FINISHED = [
    "crazy-eights", "trevor-cut-throat", "last-one", "shithead-cutthroat", "two-handed-hearts", "gin-rummy",
    "animalball-cutthroat",
]  # fmt: skip

ROOT = Path(__file__).resolve().parent.parent
LEDGER = ROOT / "tests" / "ledger"
EXEMPT = LEDGER / "exempt.yaml"
PROOFS = LEDGER / "proofs.yaml"
LEGALITY = ROOT / "tests" / "rulesets" / "legality" / "table.yaml"

TO_PROVE = ["rules", "transcripts", "missing"]


@cache
def ledgers() -> dict[str, dict[str, Any]]:
    documents = [strings_of(path) for path in sorted(LEDGER.glob("*.yaml")) if path not in (EXEMPT, PROOFS)]
    return {document["ledger"]: document for document in documents}


def entries(*sections: str) -> set[str]:
    return {entry for ledger in ledgers().values() for part in sections for entry in ledger.get(part, {})}


def ids_in_markers(tree: ast.AST) -> Iterator[str]:
    """Return the arguments of every `pytest.mark.proves(...)`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="proves"), args=ids):
                for argument in ids:
                    match argument:
                        case ast.Constant(value=str(entry)):
                            yield entry
                        case _:
                            raise AssertionError(f"line {argument.lineno}: a proof has to spell its ids out")


def ids_in_table() -> Iterator[str]:
    """Return the ids that rows of the legality table prove; `test_shithead_legality.py` compares each row with play."""
    for claim in claims():
        yield from claim.proves


@cache
def proofs() -> dict[str, list[str]]:
    """Return each proved id with the files that name it."""
    found: dict[str, list[str]] = {}
    sources: list[tuple[Path, Iterable[str]]] = [(ROOT / name, ids) for name, ids in strings_of(PROOFS).items()]
    for path in sorted(ROOT.glob("tests/**/*.py")):
        text = path.read_text(encoding="utf-8")
        if ".proves(" in text:  # reading all tests as Python takes two seconds
            sources.append((path, ids_in_markers(ast.parse(text, str(path)))))
    sources.append((LEGALITY, ids_in_table()))
    for path, ids in sources:
        for entry in ids:
            found.setdefault(entry, []).append(str(path.relative_to(ROOT)))
    return found


def exempt() -> dict[str, str]:
    reasons: dict[str, str] = strings_of(EXEMPT) or {}
    return reasons


@pytest.mark.parametrize("game", FINISHED)
def test_every_rule_of_a_finished_game_is_proved(game: str) -> None:
    ledger = ledgers()[game]
    needed = [entry for section in TO_PROVE for entry in ledger.get(section, {})]
    missing = [entry for entry in needed if entry not in proofs() and entry not in exempt()]
    told = f"{len(missing)} of {len(needed)} entries of {game} have no proof:"
    assert not missing, "\n".join([told, *missing])


def test_every_proof_names_a_rule_that_exists() -> None:
    known = entries(*TO_PROVE, "risks")
    unknown = [
        f"{entry} ({', '.join(places)})" + (f": {near}" if (near := did_you_mean(entry, known)) else "")
        for entry, places in sorted(proofs().items())
        if entry not in known
    ]
    assert not unknown, "\n".join(["not in any ledger:", *unknown])


@pytest.mark.parametrize("name", strings_of(PROOFS))
def test_the_examples_that_prove_statements_exist(name: str) -> None:
    assert set(strings_of(PROOFS)[name].values()) <= {*names_of_examples(strings_of(ROOT / name))}


def test_exempt_entries_exist_and_have_reasons() -> None:
    known = entries(*TO_PROVE)
    wrong = [f"{entry}: not in any ledger" for entry in exempt() if entry not in known]
    wrong += [f"{entry}: no reason" for entry, reason in exempt().items() if not str(reason).strip()]
    wrong += [f"{entry}: proved by {proofs()[entry][0]} as well" for entry in exempt() if entry in proofs()]
    assert not wrong, "\n".join(wrong)
