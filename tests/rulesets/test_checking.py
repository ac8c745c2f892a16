"""Findings of `parlour check` for rules of the shipped families."""

from __future__ import annotations

from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.checking.extremes import at_limits
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled
from parlour.mixing.compose import compose
from parlour.mixing.recipes import Recipe
from scaffold.files import write
from scaffold.terminal import run

HEAD = "rule: more\ntitle: More\nfor: rummy\ntext: More points.\nwhen:\n"


def said(path: Path, hook: str) -> str:
    path.write_text(HEAD + f"  {hook}\n", encoding="utf-8")
    return run("check", str(path)).out


def test_open_frames_that_come_along_are_well() -> None:
    assert run("check", "--strict", "table", "rounds").out.endswith("all is well\n")


def test_it_tells_the_mistake_and_not_what_the_bare_frame_lacks(tmp_path: Path) -> None:
    """The moment `settle` comes from a rule that the family's games use and its frame doesn't."""
    rule = tmp_path / "more.yaml"
    assert said(rule, 'after settle(p, q, ours, theirs): "gain(p) += 1"').endswith("checked 1 rule: all is well\n")
    wrong = said(rule, 'after settle(p, q, ours, theirs): "gian(p) += 1"')
    assert "`gian`" in wrong
    assert "did you mean `gain`?" in wrong
    assert "moment" not in wrong
    assert "did you mean `settle`?" in said(rule, 'after setle(p, q, ours, theirs): "gain(p) += 1"')


BROKEN = """rule: bad
title: Bad
for: eights
text: T.
needs: [last-card-call]
powers:
  9: {then: again = true}
examples:
"""
GIVEN = "given: {{pile: 5♣, hand 1: 3♣, to move: 1}}"
EXAMPLE = f"  - {{{{name: {{name}}, in: crazy-eights{{more}}, {GIVEN}, then: {{{{to move: 1}}}}}}}}\n"


def test_the_errors_of_a_mix_are_reported_once(tmp_path: Path) -> None:
    """A mix is checked once, not once for each example in it."""
    cases = [("one", ""), ("two", ""), ("three", ", with: [jack-skip]"), ("four", ", with: [jack-skip]")]
    rule = tmp_path / "bad.yaml"
    rule.write_text(BROKEN + "".join(EXAMPLE.format(name=n, more=m) for n, m in cases), encoding="utf-8")
    for command in ("check", "test"):
        told = run(command, str(rule)).out
        assert told.count("`bad` needs `last-card-call`, which is not in this mix") == 1
        assert told.count("no rule `jack-skip`") == 1
    assert "4 examples: 4 failed" in told


def test_a_rule_is_put_together_with_each_game_that_it_fits(tmp_path: Path) -> None:
    """The rule is sound in the bare frame, but the games have a rule of their own about the end."""
    rule = tmp_path / "three-hands.yaml"
    rule.write_text(
        "rule: three-hands\ntitle: T\nfor: eights\ntext: T.\nfunctions:\n  decided(): {instead: hands == 3}\n",
        encoding="utf-8",
    )
    printed = run("check", str(rule))
    assert printed.code == 1
    assert "warning: in `last-one`: `busto` and `three-hands` both replace `decided`" in printed.out
    assert "warning: in `crazy-eights`: `target-by-players` and `three-hands` both replace `decided`" in printed.out
    grouped = rule.read_text(encoding="utf-8").replace("text: T.\n", "text: T.\ngroup: length\n")
    rule.write_text(grouped, encoding="utf-8")
    assert "all is well" in run("check", str(rule)).out


LIMITED = """rule: limited
title: Limited
for: doubting
text: Players who take the pile draw cards too.
options:
  parts: {type: int, in: 0..3, default: 2, text: parts}
  other: {type: bool, default: false, text: something else}
when:
  after take(p): |
    deal options.parts - 1 from stock to hand(p)
    if options.other: deal 1 from stock to hand(p)
examples:
  - {name: the cards are dealt, in: cheat, players: 3, then: {over: false}}
"""


def test_strict_looks_at_the_limits_of_options(tmp_path: Path) -> None:
    rule = tmp_path / "limited.yaml"
    rule.write_text(LIMITED, encoding="utf-8")
    assert run("check", str(rule)).code == 0
    told = run("check", str(rule), "--strict").out
    assert "error: with --set limited.parts=0: " in told
    assert "limited.other" not in told
    assert run("check", str(rule), "--strict", "--set", "parts=3").code == 0
    assert run("check", str(rule), "--set", "parts=0").code == 1


