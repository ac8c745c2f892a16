"""Texts that want to break the checker get findings, threads don't disturb each other, and events keep secrets."""

import threading

import pytest

import parlour

RULE = "rule: x\ntitle: X\nfor: eights\ntext: T.\n"
POWER = f"{RULE}powers:\n  7: {{then: "
HOSTILE = {
    "a bomb": f"a: &a [x, x]\nb: &b [*a, *a]\n{RULE}", "deep lists": f"{RULE}state: {'[' * 5000}{']' * 5000}\n",
    "deep brackets": f"{RULE}functions:\n  zz(p): {'(' * 20000}1{')' * 20000}\n",
    "many nots": f"{RULE}functions:\n  zz(p): {'not ' * 20000}true\n",
    "a long sum": f"{RULE}functions:\n  zz(p): {'1 + ' * 20000}1\n",
    "a huge number": f"{RULE}functions:\n  zz(p): {'9' * 100000}\n",
    "a huge default": f"{RULE}options:\n  a: {{type: int, in: 0..5, default: {'9' * 5000}, text: a}}\n",
    "many players": f"{RULE}players: 2..99999999999\n",
    "many zones": f"{RULE}zones:\n  big(1..99999999): {{ordered: true}}\n",
    "many values": f"{RULE}state:\n  big(1..2000000000): {{type: int}}\n",
    "a superscript": f"{RULE}players: ²\n", "other digits": f"{POWER}passes += ٣}}\n",
    "a path as id": "rule: ../../x\ntitle: X\nfor: eights\n", "a device": "game: x\ntitle: X\nextends: /dev/zero\n",
    "a tag": "!!python/object/apply:os.system ['id']\n", "two documents": f"{RULE}---\n{RULE}",
    "a repeated key": f"{RULE}title: Y\n", "an odd key": f"{RULE}? [a, b]\n: 1\n",
    "a long id": f"rule: {'x' * 100000}\n",
    "a directive": f"%YAML 9.9\n---\n{RULE}",
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_gets_findings(text: str) -> None:
    found = parlour.check(text, "x.yaml")
    assert any(finding.severity == "error" for finding in found)
    assert all(finding.span is not None for finding in found)


def test_threads_play_and_check_like_one() -> None:
    game = parlour.load("crazy-eights", with_=["queen-draws-four"])
    results: dict[int, object] = {}

    def work(number: int) -> None:
        state = game.start(players=2 + number % 3, seed=number)
        for step in range(30):
            if not state.over:
                legal = state.question.legal
                state = state.apply(legal[step % len(legal)])
        power = f"{POWER}skips += {number + 1}}}\n"
        results[number] = state.cells, parlour.check(power), parlour.load("crazy-eights", documents={"x": power}).id

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    together, results = results, {}
    for number in range(6):
        work(number)
    assert together == results


LEAK = """frame: leak
title: Leak
extends: table
text: T.
players: 3
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
  heap: {seen: nobody}
state:
  up: {type: player, each: game, seen: everybody}
stages:
  game: |
    shuffle box into stock
    deal 2 from stock to each hand
    resume here with up
    ask up:
      go: move (hand(up) + hand(next(up))) to heap
    champions = players
"""


def test_a_move_of_two_hidden_hands_does_not_show_which_one_is_lower() -> None:
    documents = {"leak.yaml": LEAK, "g.yaml": "game: leak-game\ntitle: G\nextends: leak\n"}
    game = parlour.load("leak-game", documents=documents)
    seen = []
    for one, other in (("2♣ 9♣", "5♣ 6♣"), ("2♣ 5♣", "6♣ 9♣")):
        state = game.position({"hand 1": one, "hand 2": other, "hand 3": "K♠ K♦", "to move": 1}, players=3)
        after, events = state.apply_recorded("go")
        witness = parlour.views.Witness.at(game.table(3), 3).saw(events, after)
        seen.append((parlour.view(state, 3).text(), [str(event) for event in witness.history], witness.lines()))
    assert seen[0] == seen[1]
