"""The other names of rulesets: what players call a rule finds it, and finds only it."""

from collections import Counter

import pytest

from parlour.library.description import read_summary
from parlour.library.library import Library
from scaffold.terminal import run


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("burn", "tens-clear"), ("burn-on-four", "x4-clears"), ("invisible", "threes-match"),
        ("transparent", "threes-match"), ("bounce", "three-reverses"),
    ],
)  # fmt: skip
def test_players_find_a_rule_by_its_name(said: str, rule: str) -> None:
    document, _ = Library.standard().find(said, ("rule",))
    assert document is not None
    assert document.id == rule
    assert f"  {rule} " in run("list", "--kind", "rule", said).out


@pytest.mark.parametrize("rule", ["twos-for-the-next", "threes-match", "eights-want-less", "tens-clear"])
def test_players_find_the_rules_of_a_topic(rule: str) -> None:
    """Players call the cards with a power of their own magic cards."""
    assert f"  {rule} " in run("list", "--kind", "rule", "magic cards").out


def test_each_name_means_one_ruleset_of_a_frame() -> None:
    """An id, or another name in any case: else `+ NAME` in a mix of that frame is ambiguous."""
    names: Counter[tuple[str, str]] = Counter()
    for listed in Library.standard().listed():
        summary = read_summary(listed.path)
        assert summary is not None
        said = {listed.id, *(name.casefold() for name in summary.also_called)}
        names.update((name, frame) for name in said for frame in summary.wanted or ("",))
    assert [name for name, number in names.items() if number > 1] == []