def test_strict_reports_the_value_of_an_option_that_divides_by_zero(tmp_path: Path) -> None:
    rule = tmp_path / "limited.yaml"
    rule.write_text(LIMITED.replace("options.parts - 1", "6 // options.parts"), encoding="utf-8")
    assert run("check", str(rule)).code == 0
    told = run("check", str(rule), "--strict").out
    assert "error: with --set limited.parts=0: division by zero: `options.parts` is 0" in told


TOGETHER = LIMITED.replace("deal options.parts - 1", "deal (options.parts - 1 if options.other else 1)")


def test_strict_names_the_options_that_only_together_make_an_error(tmp_path: Path) -> None:
    rule = tmp_path / "limited.yaml"
    rule.write_text(TOGETHER, encoding="utf-8")
    assert run("check", str(rule)).code == 0
    assert "with --set limited.parts=0 --set limited.other=true: " in run("check", str(rule), "--strict").out


GREEDY = """rule: greedy
title: Greedy
for: doubting
text: Players who take the pile put some cards aside.
options:
  under: {type: int, in: 1..20, default: 1, text: cards put aside}
prompts:
  dump(p): |
    dump for cs in 1..options.under cards of hand(p): move cs to stock at bottom
    keep: nothing
when:
  after take(p): ask dump(p)
examples:
  - {name: the cards are dealt, in: cheat, players: 3, then: {over: false}}
"""


def test_strict_reports_options_for_which_there_are_too_many_choices(tmp_path: Path) -> None:
    rule = tmp_path / "greedy.yaml"
    rule.write_text(GREEDY, encoding="utf-8")
    assert run("check", str(rule)).code == 0
    printed = run("check", str(rule), "--strict").out
    assert "error: with --set greedy.under=20: `dump` offers about " in printed
    assert printed.count("[many-choices]") == 1


def test_choices_are_estimated_for_as_many_players_as_can_play() -> None:
    """Two packs are for six players or more, so nobody holds a third of them. Up to four of 18 cards are 4,047 choices.
    """
    done = run("check", "cheat", "--set", "packs=2", "--set", "at-once=4")
    assert (done.code, done.out) == (0, "checked 1 game: all is well\n")


def test_few_mixes_are_compiled_to_name_an_option() -> None:
    """The search for the responsible option tries halves of the options, not each one alone."""
    composition, _ = compose(Library.standard(), "last-one")
    assert composition is not None
    asked: list[Recipe] = []

    class WatchedRecipe(Recipe):
        def compiled(self) -> Compiled:
            asked.append(self)
            wrong = self.options.get("hand-size") == "1"
            return Compiled(None, (Diagnostic("players", "too few", None),) if wrong else (), lambda: None)

    (found,) = at_limits(composition, WatchedRecipe("last-one"))
    assert found.message == "with --set hand-size=1: too few"
    assert len(asked) < 20 < len(composition.options)


def test_a_need_that_a_rule_of_its_group_replaces_names_that_rule() -> None:
    """Nil of Spades needs `sides-make-bids`, and in Hearts other points count."""
    composition, findings = compose(Library.standard(), "spades", ["hearts-count"])
    assert composition is None
    (lacking,) = (finding for finding in findings if finding.code == "compose-needs" and "`nil`" in finding.message)
    assert "needs `sides-make-bids`, which `hearts-count` replaces" in lacking.message
    assert lacking.help == "leave out `nil` or `hearts-count`"


def test_a_rule_that_is_left_out_again_replaces_nothing(tmp_path: Path) -> None:
    first, second = tmp_path / "first.yaml", tmp_path / "second.yaml"
    first.write_text("game: first\ntitle: First\nextends: spades\nuses: [hearts-count]\n", encoding="utf-8")
    second.write_text("game: second\ntitle: Second\nextends: first\nwithout: [hearts-count]\n", encoding="utf-8")
    _, findings = compose(Library.standard().beside(second), second)
    (lacking,) = (finding for finding in findings if finding.code == "compose-needs" and "`nil`" in finding.message)
    assert "needs `sides-make-bids`, which is not in this mix" in lacking.message
    assert lacking.help == "add `sides-make-bids`"


def test_wild_cards_of_melds_say_what_jokers_do(tmp_path: Path) -> None:
    text = "game: jok\ntitle: Jok\nextends: gin-rummy\ndeck: {jokers: 1}\n"
    for wild, warnings in (("c.rank == Jk", 0), ("c.rank == 7", 1)):
        file = write(tmp_path / "jok.yaml", f"{text}melding: {{wild: {wild}}}\n")
        assert run("check", str(file)).out.count("[joker-without-rule]") == warnings
