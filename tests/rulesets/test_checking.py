"""Findings about mixes of the shipped families. `tests/commands/scenes` has others."""


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
