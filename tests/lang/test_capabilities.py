"""What the language can say, each shown by a small game that is played: not how it is lowered, but what happens."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from parlour.compiler import compile_ruleset
from parlour.diagnostics import render_text
from parlour.machine.faults import RulesetFault
from parlour.machine.state import IllegalMove, State, Table
from parlour.program import NO_INT
from parlour.views.events import PlayerAnswered
from parlour.views.projection import Projector

BASE = """
frame: base
title: What all these games share
extends: table
functions:
  first(): the q in players
"""

FRAME = """
frame: tiny
title: Tiny
extends: base
players: 2..4
deck: {pack: 52, jokers: 1, each: game}
"""


class Play:
    """A small game: sections of a frame, with `game:` steps, and what becomes of it."""

    def __init__(
        self, folder: Path, sections: str, players: int = 2, rules: tuple[str, ...] = (), four: bool = False
    ) -> None:
        (folder / "base.yaml").write_text(BASE, encoding="utf-8")
        frame = FRAME.replace("2..4", "4") if four else FRAME
        (folder / "tiny.yaml").write_text(frame + dedent(sections), encoding="utf-8")
        names = []
        for number, rule in enumerate(rules):
            name = f"r{number}"
            header = f"rule: {name}\ntitle: A rule\nfor: tiny\ntext: A rule.\n"
            (folder / f"{name}.yaml").write_text(header + dedent(rule), encoding="utf-8")
            names.append(name)
        uses = f"uses: [{', '.join(names)}]\n" if names else ""
        game = folder / "game.yaml"
        game.write_text(f"game: tiny-game\ntitle: Tiny\nextends: tiny\n{uses}", encoding="utf-8")
        compiled = compile_ruleset(game)
        assert compiled.program is not None, render_text(compiled.findings)
        self.program = compiled.program
        self.table = Table.of(compiled.program, players)
        self.state: State = self.table.start(1)

    def do(self, *moves: str) -> Play:
        for move in moves:
            seat, _, text = move.partition(": ")
            assert self.state.question.seat == int(seat), f"seat {self.state.question.seat} is asked, not {seat}"
            self.state = self.state.apply(text)
        return self

    @property
    def legal(self) -> list[str]:
        return [str(move) for move in self.state.question.legal]

    def value(self, name: str, *keys: int) -> int:
        number = next(i for i, v in enumerate(self.program.variables) if v.name == name)
        return self.state.cells[self.table.machine.layout.variables[number].cell(keys)]


def steps(text: str, more: str = "") -> str:
    """A frame whose game consists of these steps, with more sections."""
    return f"stages:\n  game: |\n{indent(dedent(text).strip(), '    ')}\n{dedent(more)}"


NUMBERS = """
state:
  x: {type: int, each: match, seen: everybody, text: x}
  y: {type: int, each: match, seen: everybody, text: y}
  v(player): {type: int, each: match, seen: everybody, text: v}
"""


def test_sealed_answers_count_only_when_all_are_in(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            ask together p in players:
              bid for n in 1..3:
                v(p) = n
                x = x * 10 + n
            ask first():
              done: nothing
            """,
            NUMBERS,
        ),
        players=3,
    )
    game.do("1: bid 3", "2: bid 1")
    assert [game.value("v", i) for i in range(3)] == [0, 0, 0]
    game.do("3: bid 2")
    assert [game.value("v", i) for i in range(3)] == [3, 1, 2]
    assert game.value("x") == 312
    assert game.legal == ["done"]


POLL = steps(
    """
    let first = first()
    poll q in seats after first where q != first:
      take:
        x += 1
        v(q) = 1
      decline: next
      else: y = 1
    ask first:
      done: nothing
    """,
    NUMBERS,
)


def test_the_first_answer_ends_a_poll(tmp_path: Path) -> None:
    game = Play(tmp_path, POLL, players=4).do("2: decline", "3: take")
    assert (game.value("x"), game.value("y"), game.value("v", 2)) == (1, 0, 1)
    assert game.state.question.seat == 1


def test_a_poll_that_nobody_answers(tmp_path: Path) -> None:
    game = Play(tmp_path, POLL, players=3).do("2: decline", "3: decline")
    assert (game.value("x"), game.value("y")) == (0, 1)


