"""Input at the terminal, as signs or words, and the answer if it isn't a move."""

from pathlib import Path

import pytest

import parlour
from packs import design
from parlour.base.resources import shipped
from parlour.examples.position_files import read_position
from parlour.play.explaining import Explainer
from parlour.play.menu import menu
from parlour.play.typed import Refused, read_move, reasons
from parlour.states.state import State
from parlour.views.signs import in_signs
from play.games import ALONE
from scaffold.home import search_in
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def game() -> parlour.Game:
    return parlour.load("climb", with_=["sevens-wish"])


@pytest.fixture
def state(home: Path, game: parlour.Game) -> State:
    """Seat 1 may lay 6♠ and 7♥ on 5♦, or draw; 2♣ and 4♠ are too low."""
    return position(home, game, "pile: 5♦, hand 1: 2♣ 4♠ 6♠ 7♥")


def position(home: Path, game: parlour.Game, given: str) -> State:
    path = home / "table.yaml"
    path.write_text(f"players: 2\ngiven: {{{given}, hand 2: 3♠, to move: 1}}\n")
    return read_position(path, game, None, None)


# ---------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("play queen of spades", "play Q♠"), ("Play the Queen of Spades", "Play Q♠"), ("10 of clubs", "10♣"),
        ("ten of clubs", "10♣"), ("t of clubs", "10♣"), ("q of diamonds", "Q♦"), ("a king of hearts", "K♥"),
        ("swap the ace of hearts for the two of clubs", "swap A♥ for 2♣"), ("call hearts", "call ♥"),
        ("ask for sixes", "ask for 6"), ("give 2♣ and 3D", "give 2♣ and 3D"), ("shearts", "shearts"),
    ],
)  # fmt: skip
def test_words_become_signs(text: str, signs: str) -> None:
    assert in_signs(text, design()) == signs


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("lay seven of hearts", "lay 7♥"), ("the six of spades", "lay 6♠"), ("six", "lay 6♠"), ("lay 7", "lay 7♥"),
        ("DRAW", "draw"),
    ],
)  # fmt: skip
def test_moves_in_words(state: State, text: str, move: str) -> None:
    assert str(read_move(state, text)) == move


@pytest.mark.parametrize("text", ["AS", "as", "play as", "ace of spades"])
def test_as_can_be_the_ace_of_spades(home: Path, text: str) -> None:
    eights = parlour.load(shipped("rulesets") / "eights" / "crazy-eights.yaml")
    state = position(home, eights, "pile: 5♠, hand 1: A♠ 7♥")
    assert str(read_move(state, text)) == "play A♠"


SWAPS = """rule: swaps
title: Swaps
for: ladder
text: Cards may be swapped for those of the next player.
prompts:
  turn(p): |
    swap "swap {c} for the {d} of others" for c in hand(p), d in shown
    burn "burn and forget {c}" for c in hand(p)
zones:
  shown: {seen: everybody}
may:
  burn(p, c):
    high: {forbid: c.rank > 6, says: "{c} is too high to burn"}
procedures:
  swap(p, c, d): |
    move c to shown
    move d to hand(p)
  burn(p, c): move c to box
"""
PUT = """rule: puts
title: Puts
for: ladder
text: With three cards or more one may be burnt without forgetting it.
needs: [swaps]
prompts:
  turn(p): |
    put "burn {c}" if hand(p).size > 2 for c in hand(p): move c to box
"""


@pytest.fixture
def swapping(home: Path) -> parlour.Game:
    (home / "swaps.yaml").write_text(SWAPS)
    return parlour.load("climb", with_=["./swaps.yaml"])


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("burn 4♠", "burn and forget 4♠"),
        ("Burn forget four of spades", "burn and forget 4♠"),
        ("swap 4♠ for 3♥", "swap 4♠ for the 3♥ of others"),
        ("swap 4♠ 3♥", "swap 4♠ for the 3♥ of others"),
        ("swap 4s 3h of others", "swap 4♠ for the 3♥ of others"),
    ],
)
def test_joining_words_can_be_left_out(home: Path, swapping: parlour.Game, text: str, move: str) -> None:
    state = position(home, swapping, "pile: 5♦, hand 1: 2♣ 4♠ 7♥, shown: 3♥ 5♥")
    assert str(read_move(state, text)) == move


