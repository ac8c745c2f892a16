"""Each kind of clash in a made-up family, and pairs that only look like one."""

import pytest

from clashes.made_up import comparer
from parlour.comparison.comparing import Comparer
from parlour.library.library import Library


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Comparer:
    return comparer(tmp_path_factory.mktemp("family"))


@pytest.mark.parametrize(
    ("first", "second", "kinds", "rules"),
    [
        # An `allow` lifts the order only, so the colour still forbids a red two on a black card.
        ("twos-anywhere", "no-red-on-black", ["refused"], ("twos-anywhere", "no-red-on-black")),
        # A seven makes it your turn again; passing the turn on from there gives the next player, as without both.
        ("sevens-skip", "sevens-pass-on", ["undone"], ("sevens-skip", "sevens-pass-on")),
        # Both ask after a king, and one of the rules says who asks first.
        ("kings-ask", "kings-challenge", ["both-ask"], ("kings-challenge", "kings-ask")),
        # A queen can be swapped or buried.
        ("queens-swap", "queens-bury", ["two-uses"], ("queens-swap", "queens-bury")),
        # Nobody can play the seven that skips.
        ("sevens-skip", "no-sevens", ["dead"], ("sevens-skip", "no-sevens")),
    ],
)
def test_a_clash_is_found_with_a_witness_that_passes(
    family: Comparer, first: str, second: str, kinds: list[str], rules: tuple[str, str]
) -> None:
    result = family.compare(first, second)
    assert [clash.kind for clash in result.clashes] == kinds
    assert result.clashes[0].rules == rules
    assert result.clashes[0].witness.startswith("- name: ")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("twos-in-any-colour", "no-red-on-black"),  # it says `despite: [suits]`
        ("sevens-skip", "eights-draw"),  # other cards
        ("kings-ask", "queens-swap"),
        ("eights-draw", "no-red-on-black"),  # one acts, the other only limits what can be played
    ],
)
def test_rules_that_leave_each_other_alone_do_not_clash(family: Comparer, first: str, second: str) -> None:
    result = family.compare(first, second)
    assert result.status == "compared"
    assert result.clashes == ()


def test_a_value_that_both_rules_together_can_take_away_makes_their_mix_no_game(family: Comparer) -> None:
    """After an ace the pile has no top card, so it has no rank to compare."""
    (clash,) = family.compare("aces-clear", "kings-again").clashes
    assert (clash.kind, clash.rules) == ("incompatible", ("aces-clear", "kings-again"))
    assert "pile" in clash.message


def test_positions_of_examples_count_without_the_values_of_other_rules(family: Comparer) -> None:
    assert family.compare("fives-again", "fours-pass-on").status == "compared"


def test_two_rules_with_the_same_effect_make_each_other_dead(family: Comparer) -> None:
    result = family.compare("twos-anywhere", "twos-in-any-colour")
    assert [(clash.kind, clash.rules[0]) for clash in result.clashes] == [
        ("dead", "twos-anywhere"),
        ("dead", "twos-in-any-colour"),
    ]


def test_cards_in_a_zone_of_one_rule_are_no_difference() -> None:
    """With red and black piles, red cards lie where the other mixes have no zone. A black jack still wants power."""
    library = Library.standard()
    subject, _ = library.find("shithead", ("frame",))
    assert subject is not None
    result = Comparer(library, subject).compare("jacks-want-power", "two-colours")
    assert (result.status, result.clashes) == ("compared", ())


def test_a_rule_that_is_switched_off_is_not_overridden() -> None:
    """Queens draw nothing until a vote makes the rule."""
    library = Library.standard()
    subject, _ = library.find("eights", ("frame",))
    assert subject is not None
    result = Comparer(library, subject).compare("queen-draws-four", "vote-on-rules")
    assert (result.status, result.clashes) == ("compared", ())


def test_a_random_position_with_a_hidden_top_card_does_not_stop_the_search() -> None:
    library = Library.standard()
    patience, _ = library.find("patience", ("frame",))
    assert patience is not None
    result = Comparer(library, patience).compare("any-card-in-spaces", "cards-come-back")
    assert (result.status, result.clashes) == ("compared", ())


def test_a_joker_that_few_hands_get_is_no_impossible_card() -> None:
    """Four cards leave the pack with Chaos. Any hand can still get a Joker, and any other one four of a kind."""
    library = Library.standard()
    subject, _ = library.find("shithead", ("frame",))
    assert subject is not None
    result = Comparer(library, subject).compare("chaos", "x4-blocks")
    assert (result.status, result.clashes) == ("compared", ())


def test_a_refused_play_is_found_where_the_mixes_already_differ() -> None:
    """An eight goes on any card, but on stacked draw cards only another draw card. Without the stack, the player before
    has already drawn."""
    library = Library.standard()
    subject, _ = library.find("colour-match", ("frame",))
    assert subject is not None
    (clash,) = Comparer(library, subject).compare("eight-is-wild", "stack-draw-cards").clashes
    assert (clash.kind, clash.clauses) == ("refused", ("stack-draw-cards.only-draw-cards",))
