"""Cached answers about rulesets are never stale: after any change, the answer is that of an empty cache."""

import builtins
import io
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.base.diagnostics import render_json
from parlour.lang import checker, parse_cache
from parlour.library import loading
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled, compile_ruleset
from parlour.mixing.compose import compose
from parlour.storage import observed
from scaffold.files import write
from scaffold.terminal import run

RULE = "rule: mine\ntitle: Mine\nfor: doubting\ntext: x\nwhen:\n  after take(p): said = 7\n"
GAME = "game: ours\ntitle: Ours\nextends: cheat\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory and an empty cache."""
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.delenv("PARLOUR_PATH", raising=False)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def afresh(subject: str | Path, *with_: str | Path) -> Compiled:
    """As a new process does it."""
    loading._loaded.clear()
    parse_cache._parsed.clear()
    return compile_ruleset(subject, with_, library=Library.standard())


def said(compiled: Compiled) -> tuple[str, str]:
    return repr(compiled.program), render_json(compiled.findings)


def alone(subject: str | Path, *with_: str | Path) -> tuple[str, str]:
    """The answer where nothing is kept."""
    kept = os.environ.pop("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = os.devnull
    try:
        return said(afresh(subject, *with_))
    finally:
        os.environ["XDG_CACHE_HOME"] = kept


def never(*_: object) -> None:
    raise AssertionError("it was checked again")


def test_the_same_question_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = afresh("cheat", "next-player-doubts")
    monkeypatch.setattr(checker, "check", never)
    again = afresh("cheat", "next-player-doubts")
    assert said(again) == said(first)
    assert again.composition is not None
    assert first.composition is not None
    assert again.composition.digest == first.composition.digest


CHANGES = {
    "the rule itself": partial(write, "mine.yaml", RULE.replace("said = 7", "said = 8")),
    "the rule, which is broken now": partial(write, "mine.yaml", RULE.replace("said", "sead")),
    "its title": partial(write, "mine.yaml", RULE.replace("title: Mine", "title: Other")),
    "a comment above, so that lines move": partial(write, "mine.yaml", f"# new\n{RULE}"),
    "the rule is gone": lambda: Path("mine.yaml").unlink(),
    "the game": partial(write, "ours.yaml", f"{GAME}players: 4\n"),
    "a frame that hides the shipped one": partial(write, "rulesets/frame.yaml", "frame: doubting\ntitle: D\n"),
    "a game that hides its parent": partial(
        write, "rulesets/other.yaml", "game: cheat\ntitle: Other\nextends: doubting\nplayers: 4\n"
    ),
    "a rule beside the game that hides another": partial(write, "rules/again.yaml", RULE.replace("Mine", "Again")),
    "a folder of the user": partial(write, "../XDG_CONFIG_HOME/parlour/rulesets/m.yaml", RULE.replace("Mine", "Again")),
    "a folder on the path": lambda: os.environ.update(PARLOUR_PATH=str(path_folder())),
}


def path_folder() -> Path:
    write("../path/m.yaml", GAME.replace("extends: cheat", "extends: doubting").replace("ours", "cheat"))
    return Path("../path").resolve()


@pytest.mark.one_in(6)
@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_seen(what: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_PATH", "")
    write("mine.yaml", RULE)
    write("ours.yaml", GAME)
    before = said(afresh("./ours.yaml", "mine"))
    assert said(afresh("./ours.yaml", "mine")) == before
    CHANGES[what]()
    after = said(afresh("./ours.yaml", "mine"))
    assert after == alone("./ours.yaml", "mine")
    assert after != before


def test_a_change_back_is_seen() -> None:
    write("mine.yaml", RULE)
    before = said(afresh("cheat", "mine"))
    write("mine.yaml", RULE.replace("said = 7", "said = 8"))
    assert said(afresh("cheat", "mine")) != before
    write("mine.yaml", RULE)
    assert said(afresh("cheat", "mine")) == before


def test_findings_that_name_a_file_are_those_of_this_folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("deep/mine.yaml", RULE.replace("said", "sead"))
    path = here / "deep" / "mine.yaml"
    assert '"deep/mine.yaml"' in said(afresh("cheat", path))[1]
    monkeypatch.chdir("deep")
    assert '"mine.yaml"' in said(afresh("cheat", path))[1]


def test_a_mix_is_composed_of_what_it_was_compiled_from() -> None:
    write("mine.yaml", RULE)
    afresh("cheat", "mine")
    kept = afresh("cheat", "mine")
    write("mine.yaml", "nothing: here\n")
    assert kept.composition is not None
    assert kept.program is not None
    assert kept.composition.digest == kept.program.digest


def test_a_library_composes_a_mix_again_only_after_a_change() -> None:
    write("mine.yaml", RULE)
    library = Library.standard()
    first = compose(library, "cheat", ("mine",))
    assert compose(library, "cheat", ["mine"]) is first
    write("mine.yaml", RULE.replace("said = 7", "said = 8"))
    changed, _ = compose(library, "cheat", ["mine"])
    assert first[0] is not None
    assert changed is not None
    assert changed.digest != first[0].digest


def test_a_composed_mix_depends_on_the_kind_of_an_option() -> None:
    library = Library.standard()
    assert compose(library, "cheat", options={"at-once": 1})[0] is not None
    assert compose(library, "cheat", options={"at-once": True})[0] is None


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are opened. An audit hook would stay for the rest of the suite and slow it."""
    paths: list[str] = []

    def watched(function: Callable[..., Any]) -> Callable[..., Any]:
        def open_(path: object, *args: Any, **options: Any) -> Any:
            paths.append(str(path))
            return function(path, *args, **options)

        return open_

    for module in (builtins, io, os):
        monkeypatch.setattr(module, "open", watched(module.open))
    return paths


def test_every_file_that_is_read_is_observed(here: Path, opened: list[str]) -> None:
    """An answer is compared with all that it rests on, so nothing may be read behind its back."""
    more = "advises: [next-player-doubts]\nwith:\n  neighbouring-ranks:\n    when:\n      after take(p): nothing\n"
    write("mine.yaml", RULE + more)
    write("ours.yaml", f"{GAME}uses: [./mine.yaml]\n")
    loading._loaded.clear()
    with observed.watching() as seen:
        compile_ruleset("./ours.yaml", ["next-player-doubts"], library=Library.standard())
    searched = {str(path) for folders in seen.folders for path, _ in folders}
    rulesets = {os.path.abspath(path) for path in opened if path.endswith((".yaml", ".yml"))}
    headers_only = {path for path in rulesets if any(path.startswith(os.path.abspath(s)) for s in searched)}
    known = {os.path.abspath(path) for path in seen.files}
    assert {os.path.abspath(p) for p in ("ours.yaml", "mine.yaml")} <= known & rulesets
    assert any(path.endswith("next-player-doubts.yaml") for path in known)
    assert rulesets - known <= headers_only


def test_what_an_inner_answer_rests_on_the_outer_one_rests_on_too() -> None:
    for _ in range(2):
        with observed.watching() as seen:
            afresh("cheat")
        assert any(path.endswith("cheat.yaml") for path in seen.files)
        assert seen.folders
        parlour.load("cheat")


def test_a_change_of_a_deck_is_seen() -> None:
    """No mix reads a deck that is checked alone."""
    text = "deck: toy\ntitle: Toy\nranks: [1..3]\ncards: [{ranks: 4}]\n"
    write("toy.yaml", text)
    assert run("check", "./toy.yaml").code == 1
    write("toy.yaml", text.replace("ranks: 4", "ranks: 3"))
    loading._loaded.clear()
    assert run("check", "./toy.yaml").out == "checked 1 deck: all is well\n"
