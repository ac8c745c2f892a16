"""The ids of the documents that a mix can have: never fewer than in its composition."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.documents.composition import Composition
from parlour.examples.mixing import ExampleMix
from parlour.library.library import Library
from parlour.mixing.compose import compose
from parlour.mutation.example_pool import BroughtDocuments
from scaffold.files import write
from scaffold.mixes import LIBRARY, composed


def possible(library: Library, subject: str | Path, *with_: str) -> set[str]:
    return {*BroughtDocuments().of(ExampleMix(subject, with_, (), (), library))}


def there(composition: Composition) -> set[str]:
    return {document.id for document in composition.documents}


@pytest.mark.parametrize("game", LIBRARY.ids("game"))
def test_all_documents_of_a_game_are_possible(game: str) -> None:
    assert there(composed(game)) <= possible(LIBRARY, game)


def test_documents_of_other_games_are_not() -> None:
    assert not possible(LIBRARY, "crazy-eights", "queen-draws-four") & {"last-one", "shithead", "one-joker", "sh"}


def test_rules_in_files_bring_what_they_name(tmp_path: Path) -> None:
    write(tmp_path / "mine.yaml", "rule: mine\ntitle: Mine\ntext: T.\nfor: eights\n")
    game = tmp_path / "ours.yaml"
    write(game, "game: ours\ntitle: Ours\ntext: T.\nextends: crazy-eights\nuses: [./mine.yaml]\n")
    composition, _ = compose(LIBRARY, game, ["jack-skips"])
    assert composition is not None
    assert {"mine", "ours", "jack-skips", "eights"} <= there(composition) <= possible(LIBRARY, game, "jack-skips")
