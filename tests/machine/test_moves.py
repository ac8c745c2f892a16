"""Moves as texts, and texts as moves."""

import pytest
from hand_made import (
    CARD,
    CARDS,
    HAND,
    HERE,
    INT,
    NUMBER,
    PLAYER,
    RANK,
    SIDE,
    STOCK,
    SUIT,
    Bench,
    arm,
    hand,
    op,
    program,
    question,
    slot,
)  # fmt: skip

from packs import deck
from parlour import program as p
from parlour.states.moves import Move, Notation, Unreadable
from parlour.table.faults import RulesetFault
from parlour.table.packing import Digit, Packing
from parlour.table.texts import written

C, CS, D, K = p.Local(2), p.Local(4), p.Local(8), p.Local(7)
MINE = hand(p.Const(0))
JOKERS = deck(jokers=2)


def asking(*arms: p.Arm, lay: str, **more: object) -> tuple[Bench, tuple[Move, ...]]:
    game = program([p.AskOf(0), p.Jump(0)], [question("act", p.Const(0), *arms)], **more)
    bench = Bench.of(game).lay(HAND, lay)
    return bench, Notation(bench.machine).moves(bench.s, bench.machine.legal(bench.s))


def read(bench: Bench, moves: tuple[Move, ...], text: str) -> str:
    found = Notation(bench.machine).read(text, moves)
    return found.text if isinstance(found, Move) else f"{found.kind}: {found.help}"


PLAY = arm("play", 1, slot(2, "each", MINE, CARD))
SETS = arm("lay", 1, slot(4, "sets", MINE, CARD))


@pytest.mark.parametrize("text", ["play 10♦", "PLAY 10♦", "  play   10d ", "play 10D", "play 10♦️", "play TD"])
def test_reading_is_tolerant(text: str) -> None:
    assert read(*asking(PLAY, lay="10♦ A♠"), text) == "play 10♦"


@pytest.mark.parametrize("text", ["lay 9♥ 10♦ A♠", "lay A♠ 9♥ 10♦", "lay as 10d 9h", "lay 10D As 9H"])
def test_the_order_of_a_set_does_not_matter(text: str) -> None:
    assert read(*asking(SETS, lay="10♦ A♠ 9♥"), text) == "lay 10♦ 9♥ A♠".replace("10♦ 9♥", "9♥ 10♦")


def test_a_move_tells_what_was_chosen() -> None:
    def chosen(*arms: p.Arm) -> list[list[object]]:
        return [list(move.chosen.values()) for move in asking(*arms, lay="10♦ A♠")[1]]

    assert chosen(PLAY) == [["10♦"], ["A♠"]]
    assert sorted(chosen(SETS)) == [[("10♦",)], [("10♦", "A♠")], [("A♠",)]]
    seats, numbers = p.Seated("everyone"), p.Span(p.Const(3), p.Const(4))
    assert chosen(arm("ask", 1, slot(8, "each", seats, PLAYER), slot(7, "each", numbers, INT)))[:2] == [[1, 3], [1, 4]]


def test_unknown_texts_are_answered_with_a_suggestion() -> None:
    table = asking(PLAY, lay="10♦ A♠")
    assert read(*table, "paly 10d") == "unknown: did you mean `play 10♦`?"
    assert read(*table, "play 9♦") == "unknown: None"  # another card is another move
    assert read(*table, "play 99") == "unknown: None"
    assert read(*table, "hello") == "unknown: None"
    assert read(*table, "") == "unknown: None"
    found = Notation(table[0].machine).read("hello", table[1])
    assert isinstance(found, Unreadable)
    assert found.message == "`hello` is not possible here"


