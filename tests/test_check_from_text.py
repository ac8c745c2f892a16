"""`parlour.check`, and `parlour.load` with documents that are in no file."""

from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from parlour.base.diagnostics import in_order
from parlour.checking.document_check import DocumentCheck
from parlour.library.loading import load
from parlour.mixing.recipes import Recipe

RULE = """\
rule: sevens-draw
title: Sevens draw
for: eights
text: After a seven the next player draws.
powers:
  7: {then: "draw(next(p), 1)"}
"""
GAME = """\
game: ours
title: Ours
extends: crazy-eights
uses: [sevens-draw]
"""


CHEATING = """\
rule: sevens-again
title: Sevens again
for: doubting
text: After a player takes the pile, the next one claims sevens.
when:
  after take(q): due = 7
"""


def test_a_sound_rule() -> None:
    assert parlour.check(CHEATING) == ()


def test_findings_have_the_name_and_the_place() -> None:
    (finding,) = parlour.check(RULE.replace("draw(", "drw("), "sevens.yaml")
    assert (finding.code, finding.severity) == ("unknown-name", "error")
    assert "`draw`" in (finding.help or "")
    assert finding.span is not None
    assert (finding.span.place, finding.span.text) == ("sevens.yaml:6:14", "drw")


@pytest.mark.parametrize("text", ["", "{", "rule: a", "nonsense", "x" * (1 << 20) + "x", "examples: 3", "\ud800"])
def test_what_is_no_ruleset_is_reported(text: str) -> None:
    found = parlour.check(text, "it.yaml")
    assert found
    assert found[0].severity == "error"
    assert "it.yaml" in (found[0].span.place if found[0].span else found[0].message)


def test_a_file_gives_the_same_findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = CHEATING + "prompts:\n  pick(p): |\n    take for c in hand(p): take(p)\n"
    monkeypatch.chdir(tmp_path)
    path = Path("sevens.yaml")
    path.write_text(text, encoding="utf-8")
    document, _ = load(path)
    assert document is not None
    found = DocumentCheck(document, path, parlour.Library.standard(), Recipe(), True, False).findings()
    assert found
    assert parlour.check(text, "sevens.yaml") == in_order(found)


def test_documents_refer_to_each_other() -> None:
    assert parlour.check(GAME, documents={"sevens.yaml": RULE}) == ()
    (missing,) = parlour.check(GAME)
    assert missing.code == "library-unknown"


def test_the_mix_can_be_changed() -> None:
    wild = parlour.check(GAME.replace("sevens-draw", "queen-draws-four"), options={"eight-is-wild.ranks": ["Q"]})
    assert [d.code for d in wild] == ["hook-order"]
    (clash,) = parlour.check(GAME, with_="two-draws-two", without="eights", documents={"sevens.yaml": RULE})
    assert clash.span is not None
    assert clash.span.place == "without='eights'"


def test_a_game_of_documents_is_played_and_measured() -> None:
    game = parlour.load("ours", documents={"ours.yaml": GAME, "sevens.yaml": RULE})
    assert "sevens-draw" in game.playouts(5, seed=1, native=False).rules
    state = game.position({"hand 1": "7♣ 2♦", "hand 2": "4♥", "pile": "3♣", "to move": 1}, players=2)
    seen = parlour.view(state.apply("play 7♣"), 2).zone("hand 2")
    assert seen is not None
    assert seen.size == 2


def test_documents_are_forgotten_afterwards() -> None:
    parlour.load("ours", documents={"ours.yaml": GAME, "sevens.yaml": RULE})
    with pytest.raises(parlour.RulesetError, match="ours"):
        parlour.load("ours")
    with pytest.raises(parlour.RulesetError, match=r"sevens\.yaml:6"):
        parlour.load("ours", documents={"ours.yaml": GAME, "sevens.yaml": RULE.replace("draw(", "drw(")})


