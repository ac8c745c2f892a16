"""`parlour.check`, and `parlour.load` with documents that are in no file."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.base.diagnostics import in_order
from parlour.cli.arguments import Mix
from parlour.commands.checking import findings
from parlour.library.loading import load

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
    assert finding.help is not None
    assert "`draw`" in finding.help
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
    found = findings(document, path, parlour.Library.standard(), Mix((), (), {}), True, False)
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
