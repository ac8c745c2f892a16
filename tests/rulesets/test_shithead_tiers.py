"""The tiers of Shithead: their names, rules and cards, and the notes about mixes between them."""

import json
import re
from random import Random

import pytest

from parlour.game import load
from parlour.library.library import Library
from parlour.mixing.compiler import compile_ruleset
from scaffold.terminal import run

LIBRARY = Library.standard()
TIERS = ("sh", "ct", "cts", "ctsr", "ctg", "ruse", "red-and-black")
EVEN_ODD = ("fours-are-even", "nines-are-odd")


# ---------------------------------------------------------------- names


@pytest.mark.one_in(6)
@pytest.mark.proves("common.term.abbrev")
@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("SH", "Shithead"), ("Shit Head", "Shithead"), ("CT", "Cut Throat"), ("CutThroat", "Cut Throat"),
        ("CTS", "Cut Throat Spades"), ("CTSR", "Cut Throat Spades Revised"), ("CTG", "Cut Throat Gambit"),
        ("CTR", "Cut Throat Ruse"), ("CTR&B", "Cut Throat Red and Black"),
    ],
)  # fmt: skip
def test_a_tier_is_found_by_its_short_name(name: str, title: str) -> None:
    assert load(name).title == title


@pytest.mark.proves("common.term.abbrev")
def test_cards_and_fours_are_found_by_their_short_names() -> None:
    for name, title in {"CC": "Cancel cards", "CJk": "Counter Jokers"}.items():
        document, _ = LIBRARY.find(name, ("rule",))
        assert document is not None
        assert document.title == title
    assert {"x4-clears", "x4-blocks"} <= {
        entry["id"] for entry in json.loads(run("list", "x4", "--json").out)["rulesets"]
    }


@pytest.mark.proves("common.term.titles")
def test_the_titles_are_reported_at_the_end() -> None:
    random, state = Random(5), load("ct").start(2, seed=5)
    while not state.over:
        state = state.apply(random.choice(state.question.legal))
    (winner,) = state.outcome.winners
    assert state.outcome.values["cut-throat"] == winner
    assert state.outcome.values["shit-head"] == 3 - winner
    printed = run("play", "ct", "--auto", "--seed", "1").out
    assert re.search(r"\n  Cut Throat: seat [12]\n  Shit Head: seat [12]\n", printed)
    ended_early = run("play", "ct", "--auto", "--seed", "2", "--set", "turns=100").out
    assert "\n  Cut Throat: none\n  Shit Head: none\n" in ended_early


# ---------------------------------------------------------------- rules


def rules(tier: str) -> set[str]:
    return {document.id for document in load(tier).composition.documents if document.kind == "rule"}


@pytest.mark.proves(
    "sh.rules.used", "ct.rules.used", "cts.rules.used", "ctsr.rules.used", "ctg.rules.used", "ruse.rules.used"
)
def test_the_rules_of_each_tier() -> None:
    in_all = {"bottoms", "drawing", "first-player", "number-of-games", "starter", "pick-and-play"}
    in_all |= {"threes-match", "eights-want-less", "tens-clear"}
    assert rules("sh") == in_all | {"twos-for-yourself", "x4-clears"}
    named = in_all | {"twos-for-the-next", "sixes-want-faces", "jacks-want-power"}
    assert rules("ct") == named | {"freebie-bottoms"}
    named |= {"joker-forced-pickup", "cancel-cards", "counter-jokers", "x4-blocks"}
    assert rules("cts") == named | {"freebie-bottoms"}
    named |= {"twos-link", "ace-of-spades-wild"}
    assert rules("ctsr") == named | {"freebie-bottoms"}
    named |= {"gambits", "queens-gambit", "ace-switches"}
    assert rules("ctg") == named | {"freebie-bottoms", "bottoms-by-column"}
    assert rules("ruse") == named


# ---------------------------------------------------------------- mixes

COMPLETE = "A face card answers a 6, and a power card answers a Jack"
COLLECTS = "A switch collects the cards of one rank that a gambit needs"
FOURS = "`gambits` is better without `x4-clears`: Four of a kind would be a gambit or clear the discard pile"
PLAIN = "`x4-clears` is better with `twos-for-yourself`: Both belong to plain Shithead"
NOTES = {
    "sh": [], "ctsr": [],
    "sh + sixes-want-faces": [f"`sixes-want-faces` is better with `jacks-want-power`: {COMPLETE}"],
    "sh + jacks-want-power": [f"`jacks-want-power` is better with `sixes-want-faces`: {COMPLETE}"],
    "sh + sixes-want-faces + jacks-want-power": [],
    "sh + fours-are-even": ["`fours-are-even` is better with `nines-are-odd`: Odd 9s and even 4s go together"],
    "sh + nines-are-odd": ["`nines-are-odd` is better with `fours-are-even`: Odd 9s and even 4s go together"],
    "sh + fours-are-even + nines-are-odd": [],
    "sh + twos-link": ["`twos-link` is better without `twos-for-yourself`"],
    "ct + twos-for-yourself": [],
    "ct + twos-for-yourself + twos-link": ["`twos-link` is better without `twos-for-yourself`"],
    "ctsr + twos-for-yourself": ["`twos-link` is better without `twos-for-yourself`"],
    "ct + ace-switches": [f"`ace-switches` is better with `gambits`: {COLLECTS}"],
    "ctsr + ace-switches": [f"`ace-switches` is better with `gambits`: {COLLECTS}"],
    "ct + ace-switches + gambits": [],
    "sh + gambits + ace-switches": [FOURS],
    "ctg + x4-clears": [PLAIN, FOURS],
    "ct + x4-clears": [PLAIN],
    "ct + counter-jokers": ["`counter-jokers` is better with `joker-forced-pickup`"],
    "red-and-black + chaos": [
        "`chaos` is better without `two-colours`: The missing cards can leave the colours unequal"
    ],
}  # fmt: skip


@pytest.mark.proves(
    "common.setup.mix", "card.6.pairing", "option.even-odd.together", "card.A.switch.with-gambits", "x4.sh.only",
    "card.2.disadvantage",
)  # fmt: skip
@pytest.mark.parametrize("mix", NOTES)
def test_an_odd_mix_is_noted_and_played(mix: str) -> None:
    tier, *rules = mix.split(" + ")
    compiled = compile_ruleset(tier, rules, library=LIBRARY)
    assert compiled.program is not None
    assert {finding.severity for finding in compiled.findings} <= {"note"}
    assert [finding.message for finding in compiled.findings if " better " in finding.message] == NOTES[mix]


@pytest.mark.proves("common.setup.mix")
def test_an_odd_mix_is_an_error_only_if_one_is_strict() -> None:
    assert run("check", "ct", "--with", "x4-clears").code == 0
    strict = run("check", "ct", "--with", "x4-clears", "--strict")
    assert strict.code == 1
    assert f"error: {PLAIN}" in strict.out


@pytest.mark.proves("common.setup.mix", "chaos.any-tier")
def test_the_tiers_themselves_are_good_enough_for_the_strict() -> None:
    assert run("check", "--strict", "sh", "chaos-ct").out == "checked 2 games: all is well\n"
    assert run("check", "--strict", "ctg", "--with", "chaos").code == 0


@pytest.mark.long
def test_every_tier_is_good_enough_for_the_strict() -> None:
    assert run("check", "--strict", *TIERS, "chaos-sh", "chaos-ct").out == "checked 9 games: all is well\n"
    for tier in TIERS[:-1]:
        assert run("check", "--strict", tier, "--with", "chaos").code == 0