def test_arguments_of_other_types_are_refused() -> None:
    for text, documents in ((Path("a.yaml"), {}), (RULE, {"a": 3}), (RULE, "a")):
        with pytest.raises(TypeError):
            parlour.check(text, documents=documents)  # type: ignore[arg-type]


# ---------------------------------------------------------------- names of files in a text

FRAME = "frame: secret\ntitle: Secret\nextends: table\ntext: Hidden.\nplayers: 2\nstages:\n  game: end game\n"
SECRETS = {
    "frame": FRAME, "game": "game: hidden\ntitle: Hidden\nextends: crazy-eights\n", "deck": "deck: hidden\ntitle: H\n",
    "rule": RULE.replace("sevens-draw", "hidden"),
}  # fmt: skip
OURS = "game: x\ntitle: X\nextends: crazy-eights\n"
EXAMPLE = "examples:\n  - name: E\n    given: {to move: 1}\n    then: {to move: 1}\n"
NAMING = {
    "extends": "game: x\ntitle: X\nextends: PATH\n", "extends of a frame": FRAME.replace("table", "PATH"),
    "uses": OURS + "uses: [PATH]\n", "uses of a rule": RULE + "uses: [PATH]\n", "without": OURS + "without: [PATH]\n",
    "switchable": RULE + "switchable: {PATH: false}\n", "switchable list": RULE + "switchable: [PATH]\n",
    "pack": FRAME + "deck: {pack: PATH}\n", "in": RULE + EXAMPLE + "    in: PATH\n",
    "with": RULE + EXAMPLE + "    with: [PATH]\n", "without of an example": RULE + EXAMPLE + "    without: [PATH]\n",
    "in of examples": f"in: PATH\n{EXAMPLE}", "with of a game": f"{OURS}{EXAMPLE}    with: [PATH]\n",
    "for": "rule: x\ntitle: X\nfor: PATH\ntext: T.\n", "needs": RULE + "needs: [PATH]\n",
    "conditional": RULE + "with:\n  PATH:\n    powers:\n      8: {then: skips += 1}\n",
}  # fmt: skip


FITTING = {"extends of a frame": "frame", "pack": "deck", "in": "game", "in of examples": "game",
           "for": "frame", "extends": "game"}  # fmt: skip


