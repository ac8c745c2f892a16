"""Two Programs are the same game if they differ only in places and prose."""

from __future__ import annotations

from pathlib import Path

from parlour.mutation.sameness import same, same_questions, same_table
from parlour.program import Program
from scaffold.counting import FRAME, GAME, write_counting
from scaffold.files import write
from scaffold.rulesets import program_of


def changed(folder: Path, old: str, new: str) -> Program:
    assert old in FRAME
    path = write_counting(folder, "")
    write(path, path.read_text(encoding="utf-8").replace(old, new))
    return program_of(folder / "counting.yaml")


def test_places_and_prose_make_no_difference(tmp_path: Path) -> None:
    one = changed(tmp_path / "a", "title: Counter", "title: Counter")
    assert same(one, changed(tmp_path / "b", "title: Counter", "# more lines\n\ntitle: Counting"))
    assert same(one, changed(tmp_path / "c", "hum(): noise += 1", "hum(): noise   +=   1"))


def test_what_is_played_makes_a_difference(tmp_path: Path) -> None:
    one = changed(tmp_path / "a", "title: Counter", "title: Counter")
    other = changed(tmp_path / "b", "tally < 3", "tally <= 3")
    assert not same(one, other)
    assert same_table(one, other)
    assert same_questions(one, other)
    steps = changed(tmp_path / "f", "champions = [first()]", "champions = those s in sides where tally > 0")
    assert same_table(one, steps)
    assert not same_table(one, changed(tmp_path / "c", "seen: everybody", "seen: nobody"))
    assert same_table(one, changed(tmp_path / "d", "players: 2..3", "players: 2..4"))  # at tables of two or three
    assert not same_table(one, changed(tmp_path / "g", "pack: 52", "pack: 52, jokers: 1"))
    assert not same_questions(one, changed(tmp_path / "e", "    one:", "    two:"))


def test_an_option_that_the_game_sets_makes_the_same(tmp_path: Path) -> None:
    option = "options:\n  enough: {type: int, in: 1..9, default: %s, text: limit}\nendings:"
    programs = []
    for default in "34":
        path = write_counting(tmp_path / default, "")
        frame = FRAME.replace("endings:", option % default).replace("tally < 3", "tally < options.enough")
        write(path, frame + "  []\n")
        write(tmp_path / default / "counting.yaml", GAME + "set: {enough: 5}\n")
        programs += [program_of(tmp_path / default / "counting.yaml"), program_of(path)]
    assert same(programs[0], programs[2])
    assert not same(programs[1], programs[3])
