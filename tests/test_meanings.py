"""One meaning, one place: docs/engine.md says how many modules know each meaning, and this counts them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "engine" / "parlour"

# What only code about a meaning contains.
SIGNS = {
    "the cells of a card that changes its zone": r"\bs\[WHERE \+ \w+\] = ",
    "the form of a zone: set, row, columns": r'\.form (==|!=) "(set|row|columns)"|\bFORM\[',
    "the moves that a question offers": r"(?m)^class _?\w*(Offers|Questions|Chooser|Lister|GroupChoices)\b",
    "the code between two questions": r"\bcase \w+\.Gosub\(",
    "melds and their best division": r"\bdef \w*(melds?|deadwood)\w*\(s: Cells",
    "sets of n to m cards": r"\bcombinations\(|\bCHOOSE\b|\bnth_subset\b|\bcomb\(",
    "what an operator computes": r'case "//"|"//": ',
    "the name of a card, read from words": r"\.face_named\(",
    "a mix with the tables of its numbers of players": r"\bself\._tables\b",
    "two mixes at one position": r"\bCounterparts\(",
    "evidence made smaller": r"\bdef _?(shrunk|shrink|smaller)\(",
    "a position, a game or a record of games as JSON": r"\bjson\.loads?\(",
    "a whole page of HTML": r"<html|<!DOCTYPE html",
    "results that a process remembers": r"\blru_cache\b|@cache\b|\bcache\(",
}


def budgets() -> Iterator[tuple[str, int]]:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    for row in page.partition("| meaning | modules |")[2].partition("\n\n")[0].splitlines()[2:]:
        _, meaning, number, _ = row.split("|")
        yield meaning.strip(), int(number)


def test_the_page_lists_every_meaning() -> None:
    assert [meaning for meaning, _ in budgets()] == list(SIGNS)


@pytest.mark.parametrize(("meaning", "number"), list(budgets()))
def test_only_so_many_modules_know_a_meaning(meaning: str, number: int) -> None:
    modules = [path for path in ENGINE.rglob("*.py") if re.search(SIGNS[meaning], path.read_text(encoding="utf-8"))]
    names = sorted(str(path.relative_to(ENGINE)) for path in modules)
    assert len(names) == number, f"{meaning}: {len(names)} modules, not {number}: {names}"