@pytest.mark.parametrize("where", NAMING)
def test_a_text_can_not_look_into_files(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets the same findings as if these files didn't exist."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    secret = SECRETS[FITTING.get(where, "rule")]
    texts = [NAMING[where].replace("PATH", path) for path in ("TMP/secret.yml", "../secret.yml", "~/secret.yml")]
    texts[0] = texts[0].replace("TMP", str(tmp_path))
    without = [parlour.check(text) for text in texts]
    assert all(without)
    (tmp_path / "secret.yml").write_text(secret, encoding="utf-8")
    (folder / "secret.yml").write_text("password = hunter2\n", encoding="utf-8")
    assert [parlour.check(text) for text in texts] == without


def test_a_missing_file_has_a_place_and_a_way_out() -> None:
    (missing,) = parlour.check("game: x\ntitle: X\nextends: ../base.yaml\n", "mine.yaml")
    assert missing.span is not None
    assert (missing.code, missing.span.place) == ("file-missing", "mine.yaml:3:10")
    assert missing.message == "no such file: ../base.yaml"
    assert "`documents`" in (missing.help or "")


def test_documents_refer_to_each_other_by_their_names() -> None:
    game = GAME.replace("crazy-eights", "./base.yaml").replace("sevens-draw", "rules/../rules/sevens.yaml")
    base = "game: base\ntitle: Base\nextends: ../colours/eights.yaml\n"
    documents = {"rules/sevens.yaml": RULE, "games/base.yaml": base, "colours/eights.yaml": "game: e\ntitle: E\n"}
    documents["colours/eights.yaml"] += "extends: crazy-eights\n"
    assert parlour.check(game.replace("./base", "games/base"), documents=documents) == ()
    assert parlour.load("ours", documents={"o": game.replace("./base", "./games/base"), **documents}).id == "ours"
    broken = {**documents, "rules/sevens.yaml": RULE.replace("draw(", "drw(")}
    (finding,) = parlour.check(game.replace("./base", "games/base"), documents=broken)
    assert finding.span is not None
    assert finding.span.place == "rules/sevens.yaml:6:14"


def test_a_text_sees_the_files_of_the_given_folder_only(tmp_path: Path) -> None:
    family = tmp_path / "family"
    (family / "rules").mkdir(parents=True)
    (family / "rules" / "sevens.yaml").write_text(RULE, encoding="utf-8")
    (tmp_path / "outside.yaml").write_text(RULE.replace("sevens-draw", "outside"), encoding="utf-8")
    by_path = GAME.replace("sevens-draw", "./rules/sevens.yaml")
    for text in (GAME, by_path, by_path.replace("./", f"{family}/")):
        assert parlour.check(text, "ours.yaml", folder=family) == ()
        game = parlour.load("ours", documents={"ours.yaml": text}, folder=str(family))
        assert game.without("sevens-draw").id == "ours"
        assert parlour.check(text) != ()
    for path in ("../outside.yaml", f"{tmp_path}/outside.yaml", "rules/../../outside.yaml"):
        (missing,) = parlour.check(GAME.replace("sevens-draw", path), "ours.yaml", folder=family)
        assert (missing.code, missing.message) == ("file-missing", f"no such file: {path}")
    below = GAME.replace("sevens-draw", "../rules/sevens.yaml")
    assert parlour.check(below, "games/ours.yaml", folder=family) == ()
    changed = parlour.check(by_path, documents={"rules/sevens.yaml": RULE.replace("draw(", "drw(")}, folder=family)
    assert [d.span.place for d in changed if d.span] == ["rules/sevens.yaml:6:14"]


# ---------------------------------------------------------------- games of documents


def documents() -> dict[str, str]:
    nine = RULE.replace("sevens", "nines").replace("  7:", "  9:")
    gone = "rule: no-deuce\ntitle: No deuces\nfor: eights\ntext: T.\ncards:\n  2♣: {copies: 0}\n"
    return {"a.yaml": RULE, "b.yaml": nine, "c.yaml": gone}


def test_a_game_of_documents_has_variants(collect: Callable[[], object]) -> None:
    """They are the same as those of files, also after everything else that held the documents is gone."""
    rules = ["sevens-draw", "nines-draw"]
    game = parlour.load("crazy-eights", with_=rules, documents=documents())
    collect()
    assert [rule.id for rule in game.without("nines-draw").composition.added] == ["sevens-draw"]
    variants = {
        "without": game.without("winner-collects"), "with": game.with_rule("no-deuce"),
        "set": game.set_to({"hand-size": 7}),
        "exchanged": game.exchanged("nines-draw", "jack-skips"),
    }  # fmt: skip
    alone = {
        "without": ([*rules], {"without": "winner-collects"}), "with": ([*rules, "no-deuce"], {}),
        "set": ([*rules], {"options": {"hand-size": 7}}), "exchanged": (["sevens-draw", "jack-skips"], {}),
    }  # fmt: skip
    for name, (with_, changes) in alone.items():
        same = parlour.load("crazy-eights", with_=with_, documents=documents(), **changes)  # type: ignore[arg-type]
        assert variants[name].start(seed=1).cells == same.start(seed=1).cells
        assert variants[name].options == same.options


def test_the_influence_of_documents_is_measured() -> None:
    game = parlour.load("crazy-eights", with_=["sevens-draw", "nines-draw"], documents=documents())
    found = game.influence(game.playouts(20, players=2, seed=1, native=False), 60)
    assert not found.unknown


def test_threads_share_equal_documents(collect: Callable[[], object]) -> None:
    """A game keeps its documents when another one with the same documents ends."""
    first = parlour.load("crazy-eights", with_="sevens-draw", documents=documents())
    second = parlour.load("crazy-eights", with_="sevens-draw", documents=documents())
    del first
    collect()
    assert second.with_rule("nines-draw").id == "crazy-eights"
