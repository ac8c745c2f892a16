"""Input at the terminal, as signs or words, and the answer if it isn't a move: the table `typed.yaml`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import parlour
from packs import design
from parlour.base.place import shipped
from parlour.play.explaining import Explainer
from parlour.play.menu import menu
from parlour.play.typed import read_move, reasons
from parlour.views.signs import in_signs
from play.games import ALONE
from scaffold.files import write
from scaffold.home import search_in
from scaffold.terminal import run
from scaffold.yaml_files import data_of

pytestmark = pytest.mark.usefixtures("home")
TABLE = data_of(Path(__file__).with_name("typed.yaml"))


def rules(entries: Iterable[Any]) -> list[str]:
    """Return the ids of rules, and the files of those that the table writes."""
    flat = [each for entry in entries for each in (rules(entry) if isinstance(entry, list) else [entry])]
    return [str(write(f"{len(text)}.yaml", text)) if "\n" in text else text for text in flat]


def reads(state: parlour.State, text: str) -> list[str]:
    read = read_move(state, text)
    return list(getattr(read, "lines", [str(read)]))


def differences(table: dict[str, Any], answers: Any) -> dict[str, list[str]]:
    """Return the answers that aren't as in the table."""
    given = {text: list(answers(text)) for text in table}
    return {text: lines for text, lines in given.items() if table[text] not in (lines, lines[0])}


@pytest.mark.parametrize("case", TABLE.values(), ids=TABLE)
def test_input_in_a_position(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    if "game" in case:
        search_in(monkeypatch, shipped("rulesets"))
    game = parlour.load(case.get("game", "climb"), with_=rules(case.get("with", ())))
    given = f"{case['given']}, hand 2: {case.get('other', '3♠')}"
    path = write("table.yaml", f"players: 2\ngiven: {{{given}, to move: 1}}\n")
    state = game.position(path)
    for move in case.get("after", ()):
        state = state.apply(move)
    explainer = Explainer(game)

    def why(text: str) -> Iterable[str]:
        return explainer.move(state, text) if text else explainer.question(state)

    assert differences(case.get("reads", {}), lambda text: reads(state, text)) == {}
    assert differences(case.get("reasons", {}), lambda text: reasons(state, text)) == {}
    assert differences(case.get("why", {}), why) == {}
    if "refused" in case:
        listed = [line.partition(":")[0].strip() for line in explainer.question(state) if line.startswith("    lay")]
        assert listed == case["refused"]
    assert explainer.asked(state) == case.get("asked", explainer.asked(state))


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


def test_a_card_of_a_set_lists_all_sets_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the 15 pairs of six cards, five have a given card. It is named first in some of them or in none."""
    search_in(monkeypatch, shipped("rulesets"))
    crib = parlour.load("cribbage").start(2, seed=2)
    pairs = [str(move) for move in menu(crib)]
    assert {"lay away 4♥ K♣", "lay away J♣ K♣"} <= {*pairs}
    for card in ("J♣", "K♣"):
        numbered = [f"{n:>3}  {pair}" for n, pair in enumerate(pairs, 1) if card in pair.split()]
        assert len(numbered) == 5
        assert reads(crib, card) == [f"`{card}` could mean", *numbered]
    assert reads(crib, "K♣ J♣") == reads(crib, "lay away K♣ J♣") == ["lay away J♣ K♣"]


def test_the_same_at_the_table(home: Path) -> None:
    printed = run(*ALONE, "--with", "strict", typed=["?", "? 1", "? king of hearts"])
    assert "It's your move.\n  You can: lay 7♥; " in printed.out
    assert "Not allowed, but you can try: lay 5♥" in printed.out
    assert "`lay 7♥` is allowed\n  " in printed.out
    assert "there is no K♥ in this pack" in printed.out