def test_the_word_as_and_the_ace_of_spades() -> None:
    joker = op("==", p.CardFact("rank", p.Local(13)), p.Const(13))
    five = p.Function("faces", (13,), p.If(joker, p.Const(1 << 15), p.Const(0)), HERE)
    play = arm("play", 1, slot(2, "guises", MINE, CARD, faces=0))
    table = asking(play, SETS, lay="Jk A♠ 5♠", deck=JOKERS, functions=(five,))
    assert [m.text for m in table[1]][:4] == ["play 5♠", "play A♠", "play Jk", "play Jk as 5♠"]
    assert read(*table, "play jk as 5s") == "play Jk as 5♠"
    assert read(*table, "PLAY JOKER AS 5S") == "play Jk as 5♠"
    assert read(*table, "play as") == "play A♠"
    assert read(*table, "lay jk as 5s") == "lay 5♠ A♠ Jk"
    assert read(*table, "lay as jk") == "lay A♠ Jk"


def test_order_matters_between_two_choices() -> None:
    swap = arm("swap", 1, slot(2, "each", MINE, CARD), slot(8, "each", MINE, CARD))
    table = asking(swap, lay="2♣ 3♣")
    assert read(*table, "swap 3c 2c") == "swap 3♣ 2♣"
    assert read(*table, "swap 2c 3c") == "swap 2♣ 3♣"
    assert read(*table, "SWAP 2♣ 2♣") == "swap 2♣ 2♣"


def test_texts_that_read_alike_are_numbered() -> None:
    """An action whose notation leaves out what was chosen."""
    table = asking(arm("guess", 1, slot(7, "each", p.Span(p.Const(1), p.Const(3)), INT), notation=("guess",)), lay="")
    assert [m.text for m in table[1]] == ["guess", "guess #2", "guess #3"]
    for move in table[1]:
        assert Notation(table[0].machine).read(move.text, table[1]) == move


def test_they_are_numbered_in_the_order_in_which_they_are_asked_for_however_often() -> None:
    bench, _ = asking(
        arm("guess", 1, slot(7, "each", p.Span(p.Const(1), p.Const(3)), INT), notation=("guess",)), lay=""
    )
    notation = Notation(bench.machine)
    one, two, three = bench.machine.legal(bench.s)
    for numbers, texts in [
        ([two], ["guess"]),
        ([one, two, three], ["guess", "guess #2", "guess #3"]),
        ([three, one], ["guess", "guess #2"]),
        ([three], ["guess"]),
        ([one, two, three], ["guess", "guess #2", "guess #3"]),
    ]:
        found = notation.moves(bench.s, numbers)
        assert [m.text for m in found] == texts
        assert [m.number for m in found] == numbers


def test_moves_are_values() -> None:
    _, moves = asking(PLAY, SETS, lay="10♦ A♠")
    assert len(set(moves)) == len(moves)
    assert str(moves[0]) == "play 10♦"
    assert moves[0].action == "play"
    assert moves[0] == Move(moves[0].number, "play", moves[0].values, "some other text")


def test_a_player_is_never_asked_to_name_a_card_that_he_cant_see() -> None:
    for domain in (p.ZoneCards(p.ZoneAt(STOCK)), hand(p.Const(1))):
        game = program(
            [p.AskOf(0), p.Jump(0)], [question("act", p.Const(0), arm("take", 1, slot(2, "each", domain, CARD)))]
        )
        bench = Bench.of(game).lay(STOCK, "2♣").lay(HAND, "3♣", key=1)
        with pytest.raises(RulesetFault, match="can't see"):
            bench.texts()


def test_it_is_judged_each_time_whether_he_sees_it() -> None:
    """Test a move with a card in the player's own hand, in another hand, and in their own hand again."""
    both = op("|", MINE, hand(p.Const(1)))
    bench, _ = asking(arm("take", 1, slot(2, "each", both, CARD)), lay="2♣ 3♣")
    notation = Notation(bench.machine)
    for holder in (0, 1, 0):
        bench.lay(HAND, "3♣", key=holder)
        if holder:
            with pytest.raises(RulesetFault, match="`take` offers cards that the player who chooses can't see"):
                notation.moves(bench.s, bench.machine.legal(bench.s))
        else:
            found = notation.moves(bench.s, bench.machine.legal(bench.s))
            assert [m.text for m in found] == ["take 2♣", "take 3♣"]


