"""`parlour why`: which rules decide whether a move is allowed, in a position that is given, saved or played up to."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Iterator, Sequence

from parlour.cli.arguments import Count, add_mix, mix_of
from parlour.cli.console import Console
from parlour.cli.findings import print_notes
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.commands.beginning import add_position, after, after_those, begun, left_empty, moves_in, notes, saved
from parlour.game import Game, TableError, load
from parlour.play.explaining import Explainer
from parlour.play.menu import MOST_SHOWN
from parlour.play.typed import explanation
from parlour.program import Origin
from parlour.states.moves import ManyMoves, Move
from parlour.states.state import State
from parlour.states.why import Why

MOST_TRIED = 12  # positions that are looked past
MOST_MOVES = 12  # of each of them


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subject", metavar="GAME", nargs="?", help="a game: its id, or its file (not with --save)")
    parser.add_argument("move", metavar="MOVE", nargs="?", help="as it is typed in play; without it: what can be done")
    add_mix(parser)
    where = parser.add_argument_group("the position (else a new game)")
    add_position(where, "--seed")
    where.add_argument("--players", metavar="N", action=Count, help="how many play (else as few as can)")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(asked: Namespace, console: Console) -> int:
    if asked.save and asked.move is None:
        asked.subject, asked.move = None, asked.subject
    try:
        more = mix_of(asked).changes or asked.players is not None or asked.deal is not None
        game, beginning = saved(asked, more) if asked.save else _begun(asked, console)
        state, made = after(beginning, asked.after)
    except TableError as error:
        raise UsageError(str(error)) from None
    if state.over:
        raise UsageError("the game is over there, so nobody is asked anything")
    question = state.question
    found = explanation(state, asked.move) if asked.move is not None else None
    if asked.json:
        legal, tries = [m.text for m in _shown(question.legal)], [m.text for m in question.tries]
        data = {"seat": question.seat, "prompt": question.prompt, "legal": legal, "tries": tries}
        if len(question.legal) > len(legal):
            data["legal_moves"] = len(question.legal)
        console.say_json(data | (_data(found) if found else {}))
        return 0
    told = after_those(made) + question.told
    console.say(f"{told[0].upper()}{told[1:]}.")
    if found is None:
        shown = _shown(question.legal)
        lines = [f"  {move}" for move in shown] + [f"  {move} (not allowed)" for move in question.tries]
        if len(question.legal) > len(shown):
            lines.append(f"These are the first of {len(question.legal):,} moves.")
    elif any(other.kind == "unfinished" for other in found.others):  # it begins several moves
        lines = list(Explainer(game).move(state, asked.move))
    else:
        lines = [*found.lines(), *_past(state, asked, found)]
    for line in lines:
        console.say(line)
    return 0


def _begun(asked: Namespace, console: Console) -> tuple[Game, State]:
    if asked.subject is None:
        raise UsageError("which game?", "name it, or a saved one with --save FILE")
    mix = mix_of(asked)
    game = load(asked.subject, mix.with_, mix.without, mix.options)
    print_notes(game.notes, console)
    for note in notes(asked):
        console.tell(note)
    beginning = begun(asked, game, asked.players, asked.deal)
    for note in left_empty(asked, game):
        console.tell(note)
    return game, beginning


def _shown(moves: Sequence[Move]) -> Sequence[Move]:
    """All of them, or the first of too many to list."""
    return moves.first(MOST_SHOWN) if isinstance(moves, ManyMoves) else moves


def _past(state: State, asked: Namespace, found: Why) -> Iterator[str]:
    """How to look past the questions that come first: the fewest moves after which the text answers what is asked."""
    if not any(other.kind == "not-asked" for other in found.others):
        return
    reached = deque([(state, moves_in(asked.after))])
    for _ in range(MOST_TRIED):
        if not reached:
            return
        earlier, made = reached.popleft()
        for move in earlier.question.legal[:MOST_MOVES]:
            following = earlier.apply(move)
            if following.over:
                continue
            moves = [*made, str(move)]
            why = following.why(found.text)
            if why.verdict in ("allowed", "forbidden") or any(other.kind == "unfinished" for other in why.others):
                told = "; ".join(moves)
                yield f'  To look past that: --after "{told}"'
                return
            reached.append((following, moves))


def _data(found: Why) -> dict[str, object]:
    return {
        "move": found.text,
        "verdict": found.verdict,
        "price": found.price,
        "clauses": [
            {
                "id": c.id,
                "group": c.group,
                "kind": "allow" if c.allow else "forbid",
                "applies": c.applies,
                "stands": c.stands,
                "lifted_by": list(c.lifted_by),
                "gave_way": c.gave_way,
                "says": c.says,
                "at": _place(c.origin),
            }
            for c in found.clauses
        ],
        "others": [{"kind": o.kind, "message": o.message, "at": _place(o.origin)} for o in found.others],
    }


def _place(origin: Origin | None) -> dict[str, object] | None:
    if origin is None:
        return None
    at = {"file": origin.path, "line": origin.line, "column": origin.column}
    return {"rule": origin.document, "title": origin.title, **at}


COMMAND = Command(
    "why",
    "Why a move is allowed or not: every clause that applies, what lifts it, and in which rule and line it stands.",
    (
        ('parlour why GAME "play 4♦" --deal 7', "at the beginning of a game with the cards of seed 7"),
        ('parlour why GAME "play 4♦" --position table.yaml --with RULE', "in a position that you have laid out"),
        ('parlour why --save FILE "play 4♦"', "in a saved game"),
        ("parlour why GAME --deal 7 --after draw", "what can be done after a first move"),
    ),
    arguments,
    run,
)
