"""Saving a game, leaving it and coming back to it, also from a process that is interrupted."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.terminal import files as places
from play.games import ALONE, always, kept, tables
from scaffold.terminal import run

ENGINE = Path(parlour.__file__).resolve().parents[1]
pytestmark = pytest.mark.usefixtures("home")


def test_what_was_saved_goes_on_as_if_nothing_had_happened(home: Path) -> None:
    whole = run(*ALONE, typed=always("1"))
    parts = run(*ALONE, "--save", "game.json", typed=["1", "1"])
    assert "parlour play --resume game.json" in parts.out
    rest = run("play", "--resume", "game.json", typed=always("1"))
    assert tables(rest)[0] == tables(whole)[2]
    assert tables(rest)[1:] == tables(whole)[3:]
    assert rest.out.split("The match is over")[1].split("See the whole game")[0] in whole.out


def test_saving_where_nothing_can_be_written(home: Path) -> None:
    Path("file").write_text("")
    printed = run(*ALONE, typed=["s file/game.json", "s ."])
    assert "file is not a folder" in printed.err
    assert "is a folder" in printed.err
    assert len(kept(home)) == 1


def test_the_end_of_input_keeps_the_game(home: Path) -> None:
    printed = run(*ALONE, typed=["1"])
    assert printed.code == 0
    (path,) = kept(home)
    assert f"Saved. Continue later:\n  parlour play --resume {path}" in printed.out
    assert run("play", "--resume", str(path), typed=always("1")).code == 0


def test_a_finished_game_leaves_only_the_last_one_behind(home: Path) -> None:
    run(*ALONE, typed=always("1"))
    assert not kept(home)
    assert places.last_game().exists()
    assert run("replay").code == 0


def test_without_a_place_of_its_own_a_game_goes_to_the_temporary_files(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "wall").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "wall"))
    monkeypatch.setattr("tempfile.tempdir", str(home))
    printed = run(*ALONE, typed=["1"])
    assert "Saved." in printed.out
    assert list(home.glob("climb-*.json"))


def test_saves_that_do_not_fit_are_refused_in_words(home: Path) -> None:
    run(*ALONE, "--save", "game.json", typed=["1"])
    text = Path("game.json").read_text()
    data = json.loads(text)
    broken = {
        "is not a saved game": "{}",
        "is damaged: an entry is missing or invalid": json.dumps(data | {"seed": None}),
        "broken.json is damaged: an entry": json.dumps(data | {"seats": ["human", "bat"]}),
        "format 99": json.dumps(data | {"parlour game": 99}),
        "don't lead to its position": json.dumps(data | {"seed": 2, "moves": ["draw"]}),
        "is not possible": json.dumps(data | {"moves": ["dance"]}),
        "other options": json.dumps(data | {"set": {"cards": "4"}}),
        "have changed since": text.replace(data["position"]["digest"], "0" * 64),
        "no game or frame `clamb`": json.dumps(data | {"game": "clamb"}),
        "its seats and its position don't agree": json.dumps(data | {"seats": ["human"] * 3}),
    }
    for words, content in broken.items():
        Path("broken.json").write_text(content)
        printed = run("play", "--resume", "broken.json")
        assert printed.code == 2, words
        assert words in printed.err


def test_rules_from_files_are_found_again_from_elsewhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine.yaml").write_text("rule: mine\ntitle: Mine\nfor: ladder\ntext: Nothing.\n")
    run(*ALONE, "--with", "./mine.yaml", "--save", "game.json", typed=["1"])
    (home / "elsewhere").mkdir()
    monkeypatch.chdir(home / "elsewhere")
    assert run("play", "--resume", "../game.json", typed=always("1")).code == 0


def test_a_game_is_seen_again_through_the_eyes_of_a_seat(home: Path) -> None:
    played = run("play", "climb", "--auto", "--players", "3", "--seed", "4", "--save", "game.json")
    log = played.out.partition("sees it.\n")[2].partition("\n\n")[0]
    assert log in run("replay", "game.json").out
    second = run("replay", "game.json", "--seat", "2", "--tables").out
    assert "stock → hand 1 and 3: 3 cards each" in second
    assert "your hand" in second
    moves = run("replay", "game.json", "--moves").out
    assert json.loads(Path("game.json").read_text())["moves"] == re.findall(r"^  seat \d: (.*)$", moves, re.MULTILINE)
    assert run("replay", "game.json", "--seat", "4").code == 2


def test_a_process_without_suits_plays_in_letters() -> None:
    environ = dict(os.environ) | {"PYTHONPATH": str(ENGINE), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "parlour", *ALONE]
    done = subprocess.run(command, input=b"lay 7H\n\xff\n", capture_output=True, env=environ, timeout=60)
    assert b"you: lay 7H" in done.stdout
    assert b"Traceback" not in done.stderr


def test_a_ruleset_that_fails_after_its_file_is_gone_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = "rule: spoiler\ntitle: The spoiler\nfor: ladder\ntext: x\n"
    rule = head + "when: {after draw(p): laid(p) += 1 // (laid(p) - laid(p))}\n"
    Path("spoiler.yaml").write_text(rule)
    read = Path.read_text

    def gone(path: Path, encoding: str) -> str:
        if path.name == "spoiler.yaml":
            raise FileNotFoundError(path)
        return read(path, encoding)

    monkeypatch.setattr("parlour.play.mishap.Path.read_text", gone)
    printed = run(*ALONE, "--with", "./spoiler.yaml", typed=["draw"])
    assert re.search(r"failed during play: .* \[The spoiler, spoiler\.yaml:\d+:\d+\]", printed.err)
    assert "Saved the game" in printed.err
