"""`parlour why`: explains which rules allow or forbid a move in a given, saved or dealt position."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Iterator, Sequence

from parlour.cli.arguments import Count, add_mix, mix_of
from parlour.cli.console import Console
from parlour.cli.findings import print_notes
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.commands.situation import add_position, after, after_those, begun, left_empty, moves_in, notes, saved
from parlour.game import Game, TableError, load
from parlour.play.explaining import Explainer
from parlour.play.menu import MOST_SHOWN
from parlour.play.typed import explanation
from parlour.program import Origin
from parlour.states.moves import ManyMoves, Move
from parlour.states.state import State
from parlour.states.why import Why

MOST_TRIED = 12  # positions searched for a question that the move answers
MOST_MOVES = 12  # moves tried in each of them


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subject", metavar="GAME", nargs="?", help="a game: its id or file (not with --save)")
    parser.add_argument("move", metavar="MOVE", nargs="?", help="a move as you type it in play (default: list all)")
    add_mix(parser)
    where = parser.add_argument_group("the position (default: a new game)")
    add_position(where, "--seed")
    where.add_argument("--players", metavar="N", action=Count, help="the number of players (default: the fewest)")
    parser.add_argument("--json", action="store_true", help="output for programs")


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
        raise UsageError("the game is over in this position")
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
    end = "" if told.endswith(("?", "!", ".")) else "."
    console.say(f"{told[0].upper()}{told[1:]}{end}")
    if found is None:
        shown = _shown(question.legal)
        lines = [f"  {move}" for move in shown] + [f"  {move} (not allowed)" for move in question.tries]
        if len(question.legal) > len(shown):
            lines.append(f"These are the first {len(shown)} of {len(question.legal):,} moves.")
    elif any(other.kind == "unfinished" for other in found.others):  # it begins several moves
        lines = list(Explainer(game).move(state, asked.move))
    else:
        lines = [*found.lines(), *_past(state, asked, found)]
    for line in lines:
        console.say(line)
    return 0


def _begun(asked: Namespace, console: Console) -> tuple[Game, State]:
    if asked.subject is None:
        raise UsageError("missing game", "give its id or file, or a saved game with --save FILE")
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
    """Return all moves, or the first ones if there are too many to list."""
    return moves.first(MOST_SHOWN) if isinstance(moves, ManyMoves) else moves


def _past(state: State, asked: Namespace, found: Why) -> Iterator[str]:
    """Find the fewest moves after which the text answers the question."""
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
    "Explains why a move is allowed or not: each clause that applies, what overrides it, and its rule and line.",
    (
        ('parlour why GAME "play 4♦" --deal 7', "in a new game with the cards of seed 7"),
        ('parlour why GAME "play 4♦" --position table.yaml --with RULE', "in a position from a file"),
        ('parlour why --save FILE "play 4♦"', "in a saved game"),
        ("parlour why GAME --deal 7 --after draw", "list the moves after a first one"),
    ),
    arguments,
    run,
)
