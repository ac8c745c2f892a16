"""A changed member that becomes the same code is found without compiling the rest of its game."""

from __future__ import annotations

from pathlib import Path

from parlour.examples.mixing import ExampleMix
from parlour.library.library import Library
from parlour.library.subjects import library_of
from parlour.mutation.compared_members import ComparedMembers, changed_section
from parlour.mutation.mutants import Surroundings, mutants_of
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.mutation.sameness import same_game
from parlour.mutation.syntax_edits import ZoneNames
from parlour.mutation.trials import grafted
from scaffold.counting import FRAME, write_counting
from scaffold.files import write

OPTION = "options: {quiet: {type: int, in: 1..9, default: 3, text: loudness}}\n"
CHANGES = (
    ("functions:\n", f"{OPTION}functions:\n  loudness(): max(options.quiet, 1)\n"),
    ("hum(): noise += 1", "hum(): noise += max(options.quiet, 2)\n  shout(): noise += loudness()"),
    ("      hum()\n", "      hum()\n      shout()\n"),
)


def loud(folder: Path) -> Path:
    text = FRAME
    for old, new in CHANGES:
        assert old in text
        text = text.replace(old, new)
    return write(write_counting(folder), text + "  []\n")


def test_a_number_below_the_least_one_makes_no_difference(tmp_path: Path) -> None:
    """With `quiet` 3, `max(options.quiet, 1)` is 3 whether the number is 0, 1 or 2; the same with 1, 2 or 3."""
    path = loud(tmp_path)
    library = library_of([path], Library.standard())
    document, _ = library.find(path, ("frame",))
    assert document is not None
    mix = ExampleMix(tmp_path / "counting.yaml", (), (), (), library)
    unchanged, members, found = MutatedMixes(library, proved=False), ComparedMembers(), []
    before = unchanged.composition(mix)
    assert before is not None
    for mutant in mutants_of(document, Surroundings(ZoneNames(), {}, ())):
        graft = grafted(mutant)
        section = None if graft.document is None else changed_section(document, graft.document)
        if section is None:
            continue
        after = MutatedMixes(library, files=graft.files(), proved=False)
        composition = after.composition(mix)
        if composition is not None and members.same(before, composition, section):
            found.append((section, mutant.sentence))
            programs = unchanged.compile(mix).program, after.compile(mix).program
            assert programs[0] is not None
            assert programs[1] is not None
            assert same_game(programs[0], programs[1]), mutant.sentence
    assert found == [
        ("functions", "`1` becomes `0`"), ("functions", "`1` becomes `2`"),
        ("procedures", "`2` becomes `1`"), ("procedures", "`2` becomes `3`"),
    ]  # fmt: skip
