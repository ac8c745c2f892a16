"""Clashing rules: the messages name both, with advice that works."""

from pathlib import Path

import pytest

from parlour import examples
from parlour.base.diagnostics import Diagnostic
from parlour.examples import render
from parlour.mixing.compiler import compile_ruleset
from scaffold.rulesets import write_rule


def errors(*rules: Path) -> list[Diagnostic]:
    return [d for d in compile_ruleset("crazy-eights", with_=rules).findings if d.severity == "error"]


NINES = "powers:\n  9: {worth: 5}\n"


def test_two_powers_of_one_card_that_give_a_value(tmp_path: Path) -> None:
    (found,) = errors(write_rule(tmp_path, "a", NINES), write_rule(tmp_path, "b", "powers:\n  9..10: {worth: 6}\n"))
    assert found.message == "`a` and `b` give two values that can apply at the same time"
    assert found.help == (
        "remove one of them, or give one precedence: write it for single cards, or as `worth(c): {when: …, is: …}` "
        "under `functions`, which overrides every power"
    )


def test_two_powers_of_one_rule_that_give_a_value(tmp_path: Path) -> None:
    (found,) = errors(write_rule(tmp_path, "a", f"{NINES}  9..10: {{worth: 6}}\n"))
    assert found.message == "`a` gives two values that can apply at the same time"


@pytest.mark.parametrize(
    "text",
    [
        "powers:\n  9♣ 9♦ 9♥ 9♠: {worth: 6}\n",
        "functions:\n  worth(c): {when: c.rank == 9, is: 6}\n",
    ],
)
@pytest.mark.parametrize("order", ["./a.yaml, ./b.yaml", "./b.yaml, ./a.yaml"])
def test_the_advice_about_values_can_be_followed(tmp_path: Path, text: str, order: str) -> None:
    assert errors(write_rule(tmp_path, "a", NINES), write_rule(tmp_path, "b", text)) == []
    file = tmp_path / "examples.yaml"
    file.write_text(
        f"examples:\n  - name: n\n    in: crazy-eights\n    with: [{order}]\n"
        "    given: {pile: Q♣, hand 1: 3♣, hand 2: 9♦, to move: 1}\n"
        "    moves: ['1: play 3♣']\n    then: {score 1: 6}\n",
        encoding="utf-8",
    )
    (result,) = examples.run(file)
    assert result.passed, render([result])


def test_two_cases_say_which_is_over_the_other(tmp_path: Path) -> None:
    case = "functions:\n  worth(c): {{when: c.rank == 9, is: {}{}}}\n"
    one = write_rule(tmp_path, "a", case.format(5, ""))
    (found,) = errors(one, write_rule(tmp_path, "b", case.format(6, "")))
    assert found.help == "remove one of them, or add `over:` with the id of the other to the one that takes precedence"
    assert errors(one, write_rule(tmp_path, "b", case.format(6, ", over: [a]"))) == []


TURN = "powers:\n  9: {then: up = next(up)}\n"
HOOK = "when:\n  after effect(p, c): {if: c.rank == 9, do: 'draw(up, 1)', earlier-than: [a]}\n"


def test_two_powers_that_act_and_the_advice_about_it(tmp_path: Path) -> None:
    one = write_rule(tmp_path, "a", TURN)
    (found,) = errors(one, write_rule(tmp_path, "b", "powers:\n  9: {then: 'draw(up, 1)'}\n"))
    assert found.code == "hook-order"
    assert found.help == (
        "a power can't have an order: in `b`, write it as `after effect: {if: …, do: …}` under `when`, "
        "and add `earlier-than: [a]` or `later-than: [a]`"
    )
    assert errors(one, write_rule(tmp_path, "b", HOOK)) == []


@pytest.mark.parametrize("hook_first", [True, False])
def test_where_one_of_two_can_say_which_is_first_it_is_asked_to(tmp_path: Path, hook_first: bool) -> None:
    rules = [write_rule(tmp_path, "b", HOOK.replace(", earlier-than: [a]", "")), write_rule(tmp_path, "a", TURN)]
    (found,) = errors(*(rules if hook_first else reversed(rules)))
    assert found.help == "add `earlier-than: [a]` or `later-than: [a]` in `b`"


def test_the_file_to_change_is_not_one_that_comes_with_parlour(tmp_path: Path) -> None:
    """`x4-clears` acts after `settle`, too, and players can't edit it."""
    file = tmp_path / "gift.yaml"
    steps = "  after settle(p, f):\n    if: f.rank == J\n    do: 'if hand(p) has cards: move hand(p).first to pile'\n"
    mine = f"rule: gift\ntitle: Gift\nfor: shithead\ntext: x\nwhen:\n{steps}"
    file.write_text(mine, encoding="utf-8")
    (found,) = [d for d in compile_ruleset("sh", with_=[file]).findings if d.severity == "error"]
    assert found.help == "add `earlier-than: [x4-clears]` or `later-than: [x4-clears]` in `gift`"
    file.write_text(f"{mine}    later-than: [x4-clears]\n", encoding="utf-8")
    assert [d for d in compile_ruleset("sh", with_=[file]).findings if d.severity == "error"] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("dealer = next(dealer)", "dealer = next(dealer)"),
        ("dealer = next(dealer)", "dealer = players.first"),
        ("dealer = next(dealer)", "if gain(dealer) > 3: pass_the_deal()"),
    ],
)
def test_two_rules_say_who_deals_next(tmp_path: Path, one: str, other: str) -> None:
    hook = 'when:\n  after booked(): "{}"\n'
    found = errors(write_rule(tmp_path, "a", hook.format(one)), write_rule(tmp_path, "b", hook.format(other)))
    assert [d.code for d in found] == ["hook-order"]


def test_two_rules_say_who_deals_next_instead(tmp_path: Path) -> None:
    hook = "when:\n  instead of pass_the_deal(): {}\n"
    (found,) = errors(
        write_rule(tmp_path, "a", hook.format("dealer = players.first")),
        write_rule(tmp_path, "b", hook.format("dealer = next(next(dealer))")),
    )
    assert found.message == "`a` and `b` both act instead of `pass_the_deal`, and their order matters"