def test_what_is_written_like_another_move_is_not_filled_in(home: Path, swapping: parlour.Game) -> None:
    """Then `burn 4♠` is a move of its own, even if it is impossible."""
    (home / "puts.yaml").write_text(PUT)
    both = parlour.load("climb", with_=["./swaps.yaml", "./puts.yaml"])
    assert str(read_move(position(home, both, "pile: 5♦, hand 1: 2♣ 4♠ 7♥"), "burn 4♠")) == "burn 4♠"
    few = position(home, both, "pile: 5♦, hand 1: 2♣ 4♠")
    assert reasons_of(few, "burn 4♠")[0] == "`burn 4♠` is not possible"
    assert str(read_move(few, "burn forget 4♠")) == "burn and forget 4♠"


def test_a_move_without_its_joining_words_is_explained(home: Path, swapping: parlour.Game) -> None:
    state = position(home, swapping, "pile: 5♦, hand 1: 2♣ 4♠ 7♥, shown: 3♥")
    for lines in (reasons_of(state, "burn 7♥"), list(Explainer(swapping).move(state, "burn 7♥"))):
        assert lines[0] == "`burn and forget 7♥` is not allowed"
        assert "7♥ is too high to burn" in lines[1]
    assert reasons_of(state, "burn 3♠") == ["`burn 3♠` is not a move", "  you don't have 3♠"]
    table = ("swaps.yaml", "--position", "table.yaml")
    told = run("why", "climb", "burn 7♥", "--with", "./" + table[0], *table[1:]).out
    assert "`burn and forget 7♥` is not allowed\n  swaps.high: 7♥ is too high to burn [" in told
    told = run("why", "climb", "burn 2♣", "--with", "./" + table[0], *table[1:]).out
    assert told.startswith("Yes. “Swaps” allows it.\n")
    assert "`burn and forget 2♣` is allowed\n" in told


def test_why_tells_of_a_word_what_all_its_moves_lack(home: Path, state: State) -> None:
    told = run("why", "climb", "lay", "--with", "sevens-wish", "--position", "table.yaml").out
    assert "`lay` could mean\n  1  lay 7♥\n  2  lay 6♠\nYou can't:\n  lay 4♠: 4♠ is lower than 5♦\n" in told


@pytest.mark.parametrize("text", ["hearts", "wish hearts", "Wish  Heart", "♥", "h"])
def test_suits_in_words(state: State, text: str) -> None:
    assert str(read_move(state.apply("lay 7♥"), text)) == "wish ♥"


def test_an_action_alone_lists_what_it_could_be_with_the_numbers_of_the_list(state: State) -> None:
    assert reasons_of(state, "lay") == ["`lay` could mean", "  1  lay 7♥", "  2  lay 6♠"]
    wishing = state.apply("lay 7♥")
    assert reasons_of(wishing, "wish") == [
        "`wish` could mean", "  1  wish ♣", "  2  wish ♦", "  3  wish ♥", "  4  wish ♠",
    ]  # fmt: skip


def test_an_action_alone_is_enough_where_there_is_one_move(home: Path, game: parlour.Game) -> None:
    assert str(read_move(position(home, game, "pile: 5♦, hand 1: 2♣ 6♠"), "lay")) == "lay 6♠"


