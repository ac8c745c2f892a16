"""Parlour refuses mixes that nobody can play, and suggests changes that make them playable."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.lang.checker import check, check_table
from parlour.library.library import Library
from parlour.mixing.compose import compose
from parlour.states.table_sizes import dealable
from scaffold.terminal import run

LIBRARY = Library.standard()


def test_check_and_mix_say_what_would_make_it_playable() -> None:
    """Four players with five cards and eight bottoms each use up all 52 cards."""
    asked = ["ct", "--with", "partners"]
    for command in ("check", "mix", "play"):
        printed = run(command, *asked)
        assert printed.code == 1
        told = printed.out + printed.err
        assert "nobody can play this mix: 4 players need 53 cards, and there are 52" in told
        assert "--set packs=2" in told
    assert run("check", *asked, "--set", "packs=2").code == 0


def test_options_that_are_set_are_honoured() -> None:
    told = run("check", "sh", "--with", "joker-forced-pickup", "--set", "jokers=0").out
    assert "nobody can play this mix: there is no Joker in the pack [" in told
    assert "help: use `jokers=1` instead of `jokers=0`\n" in told


def test_a_rule_brings_the_jokers_that_it_needs() -> None:
    composition, _ = compose(LIBRARY, "sh", ["joker-forced-pickup"])
    assert composition is not None
    setting = composition.options["shithead", "jokers"]
    assert (setting.data, getattr(setting.set_by, "id", None)) == (1, "joker-forced-pickup")
    for game, jokers in (("cts", 1), ("red-and-black", 2)):  # the game's own setting has priority
        composition, _ = compose(LIBRARY, game)
        assert composition is not None
        assert composition.options["shithead", "jokers"].data == jokers


RULE = "rule: {id}\ntitle: R\nfor: doubting\ntext: T.\nset: {{{set}}}\n"


def test_two_rules_set_an_option_alike_or_the_game_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for id, text in (("few", "at-once: 1"), ("less", "at-once: 1"), ("many", "at-once: 3")):
        (tmp_path / f"{id}.yaml").write_text(RULE.format(id=id, set=text), encoding="utf-8")
    assert run("check", "cheat", "--with", "./few.yaml", "--with", "./less.yaml").code == 0
    for order in (("few", "many"), ("many", "few")):
        told = run("check", "cheat", *(word for id in order for word in ("--with", f"./{id}.yaml"))).out
        assert "`few` and `many` set `at-once` to different values" in told


def test_two_options_are_suggested_where_one_is_not_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.yaml").write_text(
        "game: two\ntitle: Two\nextends: cheat\n"
        "options:\n  here: {type: bool, default: false, text: here}\n"
        "  there: {type: [near, far], default: near, text: there}\n"
        "possible:\n  - {require: options.here and options.there == far, says: it needs both}\n",
        encoding="utf-8",
    )
    told = run("check", "./two.yaml").out
    assert "two.yaml:1:7: error: nobody can play this mix: it needs both" in told
    assert "help: add `--set here=true --set there=far`" in told
    assert "two.yaml:8:15: this condition is false" in told
    condition = "options.here and options.there == far"
    excerpt = f"    8 |   - {{require: {condition}, says: it needs both}}\n"
    assert f"{excerpt}      | {' ' * 14}{'^' * len(condition)}\n" in told


def test_an_option_that_the_file_sets_is_to_be_changed_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "game: many\ntitle: Many\nextends: crazy-eights\nplayers: 5\nset: {hand-size: 12}\n"
    (tmp_path / "many.yaml").write_text(text, encoding="utf-8")
    assert "help: set `hand-size: 10` in the game\n" in run("check", "./many.yaml").out


@pytest.mark.one_in(10)
@pytest.mark.parametrize("game", LIBRARY.ids("game"))
def test_the_table_alone_says_who_can_be_dealt_to(game: str) -> None:
    composition, _ = compose(LIBRARY, game)
    assert composition is not None
    table, (whole, _) = check_table(composition), check(composition)
    assert whole is not None
    assert table is not None
    assert dealable(table) == dealable(whole)
