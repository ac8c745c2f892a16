"""Pairs of house rules that fit a game: in either order they make the same composition, and so the same program, or the
same errors. `tests/bench/pairs.py` composes and plays all pairs."""

import itertools

import pytest

from parlour.base.diagnostics import Diagnostic
from parlour.documents.composition import Composition
from parlour.mixing.compose import compose
from scaffold.mixes import LIBRARY, games_on_frames, to_add

GAMES = games_on_frames()
MOST = 100  # pairs of a game that are composed, about


def pairs(game: str) -> list[tuple[str, str]]:
    return list(itertools.combinations(to_add(game), 2))


def identity(composition: Composition | None) -> object:
    if composition is None:
        return None
    values = {key: (setting.data, setting.set_by) for key, setting in composition.options.items()}
    return composition.documents, composition.digest, dict(composition.digests), values


def errors(findings: tuple[Diagnostic, ...]) -> set[tuple[str, bool]]:
    return {(finding.code, finding.severity == "error") for finding in findings}


@pytest.mark.one_in(16)
@pytest.mark.parametrize("game", GAMES)
def test_two_rules_make_the_same_mix_in_either_order(game: str) -> None:
    for one, other in pairs(game)[:: 1 + len(pairs(game)) // MOST]:
        first, found = compose(LIBRARY, game, (one, other))
        second, found_too = compose(LIBRARY, game, (other, one))
        assert identity(first) == identity(second), (one, other)
        assert errors(found) == errors(found_too), (one, other)
        assert first is not None or any(finding.severity == "error" for finding in found)