def test_questions_in_loops_in_procedures(tmp_path: Path) -> None:
    """Locals outlive questions, also those of the callers, and `stop` leaves only the inner loop."""
    game = Play(
        tmp_path,
        steps(
            """
            let total = 0
            for p in players:
              let mine = 10
              repeat 2 times:
                collect(p, mine)
                mine += 1
              total += mine
            x = total
            ask first():
              done: nothing
            """,
            NUMBERS
            + """
procedures:
  collect(p, n): |
    while true limit 5:
      ask p:
        add for k in 1..9:
          v(p) += n * k
        enough: stop
            """,
        ),
    )
    game.do("1: add 2", "1: add 3", "1: enough", "1: add 1", "1: enough")
    assert game.value("v", 0) == 10 * 5 + 11
    game.do("2: enough", "2: add 4", "2: enough")
    assert game.value("v", 1) == 44
    assert game.value("x") == 24


def test_a_stage_is_left_from_deep_inside(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        """
        stages:
          game: |
            repeat:
              play round(n_of())
              y += 1
            until y == 2 limit 5
            ask first():
              done: nothing
          round(n): |
            for p in players:
              ask p:
                go-on "go on": again(n)
                leave: again(0)
            x += 100
        functions:
          n_of(): 5
        procedures:
          again(n): |
            if n == 0: end round
            x += n
        when:
          after round: x += 1000
        """
        + dedent(NUMBERS).replace("\n", "\n        "),
    )
    game.do("1: go on", "2: leave")
    assert game.value("x") == 1005
    game.do("1: go on", "2: go on")
    assert game.value("x") == 1005 + 10 + 100 + 1000


def test_variables_are_reset_with_their_stage(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        """
        state:
          each-round: {type: int, each: round, starts: 7, text: a}
          each-game: {type: int, each: game, text: b}
        stages:
          game: |
            repeat 2 times: play round()
            ask first():
              done: nothing
          round(): |
            each-round += 1
            each-game += 1
        """,
    )
    assert (game.value("each-round"), game.value("each-game")) == (8, 2)


