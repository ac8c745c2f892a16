"""`parlour diff` says when a rule acts that no small position can show, and gives an example in words."""

from scaffold.terminal import run


def test_rules_that_act_outside_of_a_hand_are_reported_in_words() -> None:
    """Examples of Best of several games are about Trevor's Cut Throat, so none of them holds here."""
    out = " ".join(run("diff", "crazy-eights", "crazy-eights + cut-for-deal + best-of").out.split())
    assert "This acts before play begins. For example, the player who cuts an ace deals." in out
    assert "wins the match. This acts when a hand or a game ends. Parlour tried small positions" in out