def test_a_card_of_a_set_lists_all_sets_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the 15 pairs of six cards, five have a given card. It is named first in some of them or in none."""
    search_in(monkeypatch, shipped("rulesets"))
    crib = parlour.load("cribbage").start(2, seed=2)
    pairs = [str(move) for move in menu(crib)]
    assert {"lay away 4♥ K♣", "lay away J♣ K♣"} <= {*pairs}
    for card in ("J♣", "K♣"):
        numbered = [f"{n:>3}  {pair}" for n, pair in enumerate(pairs, 1) if card in pair.split()]
        assert len(numbered) == 5
        assert reasons_of(crib, card) == [f"`{card}` could mean", *numbered]
    assert reasons_of(crib, "K♣ J♣") == reasons_of(crib, "lay away K♣ J♣") == ["lay away J♣ K♣"]


def reasons_of(state: State, text: str) -> list[str]:
    found = read_move(state, text)
    return list(getattr(found, "lines", [str(found)]))


# ---------------------------------------------------------------- why


def test_a_card_that_one_does_not_have(state: State) -> None:
    assert reasons(state, "K♥") == ["there is no K♥ in this pack"]
    assert reasons(state, "lay 3♥") == ["`lay 3♥` is not possible", "  you don't have 3♥"]
    assert reasons(state, "five of diamonds") == ["you don't have 5♦; it is in pile"]
    assert reasons(state, "3♠") == ["you don't have 3♠"]  # seat 2 has it, which the message must not reveal


def test_a_number_is_explained_as_the_move_that_has_it(game: parlour.Game, state: State) -> None:
    assert list(Explainer(game).move(state, "1")) == [
        "`lay 7♥` is allowed", "  nothing forbids it", "  7: Sevens wish.",
    ]  # fmt: skip
    assert read_move(state, "9") == Refused(("you don't have any 9; choose 1 to 3",))
    assert read_move(state, "#9") == Refused(("choose 1 to 3",))
    assert reasons(state, "K") == ["you don't have any K"]


def test_several_moves_are_explained_at_once(game: parlour.Game, state: State) -> None:
    low = ["You can't:", "  lay 4♠: 4♠ is lower than 5♦", "  lay 2♣: 2♣ is lower than 5♦"]
    assert list(Explainer(game).move(state, "lay")) == ["`lay` could mean", "  1  lay 7♥", "  2  lay 6♠", *low]


def test_what_is_nearest_to_being_allowed_comes_first(home: Path) -> None:
    """Sort refused moves by distance in numbers, also inside functions and combined conditions; others stay in
    order."""
    text = """rule: sums
title: Sums
for: ladder
text: Cards are laid by what they count.
functions:
  is_right(n, c): c.suit == ♣ and n == 7
may:
  lay(p, c):
    sum: {forbid: "not is_right(pips(c.rank) + 2, c)", says: "{c} is not right"}
"""
    (home / "sums.yaml").write_text(text)
    game = parlour.load("climb", with_=["./sums.yaml"])
    lines = list(Explainer(game).question(position(home, game, "pile: 2♦, hand 1: 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 4♥")))
    refused = [line.split(":")[0].strip() for line in lines if "is not right" in line]
    assert refused[:2] == ["lay 4♣", "lay 6♣"]  # one too few, and one too many
    assert set(refused[2:4]) == {"lay 3♣", "lay 7♣"}  # two
    assert refused[4:] == ["lay 2♣", "lay 4♥"]  # three, and another suit


def test_a_forbidden_move_that_lacks_least_comes_first(home: Path, game: parlour.Game) -> None:
    lines = list(Explainer(game).question(position(home, game, "pile: 7♦, hand 1: 2♣ 4♠ 6♥ 3♣")))
    assert [line.split()[1] for line in lines if " is lower than " in line] == ["6♥:", "4♠:", "3♣:", "2♣:"]


def test_what_is_about_one_move_is_explained_in_full(game: parlour.Game, state: State) -> None:
    for text in ("two", "2♣", "lay 2♣"):
        lines = list(Explainer(game).move(state, text))
        assert lines[0] == "`lay 2♣` is not allowed"
        assert lines[1] == "  2♣ is lower than 5♦"
        assert len(lines) == 2


def test_a_move_of_a_house_rule_is_explained_in_its_words(game: parlour.Game, state: State) -> None:
    lines = list(Explainer(game).move(state.apply("lay 7♥"), "hearts"))
    assert lines[0] == "`wish ♥` is allowed"
    assert lines[1].startswith("  rule: Sevens wish")
    assert lines[2] == "    Whoever lays a seven wishes a suit; 1 cards come with it."


def test_a_question_mark_alone_tells_what_can_be_done_and_what_not(game: parlour.Game, state: State) -> None:
    assert list(Explainer(game).question(state)) == [
        "It's your move.", "  You can: lay 7♥; lay 6♠; draw", "  You can't:", "    lay 4♠: 4♠ is lower than 5♦",
        "    lay 2♣: 2♣ is lower than 5♦", "    rest: only if nothing else is possible",
        "  To ask about one move or card, type ? and the move or card.",
    ]  # fmt: skip
    assert list(Explainer(game).question(state.apply("lay 7♥"))) == [
        "It's your move (Sevens wish).",
        "    Whoever lays a seven wishes a suit; 1 cards come with it.",
        "  You can: wish ♣; wish ♦; wish ♥; wish ♠",
        "  To ask about one move or card, type ? and the move or card.",
    ]


def test_a_question_is_put_in_the_words_of_its_ruleset(home: Path) -> None:
    game = parlour.load("climb", with_=["fives-pay", "bow"])
    paying = position(home, game, "pile: 4♦, hand 1: 5♦ 6♠ 7♥").apply("lay 5♦")
    assert Explainer(game).asked(paying) == "which card do you pay for the 5♦? (Fives pay)"
    assert list(Explainer(game).question(paying))[:3] == [
        "Which card do you pay for the 5♦? (Fives pay)",
        "    Whoever lays a five pays a card, which goes under the stock.",
        "  You can: pay 7♥; pay 6♠",
    ]
    assert Explainer(game).asked(paying.apply("pay 6♠")) == "it's your move (Bow)"


def test_an_action_that_fits_no_card_is_named_once(home: Path) -> None:
    """The list names only cards that a clause forbids."""
    path = home / "fold.yaml"
    path.write_text(
        """\
