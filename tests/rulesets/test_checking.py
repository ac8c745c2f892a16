"""Findings about mixes of the shipped families. `tests/commands/scenes` has others."""

from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.checking.extremes import at_limits
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled
from parlour.mixing.compose import compose
from parlour.mixing.recipes import Recipe


def test_few_mixes_are_compiled_to_name_an_option() -> None:
    """The search for the responsible option tries halves of the options, not each one alone."""
    composition, _ = compose(Library.standard(), "last-one")
    assert composition is not None
    asked: list[Recipe] = []

    class WatchedRecipe(Recipe):
        def compiled(self) -> Compiled:
            asked.append(self)
            wrong = self.options.get("hand-size") == "1"
            return Compiled(None, (Diagnostic("players", "too few", None),) if wrong else (), lambda: None)

    (found,) = at_limits(composition, WatchedRecipe("last-one"))
    assert found.message == "with --set hand-size=1: too few"
    assert len(asked) < 20 < len(composition.options)


def test_a_need_that_a_rule_of_its_group_replaces_names_that_rule() -> None:
    """Nil of Spades needs `sides-make-bids`, and in Hearts other points count."""
    composition, findings = compose(Library.standard(), "spades", ["hearts-count"])
    assert composition is None
    (lacking,) = (finding for finding in findings if finding.code == "compose-needs" and "`nil`" in finding.message)
    assert "needs `sides-make-bids`, which `hearts-count` replaces" in lacking.message
    assert lacking.help == "leave out `nil` or `hearts-count`"


def test_a_rule_that_is_left_out_again_replaces_nothing(tmp_path: Path) -> None:
    first, second = tmp_path / "first.yaml", tmp_path / "second.yaml"
    first.write_text("game: first\ntitle: First\nextends: spades\nuses: [hearts-count]\n", encoding="utf-8")
    second.write_text("game: second\ntitle: Second\nextends: first\nwithout: [hearts-count]\n", encoding="utf-8")
    _, findings = compose(Library.standard().beside(second), second)
    (lacking,) = (finding for finding in findings if finding.code == "compose-needs" and "`nil`" in finding.message)
    assert "needs `sides-make-bids`, which is not in this mix" in lacking.message
    assert lacking.help == "add `sides-make-bids`"
