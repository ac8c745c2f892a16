"""Two Programs are the same game if they differ only in places and prose."""

from __future__ import annotations

from pathlib import Path

from parlour.mutation.sameness import same_game, same_questions, same_table
from parlour.program import Program
from scaffold.counting import FRAME, write_counting
from scaffold.files import write
from scaffold.rulesets import program_of


def changed(folder: Path, old: str, new: str) -> Program:
    assert old in FRAME
    path = write_counting(folder, "")
    write(path, path.read_text(encoding="utf-8").replace(old, new))
    return program_of(folder / "counting.yaml")


def test_places_and_prose_make_no_difference(tmp_path: Path) -> None:
    one = changed(tmp_path / "a", "title: Counter", "title: Counter")
    assert same_game(one, changed(tmp_path / "b", "title: Counter", "# more lines\n\ntitle: Counting"))
    assert same_game(one, changed(tmp_path / "c", "hum(): noise += 1", "hum(): noise   +=   1"))


def test_what_is_played_makes_a_difference(tmp_path: Path) -> None:
    one = changed(tmp_path / "a", "title: Counter", "title: Counter")
    other = changed(tmp_path / "b", "tally < 3", "tally <= 3")
    assert not same_game(one, other)
    assert same_table(one, other)
    assert same_questions(one, other)
    steps = changed(tmp_path / "f", "champions = [first()]", "champions = those s in sides where tally > 0")
    assert same_table(one, steps)
    assert not same_table(one, changed(tmp_path / "c", "seen: everybody", "seen: nobody"))
    assert same_table(one, changed(tmp_path / "d", "players: 2..3", "players: 2..4"))  # at tables of two or three
    assert not same_table(one, changed(tmp_path / "g", "pack: 52", "pack: 52, jokers: 1"))
    assert not same_questions(one, changed(tmp_path / "e", "    one:", "    two:"))
