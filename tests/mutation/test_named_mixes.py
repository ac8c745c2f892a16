"""The mix of a suggested example, in the words of an example."""

import textwrap
from pathlib import Path

import pytest

from parlour.mixing.recipes import Recipe
from parlour.mutation.differences import of_mix
from scaffold.counting import FRAME, GAME, write_counting
from scaffold.files import write
from scaffold.mixes import LIBRARY
from scaffold.terminal import run

FASTER = """\
rule: faster
title: Faster
for: counter
text: Each turn counts one more.
when:
  after hum(): tally += 1
examples:
  - name: nobody has answered yet
    in: counting
    players: 3
    then: {tally: 0}
"""


def pasted(said: str, name: str) -> str:
    """The first suggested example of a report, with a name."""
    example = said.partition("current rules are right:\n")[2].partition("\n\n")[0]
    return textwrap.indent(textwrap.dedent(example).replace("name: …", f"name: {name}"), "  ")


def test_an_example_of_another_file_names_the_rule_that_its_place_implies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant is in the frame, and the only example that notices it begins like one in the file of a rule."""
    monkeypatch.chdir(tmp_path)
    frame = write_counting(tmp_path, "")
    write(tmp_path / "faster.yaml", FASTER)
    example = pasted(run("mutate", str(frame), "--only", "arithmetic", "--jobs", "1").out, "faster")
    assert "in: counting\n    with: [faster]\n    players: 3\n" in example
    write(frame, FRAME + example)
    assert run("test", str(frame)).out == "1 example: all passed\n"


def test_a_difference_without_a_house_rule_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both examples get to the mutant, and neither notices it: the one with a rule after fewer moves."""
    monkeypatch.chdir(tmp_path)
    frame = write_counting(tmp_path, "")
    write(tmp_path / "faster.yaml", FASTER.replace("then: {tally: 0}", "moves: ['1: one']\n    then: {to move: 1}"))
    write(tmp_path / "counting.yaml", GAME + "examples:\n  - name: at the beginning\n    then: {tally: 0}\n")
    example = pasted(run("mutate", str(frame), "--only", "arithmetic", "--jobs", "1").out, "counting")
    assert "in: counting\n" in example
    assert "with:" not in example


def test_an_example_of_a_game_names_the_game_in_the_file_of_its_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    frame = write_counting(tmp_path, "")
    write(tmp_path / "counting.yaml", GAME + "examples:\n  - name: nobody has answered yet\n    then: {tally: 0}\n")
    example = pasted(run("mutate", str(frame), "--only", "setting", "--jobs", "1").out, "players")
    assert "in: counting\n" in example
    write(frame, FRAME + example)
    assert run("test", str(frame)).out == "1 example: all passed\n"


def test_a_rule_in_a_file_of_another_name_goes_by_its_id(tmp_path: Path) -> None:
    """Examples find rules by their ids, so they can be pasted."""
    path = tmp_path / "kings.yaml"
    path.write_text("rule: no-kings-first\ntitle: No kings first\nfor: eights\ntext: Nobody begins with a king.\n")
    mix = Recipe("crazy-eights", (path, "queen-draws-four"), library=LIBRARY)
    other, _ = LIBRARY.find("last-one", ("game",))
    assert other is not None
    assert of_mix(mix, other) == ["in: crazy-eights", "with: [no-kings-first, queen-draws-four]"]