rule: fold
title: Folding
for: ladder
text: A two may be folded.
prompts:
  turn(p): |
    fold "fold {c} away" for c in hand(p) where c.rank == 2: move c to stock at bottom
"""
    )
    game = parlour.load("climb", with_=[str(path)])
    folding = position(home, game, "pile: 5♦, hand 1: 4♣ 6♣")
    assert list(Explainer(game).question(folding))[1:] == [
        "  You can: lay 6♣; draw", "  You can't:", "    lay 4♣: 4♣ is lower than 5♦",
        "    rest: only if nothing else is possible", "  Not now: fold…",
        "  To ask about one move or card, type ? and the move or card.",
    ]  # fmt: skip
    assert sorted(Explainer(game).move(folding, "fold")) == [
        "    A two may be folded.",
        "  fold 4♣ away: 4♣ isn't of rank 2",
        "  fold 6♣ away: 6♣ isn't of rank 2",
        "You can't:",
    ]
    assert next(Explainer(game).move(folding, "4♣")) == "`lay 4♣` is not allowed"


def test_the_same_at_the_table(home: Path) -> None:
    printed = run(*ALONE, "--with", "strict", typed=["?", "? 1", "? king of hearts"])
    assert "It's your move.\n  You can: lay 7♥; " in printed.out
    assert "Not allowed, but you can try: lay 5♥" in printed.out
    assert "`lay 7♥` is allowed\n  " in printed.out
    assert "there is no K♥ in this pack" in printed.out


# ---------------------------------------------------------------- what is no move


def test_a_suit_is_what_its_cards_are(game: parlour.Game, state: State) -> None:
    assert str(read_move(state, "♥")) == str(read_move(state, "hearts")) == "lay 7♥"
    assert next(iter(Explainer(game).move(state, "♣"))) == "`lay 2♣` is not allowed"
    assert next(iter(Explainer(game).move(state, "♦"))) == "you don't have any ♦"
    assert next(iter(Explainer(game).move(state, "K"))) == "you don't have any K"
    assert next(iter(Explainer(game).move(state, "ace"))) == "you don't have any A"


def test_what_is_nearly_a_move(state: State) -> None:
    assert reasons(state, "lay 10") == ["`lay 10` is not a move", "  you don't have any 10"]
    assert reasons(state, "darw") == ["`darw` is not a move", "  did you mean `draw`?"]


def test_the_first_letters_are_enough_if_only_one_move_has_them(state: State) -> None:
    """But a letter that is a rank is no beginning, and neither is one that begins several moves."""
    assert str(read_move(state, "d")) == str(read_move(state, "dr")) == "draw"
    assert isinstance(read_move(state, "k"), Refused)
    assert isinstance(read_move(state, "l"), Refused)


def test_an_action_that_is_not_there_now(home: Path, game: parlour.Game, state: State) -> None:
    assert reasons(state, "wish")[0] == "`wish` is not possible now"
    assert reasons(state, "rest")[0] == "`rest` is not allowed"
    assert reasons(position(home, game, "pile: 7♦, hand 1: 2♣"), "lay") == [
        "`lay 2♣` is not allowed",
        "  2♣ is lower than 7♦",
    ]