@pytest.mark.parametrize(
    ("type_", "value", "text"),
    [
        (p.Type("bool"), 1, "true"),
        (p.Type("bool"), 0, "false"),
        (INT, -4, "-4"),
        (p.Type("int", optional=True), p.NO_INT, "none"),
        (p.Type("int", optional=True), -1, "-1"),
        (INT, -1, "-1"),
        (RANK, 8, "10"),
        (RANK, 13, "Jk"),
        (RANK, p.NONE, "none"),
        (SUIT, 3, "♠"),
        (p.Type("colour"), 1, "red"),
        (CARD, 33, "10♦"),
        (CARD, 52, "Jk"),
        (p.Type("card", optional=True), p.NONE, "none"),
        (PLAYER, 0, "1"),
        (SIDE, 1, "2"),
        (p.Type("zone"), 2, "hand 2"),
        (p.Type("zone"), 0, "box"),
        (p.Type("enum", "effect"), 2, "links"),
        (p.Type("values", "effect"), 0b101, "stops links"),
        (CARDS, 1 << 33 | 1 << 0, "2♣ 10♦"),
        (CARDS, 0, "none"),
        (p.Type("players"), 0b101, "1 3"),
        (p.Type("ranks"), 0b11, "2 3"),
        (p.Type("record", "Face"), 1 << 4, "Face(rank: none, live: true)"),
        (p.Type("record", "Face"), 9, "Face(rank: 10, live: false)"),
    ],
)
def test_values_in_words(type_: p.Type, value: int, text: str) -> None:
    game = program([p.AskOf(0)], [question("act", p.Const(0), arm("go", 0))], deck=JOKERS)
    assert written(Bench.of(game).machine.layout, type_, value) == text


def test_a_card_with_a_guise_in_words() -> None:
    bench, _ = asking(arm("play", 1, slot(2, "guises", MINE, CARD, faces=0)), lay="2♣", deck=JOKERS,
                      functions=(p.Function("faces", (13,), p.Const(0), HERE),))  # fmt: skip
    joker = bench.card("Jk")
    assert bench.pack.name(bench.pack.guise(joker, 15)) == "Jk as 5♠"
    assert bench.pack.name(bench.pack.guise(joker, 52)) == "Jk as Jk"
    assert bench.pack.name(bench.pack.guise(bench.pack.guise(joker, 15), p.NONE)) == "Jk"


@pytest.mark.parametrize(
    ("name", "face"),
    [("2♣", 0), ("a♠", 51), ("AS", 51), ("10h", 34), ("Th", 34), ("jk", 52), ("Joker", 52), ("1♠", None), ("11♠", None),
     ("♠", None), ("J", None), ("", None)],
)  # fmt: skip
def test_names_of_cards(name: str, face: int | None) -> None:
    bench, _ = asking(PLAY, lay="2♣")
    assert bench.pack.face_of_name(name) == face


def test_packing() -> None:
    packing = Packing((Digit(52), Digit(20, 10), Digit(1 << 52)))
    for values in ((0, -10, 0), (51, 9, (1 << 52) - 1), (7, 3, 5)):
        assert packing.unpack(packing.pack(values)) == values
    assert packing.pack((1, 0, 0)) > packing.pack((0, 9, 99))  # the first slot weighs most


def test_a_template_with_more_than_slots() -> None:
    """`bid 3 of 8` shows a variable too."""
    notation = ("bid ", p.Hole(K, INT), " of ", p.Hole(p.VarAt(NUMBER), INT))
    bench, _ = asking(arm("bid", 1, slot(7, "each", p.Span(p.Const(3), p.Const(3)), INT), notation=notation), lay="")
    assert bench.set(NUMBER, 8).texts() == ["bid 3 of 8"]
