"""`parlour rules`: reading, writing and comparing rule sheets."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

import parlour
from parlour.library.library import Library
from parlour.lints.lost_sentences import check_sentences
from parlour.sheets.assembly import undescribed
from scaffold.terminal import run

GOLDEN = Path(__file__).parent.parent / "sheets" / "golden"


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("crazy-eights", ["crazy-eights"]),
        ("sh", ["sh", "--examples", "0"]),
        ("whist", ["whist", "--examples", "0"]),
        ("gin-rummy", ["gin-rummy", "--examples", "0"]),
        ("last-one", ["last-one", "--examples", "0"]),
        ("two-handed-hearts", ["two-handed-hearts", "--examples", "0"]),
        ("bartok", ["bartok", "--examples", "0"]),
        ("chicago-bridge", ["chicago-bridge", "--examples", "0"]),
        ("egyptian-ratscrew", ["egyptian-ratscrew", "--examples", "0"]),
        ("french-tarot", ["french-tarot", "--examples", "0"]),
        ("ctg-since-ct", ["ctg", "--since", "ct", "--examples", "0"]),
    ],
)
def test_a_sheet_reads_as_a_person_checked_it(name: str, asked: list[str]) -> None:
    """To accept a change, write the output to the file. Somebody chose the examples of Crazy Eights; in other games a
    new example can take the place of one on the sheet."""
    result = run("rules", *asked)
    assert result.code == 0
    assert result.out == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_a_page_needs_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "rules.html"
    result = run("rules", "crazy-eights", "--with", "queen-draws-four", "-o", str(out))
    assert result.code == 0
    assert result.out == f"Wrote {out}.\n"
    page = out.read_text(encoding="utf-8")
    assert "Queens draw four" in page
    assert not re.search(r"(?:src|href)=[\"'](?!#)", page), "only shapes of the page itself"
    assert "<script" not in page
    assert "@page" in page
    assert 'name="viewport"' in page
    assert 'aria-label="queen of clubs"' in page
    assert "public domain" in page
    assert re.search(r'<td><a href="#eight-is-wild">Goes on any card', page)
    assert 'id="eight-is-wild"' in page
    shapes = set(re.findall(r'<use href="#(\w+)"', page))
    assert shapes <= set(re.findall(r'<symbol id="(\w+)"', page))


def test_data_name_the_reason_of_each_paragraph() -> None:
    data = json.loads(run("rules", "crazy-eights", "--examples", "1", "--json").out)
    told = [p for part in data["parts"].values() for p in part]
    by = {p["document"]: p["because"] for p in told if p["document"] == "draw-until-you-can"}
    assert by == {"draw-until-you-can": ["options.willing is any-number"]}
    assert len(data["examples"]) == 1


def test_the_games_in_between_are_taught_one_after_another() -> None:
    """Cut Throat Gambit extends three games, none of which is Shithead."""
    out = run("rules", "ctg", "--since", "sh", "--examples", "0").out
    told = " ".join(out.split())
    tiers = ["Cut Throat", "Cut Throat Spades", "Cut Throat Spades Revised", "Cut Throat Gambit"]
    assert f"For players who know Shithead: {', then '.join(tiers)}." in told
    headings = [line for line, under in pairwise(out.splitlines()) if under and set(under) == {"="}]
    assert headings == ["Cut Throat Gambit", *tiers]
    for known in ("Shithead", *tiers[:-1]):
        assert f"For players who know {known}. Everything that this page doesn't mention stays the same." in told
    assert out.count("Joker pickup. A Joker") == out.count("2s reset. A 2") == 1
    assert run("rules", "cts", "--since", "ctg", "--examples", "0").out.count("For players who know") == 1


def test_no_game_of_parlour_loses_a_sentence_of_its_sheet() -> None:
    games = Library.standard().ids("game")
    assert not [note for game in games for note in check_sentences(parlour.load(game).composition)]


def test_no_game_of_parlour_has_changes_that_its_sheet_does_not_describe() -> None:
    games = Library.standard().ids("game")
    assert not [note for game in games for note in undescribed(parlour.load(game).composition)]
