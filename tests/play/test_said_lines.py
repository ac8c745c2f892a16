"""Lines that a ruleset says: who reads them and in which words, and that they change nothing."""

from pathlib import Path

from parlour.examples import run_examples
from parlour.game import load
from parlour.views import view
from parlour.views.projection import Projector
from parlour.views.seen_events import lines
from scaffold.rulesets import write_game
from scaffold.terminal import run
from three_ways import Small

FRAME = """
frame: talk
title: Talk
extends: table
text: A test.
players: 3
deck: {pack: 52, ace: high, each: game}
sides: [[1, 3], [2]]
types: {kind: [no-trump, high]}
zones:
  hand(player): {seen: owner}
  pile: {seen: everybody, ordered: true}
  stock: {ordered: true}
state:
  called: {type: kind, each: game, seen: everybody}
  up: {type: player, each: game, seen: everybody}
stages:
  game: |
    shuffle box into stock
    deal 3 from stock to each hand
    resume here with up
    ask act(up)
    champions = sides
prompts:
  act(p): |
    "what do you play, {p}?"
    play for c in hand(p):
      say "{p} plays {c}, has {hand(p) - c} and calls {called}"
      say to p "your best is {hand(p).first}, and {players - p} wait"
      say to players - p "{side(p)} keep {hand(p).first}"
      move c to pile
      say "{c} is on the pile, {pile.size > 1}"
    rest only if nothing else: nothing
may:
  play(p, c):
    high: {forbid: c.rank == A, says: "no ace from {p}, alias seat {p}"}
"""
EXAMPLES = """
examples:
  - name: each seat reads its own lines, and only names of cards that it sees
    players: 3
    given: {hand 1: 3♣ 5♣ A♥, hand 2: 4♦, hand 3: 7♥, to move: 1}
    moves:
      - check: {may not: {play A♥: high}}
      - "1: play 5♣"
    then:
      1 saw:
        - "seat 1 plays 5♣, has 3♣ A♥ and calls no trump"
        - "your best is 3♣, and seats 2 and 3 wait"
        - "5♣ is on the pile, no"
      2 saw: ["seat 1 plays …, has … and calls no trump", "seats 1 and 3 keep …", "5♣ is on the pile, no"]
      3 saw: ["seat 1 plays …", "seats 1 and 3 keep …", "5♣ is on the pile"]
"""


def test_each_seat_reads_what_is_for_it(tmp_path: Path) -> None:
    results = run_examples([write_game(tmp_path, FRAME, more=EXAMPLES)])
    problems = [line for result in results for failure in result.failures for line in failure.lines()]
    assert not problems, "\n".join(problems)


def test_a_line_for_others_leaves_no_trace(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, FRAME))
    machine = game.machine(3)
    s = machine.start(1)
    seat = machine.seat(s)
    _, events = machine.apply_recorded(s, machine.legal(s)[0])
    own, other = ("\n".join(lines(Projector(machine, at).all(events))) for at in (seat, (seat + 1) % 3))
    assert "your best is" in own
    assert "keep" not in own
    assert "your best" not in other
    assert "keep …" in other


def test_questions_and_refusals_name_seats(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, FRAME))
    state = game.start(3, 1)
    assert state.question.wording == f"what do you play, seat {state.question.seat}?"


def test_sides_are_their_seats_and_words_with_a_condition_leave_out_what_is_missing(tmp_path: Path) -> None:
    words = '"{sides}, {sides - side(p)}, {players - players}{true:; {players - players}}{up == up:; {hand(up).first}}"'
    frame = FRAME.replace('"what do you play, {p}?"', words)
    assert (
        load(write_game(tmp_path, frame)).start(3, 1).question.wording.startswith("seats 1, 2 and 3, seat 2, none; ; ")
    )


KNOWN = """
prompts:
  act(p): |
    match "match {pile.top} as {n} of {pile.size + top_pips()}, not {hand(p).first} or {low(hand(p))}" for n in 1..2:
      nothing
functions:
  top_pips(): most pips(c.rank) for c in pile
  low(cs): least pips(c.rank) for c in cs
"""