def test_players_leave_and_play_turns_round(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            let first = first()
            next(first) leaves game
            v(next(first)) = 1
            reverse direction
            v(next(first)) += 10
            x = playing.size
            for q in seats after first: y = y * 10 + pips_of(q)
            ask first:
              done: nothing
            """,
            NUMBERS + "functions:\n  pips_of(q): 1 + (count p in players where p != q and v(p) > v(q))\n",
        ),
        players=4,
    )
    assert [game.value("v", i) for i in range(4)] == [0, 0, 1, 10]
    assert game.value("x") == 3
    assert game.value("y") == 123  # the fourth player, the third, and the first himself last


HANDS = """
zones:
  hand(player): {seen: owner}
  pile: {seen: top, ordered: true}
  stock: {seen: nobody, ordered: true}
"""


def test_exceptions_lift_what_they_name(tmp_path: Path) -> None:
    frame = (
        steps(
            """
            move of_suit([♠]) to hand(first())
            ask act(first())
            ask first():
              done: nothing
            """,
            HANDS,
        )
        + """
groups:
  height: how high it is
  form: {text: what is possible at all, closed: true}
prompts:
  act(p): |
    play for c in hand(p): move c to pile
    pass only if nothing else: nothing
may:
  play(p, c):
    low: {forbid: c.rank < 9, group: height, says: "{c} is too low"}
    court: {forbid: "c.rank in [J, Q, K]", group: height, says: "{c} is at court"}
    never: {forbid: c.rank == 10, group: form, says: no tens}
"""
    )
    assert Play(tmp_path, frame).legal == ["play 9♠", "play A♠"]
    queen = "may:\n  play(p, c):\n    queen: {allow: c.rank == Q, despite: [court]}\n"
    assert Play(tmp_path, frame, rules=(queen,)).legal == ["play 9♠", "play Q♠", "play A♠"]
    all_heights = "may:\n  play(p, c):\n    any: {allow: 'c.rank in [2, K, 10]', despite: [height]}\n"
    game = Play(tmp_path, frame, rules=(queen, all_heights))
    assert game.legal == ["play 2♠", "play 9♠", "play Q♠", "play K♠", "play A♠"]
    with pytest.raises(IllegalMove, match="no tens"):
        game.state.apply("play 10♠")
    with pytest.raises(IllegalMove, match="J♠ is at court"):
        game.state.apply("play J♠")


def test_a_strict_table(tmp_path: Path) -> None:
    frame = steps(
        """
        move [4♠, 9♠] to hand(first())
        ask act(first())
        ask first():
          done: nothing
        """,
        HANDS
        + """
state:
  x: {type: int, each: match, text: x}
prompts:
  act(p): |
    play for c in hand(p): move c to pile
    pass only if nothing else: nothing
may:
  play(p, c):
    low: {forbid: c.rank < 9, says: too low}
""",
    )
    strict = "misplay:\n  play(p, c): |\n    x += 1\n"
    game = Play(tmp_path, frame, rules=(strict,))
    assert game.legal == ["play 9♠"]
    assert [str(m) for m in game.state.question.tries] == ["play 4♠"]
    game.do("1: play 4♠")
    assert (game.value("x"), game.legal) == (1, ["done"])
    lenient = "misplay:\n  play(p, c): |\n    x += 1\n    proceed\n"
    game = Play(tmp_path, frame, rules=(lenient,)).do("1: play 4♠")
    assert game.state == Play(tmp_path, frame, rules=(lenient,)).do("1: play 4♠").state
    assert game.value("x") == 1


def test_a_misplay_that_proceeds_looks_like_any_play_to_the_others(tmp_path: Path) -> None:
    frame = steps(
        """
        move [4♠, 9♠] to hand(first())
        ask act(first())
        ask first():
          done: nothing
        """,
        HANDS
        + """
prompts:
  act(p): |
    play for c in hand(p): move c to pile
    pass only if nothing else: nothing
may:
  play(p, c):
    low: {forbid: c.rank < 9, says: too low}
""",
    )
    taken = "misplay:\n  play(p, c): |\n    if c.suit == ♠:\n      proceed\n"
    refused = "misplay:\n  play(p, c): nothing\n"
    told = {}
    for name, rule in (("taken", taken), ("refused", refused)):
        state = Play(tmp_path, frame, rules=(rule,)).state
        _, events = state.apply_recorded("play 4♠")
        for seat in (0, 1):
            (answer,) = (e for e in Projector(state.table.machine, seat).all(events) if isinstance(e, PlayerAnswered))
            told[name, seat] = answer.misplay
    assert told == {("taken", 0): True, ("taken", 1): False, ("refused", 0): True, ("refused", 1): True}


def test_a_clause_that_yields_when_nothing_is_left(tmp_path: Path) -> None:
    frame = steps(
        """
        move [2♥, 3♥, 4♠] to hand(first())
        ask act(first())
        ask act(first())
        ask act(first())
        """,
        HANDS
        + """
prompts:
  act(p): |
    play for c in hand(p): move c to pile
    pass only if nothing else: nothing
may:
  play(p, c):
    hearts: {forbid: c.suit == ♥, unless-stuck: true, says: no hearts yet}
""",
    )
    game = Play(tmp_path, frame)
    assert game.legal == ["play 4♠"]
    assert game.do("1: play 4♠").legal == ["play 2♥", "play 3♥"]


def test_choices_of_sets_groups_and_places(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            move [4♠, 4♥, 9♠] to hand(first())
            move [K♠, Q♥] to pile
            ask first():
              lay for cs in groups of hand(first()): move cs to box
              else: nothing
            ask first():
              throw for cs in 0..2 cards of hand(first()): move cs to box
              keep: nothing
            ask first():
              turn for k in places of pile: move card_at(pile, k) to box
              keep: nothing
            """,
            HANDS,
        ),
    )
    assert sorted(game.legal) == sorted(["lay 4♥", "lay 4♠", "lay 9♠", "lay 4♥ 4♠"])
    game.do("1: lay 4♠")
    assert len(game.legal) == 1 + 2 + 1 + 1
    game.do("1: throw 9♠ 4♥")
    assert game.legal == ["turn 1", "turn 2", "keep"]


def test_marks_are_forgotten_outside_their_zones(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            move [4♠] to pile
            pile.top.by = next(first())
            x = 1 if pile.top.by == next(first()) else 0
            move pile.top to hand(first())
            move hand(first()) to pile
            y = 1 if pile.top.by is none else 0
            ask first():
              done: nothing
            """,
            HANDS + NUMBERS + "marks:\n  by: {type: player or none, inside: pile, text: by}\n",
        ),
    )
    assert (game.value("x"), game.value("y")) == (1, 1)


def test_a_card_counts_as_another(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            move [Jk, 4♠] to hand(first())
            move [9♥] to pile
            ask first():
              play for c in guises of hand(first()) where c.rank == 9 or c.suit == ♠:
                move c to pile
              pass only if nothing else: nothing
            x = pips(pile.top.rank)
            move pile.top to hand(first())
            ask first():
              done: nothing
            """,
            HANDS
            + NUMBERS
            + """
functions:
  faces(c): "[9♣, 2♠] if c.rank == Jk else none"
marks:
  stands-for: {type: card or none, guise: true, inside: pile, text: stands for}
""",
        ),
    )
    assert sorted(game.legal) == sorted(["play 4♠", "play Jk as 9♣", "play Jk as 2♠"])
    game.do("1: play Jk as 9♣")
    assert game.value("x") == 9


