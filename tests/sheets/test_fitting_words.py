"""Rule sheets say only what holds with the options, and first what comes first."""

from pathlib import Path

import pytest

import parlour
from parlour.sheets.assembly import sheet_of
from parlour.sheets.text import as_text


def sheet(game: str, **options: int | bool) -> str:
    return as_text(sheet_of(parlour.load(game, options={name.replace("_", "-"): v for name, v in options.items()})))


def test_a_rule_with_nothing_to_say_under_these_options_is_left_out() -> None:
    assert "Number of games" not in sheet("sh")
    assert "Number of games. Play 3 games." in sheet("sh", games=3)


OWN = """
game: our-whist
title: Our Whist
extends: whist
sheet: {{turn: The lowest card wins.}}
{0}
"""


def own_sheet(folder: Path, members: str) -> str:
    path = folder / "our-whist.yaml"
    path.write_text(OWN.format(members), encoding="utf-8")
    return " ".join(as_text(sheet_of(parlour.load(str(path)))).split())


DEAL = "After each hand, the next player deals."
REPLACED = {
    "a procedure": ("procedures: {pass_the_deal(): {instead: dealer = previous(dealer)}}", DEAL),
    "another procedure": ("procedures: {begin(): {instead: nothing}}", "Chance decides who deals first."),
    "a function": ("functions: {order_of(c): {instead: '20 - order(c.rank)'}}", "Aces are high."),
    "a key of the deck": ("deck: {ace: low}", "Aces are high."),
    "the order of ranks": ("deck: {ranks: [A, 2..10, J, Q, K]}", "Aces are high."),
    "the first leader": ("functions: {first_leader(): {instead: dealer}}", "The player on the dealer's left leads"),
}


@pytest.mark.parametrize("what", REPLACED)
def test_a_replaced_member_takes_its_sentence_along(what: str, tmp_path: Path) -> None:
    members, sentence = REPLACED[what]
    assert sentence in own_sheet(tmp_path, "")
    assert sentence not in own_sheet(tmp_path, members)


def test_a_part_of_the_sheet_can_mix_texts_and_sentences_of_members(tmp_path: Path) -> None:
    words = "turn: [The lowest card wins., {{first_leader(): The youngest player leads.}}, Play fast.]"
    path = tmp_path / "our-whist.yaml"
    path.write_text(OWN.replace("turn: The lowest card wins.", words).format(""), encoding="utf-8")
    told = sheet_of(parlour.load(str(path))).parts["turn"]
    assert [p.text for p in told[2:5]] == ["The lowest card wins.", "The youngest player leads.", "Play fast."]
    later = tmp_path / "later.yaml"
    later.write_text(
        "game: later\ntitle: Later\nextends: ./our-whist.yaml\nfunctions: {first_leader(): {instead: dealer}}\n",
        encoding="utf-8",
    )
    told = sheet_of(parlour.load(str(later))).parts["turn"]
    assert [p.text for p in told[2:4]] == ["The lowest card wins.", "Play fast."]


TALK = """
rule: talk
title: Talk
for: rounds
text: Talk.
part: end
sheet:
  end: {decided(): Talk once., decided() replaced: Talk in every hand.}
"""


def test_sentences_about_members_follow_the_text_of_their_rule(tmp_path: Path) -> None:
    """Crazy Eights isn't decided after one hand: `target-by-players` replaces `decided()`."""
    path = tmp_path / "talk.yaml"
    path.write_text(TALK, encoding="utf-8")

    def end(*without: str) -> list[str]:
        parts = sheet_of(parlour.load("crazy-eights", (str(path),), without)).parts
        return [p.text for p in parts["end"] if "Talk" in p.text]

    assert end() == ["Talk. Talk in every hand."]
    assert end("target-by-players") == ["Talk. Talk once."]


@pytest.mark.parametrize("sheet", ["{deal: {pass_deal(): To the right.}}", "{changes: [pass_deal()]}"])
def test_an_unknown_member_is_an_error(sheet: str) -> None:
    text = f"game: our-whist\ntitle: Our Whist\nextends: whist\nsheet: {sheet}\n"
    (finding,) = [finding for finding in parlour.check(text) if finding.severity == "error"]
    assert finding.message == "this mix has no member `pass_deal()` for a sentence of its sheet"
    assert finding.help == "did you mean `pass_the_deal()`?"