def test_others_read_values_that_follow_from_what_everybody_sees(tmp_path: Path) -> None:
    frame = FRAME[: FRAME.index("prompts:")].replace("    ask act(up)", "    move 9♣ to pile\n    ask act(up)") + KNOWN
    machine = load(write_game(tmp_path, frame)).machine(3)
    s = machine.start(1)
    _, events = machine.apply_recorded(s, machine.legal(s)[1])
    seat = machine.seat(s)
    own, other = (Projector(machine, at).all(events) for at in (seat, (seat + 1) % 3))
    assert lines(other)[0] == f"{seat + 1}: match 9♣ as 2 of 10, not … or …"
    assert "…" not in lines(own)[0]


def test_every_execution_computes_the_values_of_a_line(tmp_path: Path) -> None:
    sections = "state:\n  n: {type: int, each: game, seen: everybody}\n"
    fine = Small(tmp_path / "fine", 'let x = n + 4\nsay "{12 // x}"\nask dealt(players.first)', sections + ASKED)
    assert fine.ends()["n"] == 1
    faulty = Small(tmp_path / "faulty", 'say "{12 // n}"\nask dealt(players.first)', sections + ASKED)
    assert "0" in str(faulty.ends())


ASKED = """
prompts:
  dealt(p): |
    add: n += 1
"""


TERMINAL = """
frame: toasts
title: Toasts
extends: table
text: A test.
players: 3
deck: {pack: 52, each: game}
logs:
  toasts: {of: player, room: 9, each: game, seen: everybody, text: toasts}
state:
  host: {type: player, each: game, seen: everybody}
shows:
  host-line: "{host} pours for {players - host}"
stages:
  game: |
    host = the p in players
    for p in players:
      log toasts(p)
      say "{p} drinks to {next(p)}"
    say "{players} drank"
    for p in players: ask toast(p)
    champions = players
prompts:
  toast(p): |
    toast: nothing
    sip: nothing
"""


def test_the_terminal_marks_the_seat_that_reads(tmp_path: Path) -> None:
    path = write_game(tmp_path, TERMINAL)
    printed = run("play", str(path), "--level", "0", "--seed", "1", typed=["q"])
    for line in (
        "seat 1 (you) drinks to seat 2",
        "seat 2 drinks to seat 3",
        "seat 3 drinks to seat 1 (you)",
        "seats 1 (you), 2 and 3 drank",
        "seat 1 (you) pours for seats 2 and 3",
    ):
        assert f"  {line}\n" in printed.out, printed.err


SWITCHED = """
game: jokes
title: Jokes
extends: toasts
text: A test.
switchable: [jokes-allowed]
prompts:
  toast(p): |
    allow "from now on {x}" for x in rules where x is off: switch on x
"""
ALLOWED = """
rule: jokes-allowed
title: Jokes are allowed
for: toasts
text: A test.
shows:
  jokes: "{host} jokes"
"""


def test_a_rule_that_play_switches_shows_its_title_and_its_lines_while_it_is_on(tmp_path: Path) -> None:
    for name, text in (("toasts", TERMINAL), ("jokes", SWITCHED), ("jokes-allowed", ALLOWED)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    words = "play", str(tmp_path / "jokes.yaml"), "--level", "0", "--seed", "1"
    printed = run(*words, typed=["from now on jokes-allowed", "q"])
    before, _, after = printed.out.partition("you: from now on jokes-allowed (“Jokes are allowed”)")
    assert "from now on jokes-allowed (“Jokes are allowed”)\n" in before, printed.err
    assert "seat 1 (you) jokes" not in before
    state = load(tmp_path / "jokes.yaml").start(3, 1)
    assert "jokes" not in [line.name for line in view(state, 1).lines]
    now = state.apply(next(move for move in state.question.legal if move.text == "from now on jokes-allowed"))
    assert "seat 1 jokes" in [line.text for line in view(now, 1).lines]
    assert after
