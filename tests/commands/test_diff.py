"""`parlour diff` besides its scenes: a whole comparison, its data and page, and what it searches and compiles when."""

import json
from pathlib import Path

import pytest

from parlour.comparison import mix_comparison
from parlour.comparison.diff_report import lines
from parlour.game import load
from parlour.mixing.recipes import Recipe
from parlour.play.move_effects import mix_without
from scaffold.terminal import run

GOLDEN = Path(__file__).parent / "golden"


def test_spades_are_taught_to_players_of_cut_throat() -> None:
    """A person checked this against the source: each new rule has the smallest position that shows it. Two players have
    eight bottoms and five cards each, one has drawn and one card is turned up: of 52 cards, 24 are left."""
    assert run("diff", "ct", "cts").out == (GOLDEN / "diff-ct-cts.txt").read_text(encoding="utf-8")


def test_programs_get_the_clauses_that_decide() -> None:
    data = json.loads(run("diff", "sh", "ct", "--json").out)
    (change,) = [each for each in data["differences"] if (each["now"] or each["was"])["id"] == "sixes-want-faces"]
    answers = change["example"]["answers"]
    assert [clause["id"] for clause in answers[0]["clauses"]] == []
    (clause,) = answers[1]["clauses"]
    assert (clause["id"], clause["stands"]) == ("sixes-want-faces.demand", True)
    assert "shithead/rules/sixes-want-faces.yaml:" in clause["at"]


def test_a_page_has_the_same_words(tmp_path: Path) -> None:
    page = tmp_path / "changes.html"
    run("diff", "crazy-eights", "--with", "jack-skips", "--html", str(page))
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<h3>Jacks skip</h3><p>After a " in text
    assert "<dt>Crazy Eights</dt><dd>Seat 2 is next.</dd>" in text
    run("diff", "chicago-bridge", "--with", "goulash", "--html", str(page))
    assert '<pre class="example">  For example, the dealer deals the same' in page.read_text(encoding="utf-8")


def test_the_words_of_a_change_come_before_the_search_for_its_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the positions of all changes to read the first one."""
    searched: list[str] = []
    search = mix_comparison._difference
    monkeypatch.setattr(
        mix_comparison,
        "_difference",
        lambda change, *others: (searched.append(change.name), search(change, *others))[1],
    )
    printed = lines(mix_comparison.compared(load("sh"), load("ctg")))
    first = next(line for line in printed if line.startswith("  Faces on a 6: "))
    assert (first, searched) == (first, [])
    next(line for line in printed if line.startswith("    "))
    assert searched == ["sixes-want-faces"]


def test_a_mix_without_a_rule_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that sets options of others is left out, and the options keep their values: that is one request."""
    compiled: list[Recipe] = []
    compile_ = Recipe.compiled
    monkeypatch.setattr(Recipe, "compiled", lambda recipe: (compiled.append(recipe), compile_(recipe))[1])
    game = load("sh", "joker-forced-pickup")
    left = mix_without(game, "joker-forced-pickup")
    assert left.options["jokers"] == game.options["jokers"] == "1"
    assert len(compiled) == 2