def test_records_change_field_by_field(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            face = Face(rank: K, live: false)
            face = face but (number: 5)
            x = pips(face.rank) if face.rank is some and not face.live else 0
            y = face.number
            ask first():
              done: nothing
            """,
            """
records:
  Face:
    rank: {type: rank or none}
    live: {type: bool, default: true}
    number: {type: int, default: 2}
state:
  face: {type: Face, each: match, text: face}
  x: {type: int, each: match, text: x}
  y: {type: int, each: match, text: y}
""",
        ),
    )
    assert (game.value("x"), game.value("y")) == (13, 5)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("x = face.lent", None),
        ("x = face.owed", -3),
        ("face = Face(owed: 5)\nx = face.owed", 5),
        ("face = Face(owed: 5)\nx = face.lent", None),
        ("y = 0 - 70000\nface = face but (owed: y, lent: y - 1)\nx = face.owed", -70_000),
        ("y = 0 - 70000\nface = face but (owed: y, lent: y - 1)\nx = face.lent", -70_001),
        ("face = Face(lent: 999999999)\nface = face but (lent: none)\nx = face.lent", None),
        ("face = Face(lent: 999999999, owed: 1)\nx = face.lent", 999_999_999),
    ],
)
def test_a_field_holds_every_number_and_none(tmp_path: Path, body: str, left: int | None) -> None:
    game = Play(
        tmp_path,
        steps(
            f"{body}\nask first():\n  done: nothing",
            """
records:
  Face:
    owed: {type: int, default: -3}
    lent: {type: int or none}
state:
  face: {type: Face, each: match, text: face}
  x: {type: int or none, each: match, text: x}
  y: {type: int, each: match, text: y}
""",
        ),
    )
    assert game.value("x") == (NO_INT if left is None else left)


def test_hooks_come_in_the_order_that_they_ask_for(tmp_path: Path) -> None:
    frame = steps(
        """
        act_now(4)
        ask first():
          done: nothing
        """,
        NUMBERS + "procedures:\n  act_now(n): x = x * 10 + n\n",
    )
    double = "when:\n  before act_now(k): {do: x = x * 10 + 1, later-than: [r1]}\n"
    plus = "when:\n  before act_now: x = x * 10 + 2\n  after act_now(n): {if: n == 4, do: x = x * 10 + 9}\n"
    assert Play(tmp_path, frame, rules=(double, plus)).value("x") == 2149
    around = "when:\n  instead of act_now(n): |\n    y = 1\n    proceed\n    proceed\n"
    game = Play(tmp_path, frame, rules=(double, plus, around))
    assert (game.value("x"), game.value("y")) == (21492149, 1)


def test_open_functions_gather_cases(tmp_path: Path) -> None:
    frame = steps(
        """
        for c in of_rank([K, 7]): x += value(c)
        y = special().size
        ask first():
          done: nothing
        """,
        NUMBERS + "functions:\n  value(c): 1\n  special(): of_rank([2])\n",
    )
    kings = "functions:\n  value(c): {when: c.rank == K, is: 10}\n"
    sevens = "functions:\n  value(c): {when: c.rank == 7, is: 100}\n  special(): {union: 'of_rank([3, 4])'}\n"
    game = Play(tmp_path, frame, rules=(kings, sevens))
    assert (game.value("x"), game.value("y")) == (4 * 10 + 4 * 100, 12)


def test_partners_share_what_belongs_to_their_side(tmp_path: Path) -> None:
    sections = steps(
        """
        for p in players: points(side(p)) += 1
        points(first()) += 10
        champions = those s in sides with most points(s)
        """,
        """
state:
  points(side): {type: int, each: match, text: points}
""",
    )
    game = Play(tmp_path, "sides: [[1, 3], [2, 4]]\n" + sections, players=4, four=True)
    assert game.state.over
    assert [game.value("points", i) for i in range(2)] == [12, 2]
    assert game.state.outcome.winners == (1, 3)


def test_a_limit_without_an_otherwise_is_a_mistake_of_the_ruleset(tmp_path: Path) -> None:
    with pytest.raises(RulesetFault) as caught:
        Play(tmp_path, steps("while true limit 5:\n  x += 1", NUMBERS))
    assert caught.value.origin is not None
    assert caught.value.origin.path.endswith("tiny.yaml")


def test_an_endless_chain_of_limits_runs_out_of_budget(tmp_path: Path) -> None:
    loops = "while x < 1000000 limit 1000000:\n  for c in pack: x += 0\notherwise: nothing"
    with pytest.raises(RulesetFault):
        Play(tmp_path, steps(loops, NUMBERS))


GOING_ROUND = """
zones:
  heap: {ordered: true}
state:
  n: {type: int, each: game, text: n}
endings:
  again: it all came again
  too-long: it took too long
stages:
  game: |
    champions = players
    shuffle box into heap
    while true limit 500:
      ask first():
        wait: nothing
        swap if heap has cards: move heap.top to heap at bottom
        more: n += 1
    repeated:
      end game as again
    otherwise:
      end game as too-long
"""


@pytest.mark.parametrize(
    ("move", "moves", "ending"),
    [
        # The position before round 64 is kept. Where nothing changes, it is there again before round 65.
        ("wait", 64, "again"),
        # 53 cards turn round in 53 swaps: what round 64 found, round 117 finds again, after 116 moves.
        ("swap", 116, "again"),
        # A variable that grows makes every position a new one.
        ("more", 500, "too-long"),
    ],
)
def test_a_loop_notices_a_position_that_comes_again(tmp_path: Path, move: str, moves: int, ending: str) -> None:
    game = Play(tmp_path, GOING_ROUND)
    for _ in range(moves):
        assert not game.state.over
        game.do(f"1: {move}")
    assert game.state.over
    assert game.state.outcome.ending == ending


def test_a_position_that_is_kept_is_part_of_a_save(tmp_path: Path) -> None:
    game = Play(tmp_path, GOING_ROUND)
    for _ in range(63):
        game.do("1: wait")
    game.state = State.from_json(game.table, game.state.to_json())
    assert game.do("1: wait").state.over


WORDED = """
zones:
  hand(player): {seen: owner}
stages:
  game: |
    champions = players
    move 4♠ to hand(first())
    ask act(first())
    ask first():
      "the {4♠} again?"
      done: nothing
prompts:
  act(p): |
    "what about {hand(p).cards}?"
    done: nothing
"""


def test_a_question_is_put_in_the_words_of_the_ruleset(tmp_path: Path) -> None:
    game = Play(tmp_path, WORDED)
    assert game.state.question.wording == "what about 4♠?"
    assert game.do("1: done").state.question.wording == "the 4♠ again?"


def test_a_question_tells_no_card_that_its_player_does_not_see(tmp_path: Path) -> None:
    other = WORDED.replace("{hand(p).cards}", "{hand(next(p)).cards}")
    game = Play(tmp_path, other.replace("to hand(first())", "to hand(next(first()))"))
    with pytest.raises(RulesetFault, match="can't see"):
        _ = game.state.question


def test_one_document_words_a_question(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="two texts say how `act` is put"):
        Play(tmp_path, WORDED, rules=('prompts:\n  act(p): |\n    "or so?"\n    pass: nothing\n',))


def test_what_an_included_question_is_given_is_the_same_for_all_its_actions(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        """
zones:
  hand(player): {seen: owner}
state:
  n: {type: int, each: game, text: n}
stages:
  game: |
    champions = players
    move those c in box where c.rank in [4, 5] to hand(first())
    ask act(first())
    ask first():
      done: nothing
prompts:
  pick(p, cs, k): |
    take for c in cs where k > 1: n = k * 10 + cs.size
    leave only if nothing else: nothing
  act(p): |
    include pick(p, those c in hand(p) where c.rank == 5, hand(p).size)
""",
    )
    assert game.legal == ["take 5♣", "take 5♦", "take 5♥", "take 5♠"]
    assert game.do("1: take 5♥").value("n") == 84


def test_hooks_that_set_the_same_value_may_come_in_any_order(tmp_path: Path) -> None:
    frame = steps(
        """
        act_now(4)
        ask first():
          done: nothing
        """,
        NUMBERS + "procedures:\n  act_now(n): nothing\n",
    )
    five = "when:\n  before act_now: x = 5\n"
    assert Play(tmp_path, frame, rules=(five, five)).value("x") == 5
    with pytest.raises(AssertionError, match="it matters which comes first"):
        Play(tmp_path, frame, rules=(five, five.replace("5", "6")))


def test_a_facet_may_look_up_a_rank(tmp_path: Path) -> None:
    frame = steps(
        """
        x = weight(K)
        y = weight(4)
        ask first():
          done: nothing
        """,
        NUMBERS
        + "functions:\n  weight(r): 1\n"
        + "facets:\n  heavy: {text: heavy, by: r, function: weight(r), takes: value}\n",
    )
    game = Play(tmp_path, frame, rules=("powers:\n  K Q: {heavy: 9}\n",))
    assert (game.value("x"), game.value("y")) == (9, 1)
    with pytest.raises(AssertionError, match="belongs to ranks"):
        Play(tmp_path, frame, rules=("powers:\n  K♠: {heavy: 9}\n",))


def test_a_question_that_only_an_instead_of_asks_is_put(tmp_path: Path) -> None:
    frame = steps(
        """
        act_now(4)
        ask first():
          done: nothing
        """,
        NUMBERS + "procedures:\n  act_now(n): nothing\n",
    )
    riddle = (
        "prompts:\n  riddle(p): |\n    left: x = 1\n    right: x = 2\n"
        "when:\n  instead of act_now(n): {if: n == 4, do: ask riddle(first())}\n"
    )
    game = Play(tmp_path, frame, rules=(riddle,))
    assert game.legal == ["left", "right"]
    assert game.do("1: right").value("x") == 2


MELDS = """
melding: {worth: worth(c)}
functions:
  worth(c): min(pips(c.rank), 10)
zones:
  hand(player): {seen: owner}
  table: {seen: everybody}
"""


def test_the_best_melds_of_a_hand(tmp_path: Path) -> None:
    """The run of clubs and the fours leave 6 and 8; with the run of threes to fives loose it would be more."""
    game = Play(
        tmp_path,
        steps(
            """
            let p = first()
            move [3♣, 4♣, 5♣, 4♦, 4♥, 4♠, 6♠, 8♥] to hand(p)
            x = deadwood(hand(p))
            y = melded(hand(p)).size
            v(p) = 1 if meld_of(4♦, hand(p)) == [4♦, 4♥, 4♠] else 0
            v(next(p)) = meld_of(6♠, hand(p)).size
            ask p:
              done: nothing
            """,
            NUMBERS + MELDS,
        ),
    )
    assert (game.value("x"), game.value("y"), game.value("v", 0), game.value("v", 1)) == (14, 6, 1, 0)


def test_laying_off_and_what_is_a_meld(tmp_path: Path) -> None:
    """On 2-3-4 of diamonds and three eights: 5♦ 6♦ and 8♣ go, K♠ stays."""
    game = Play(
        tmp_path,
        steps(
            """
            let p = first()
            move [5♦, 6♦, 8♣, K♠] to hand(p)
            move [2♦, 3♦, 4♦] to table
            let laid = lay_off(hand(p), table, [8♦, 8♥, 8♠], [9♣, 9♥])
            x = deadwood(hand(p) - laid)
            y = laid.size
            v(p) = 1 if is_meld(table.cards + 5♦) and not is_meld(table.cards + 6♦) else 0
            v(next(p)) = deadwood(hand(p) - lay_off(hand(p), table))
            ask p:
              done: nothing
            """,
            NUMBERS + MELDS,
        ),
    )
    assert (game.value("x"), game.value("y"), game.value("v", 0), game.value("v", 1)) == (10, 3, 1, 18)


def test_a_rule_changes_what_can_be_melded(tmp_path: Path) -> None:
    frame = steps(
        """
        let p = first()
        move [K♠, A♠, 2♠, 7♥, 7♣, 7♦] to hand(p)
        x = deadwood(hand(p))
        ask p:
          done: nothing
        """,
        NUMBERS + MELDS,
    )
    assert Play(tmp_path, frame).value("x") == 10 + 1 + 2
    assert Play(tmp_path, frame, rules=("melding: {corner: true}\n",)).value("x") == 0
    assert Play(tmp_path, frame, rules=("melding: {sets: 4, runs: 2}\n",)).value("x") == 2 + 7 + 7 + 7
    assert Play(tmp_path, frame, rules=("melding: {worth: 5}\n",)).value("x") == 15
