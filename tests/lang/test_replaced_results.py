"""Results and endings that a rule replaces with `instead`, in a game that is played to its end."""

from pathlib import Path

from parlour import load

RULE = """\
rule: losers-win
title: Losers win
for: eights
text: Whoever doesn't win wins.
outcome: {winners: {instead: sides - winners}}
endings: {target: {instead: somebody had enough points to lose}}
"""


def test_a_rule_replaces_the_winners_and_the_words_of_an_ending(tmp_path: Path) -> None:
    (tmp_path / "losers-win.yaml").write_text(RULE, encoding="utf-8")
    plain, turned = load("crazy-eights"), load("crazy-eights", with_=[tmp_path / "losers-win.yaml"])
    for seed in range(3):
        one, other = (game.start(players=3, seed=seed) for game in (plain, turned))
        while not one.over:
            one, other = one.apply(one.question.legal[0]), other.apply(other.question.legal[0])
        assert other.outcome.winners == tuple(seat for seat in (1, 2, 3) if seat not in one.outcome.winners)
        assert (one.outcome.ending, other.outcome.ending) == ("target", "target")
        assert other.outcome.text == "somebody had enough points to lose"
