"""`parlour why`: which rules decide whether a move is allowed, in a position that is given, saved or played up to."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from parlour.arguments import Count, UsageError, add_mix, mix_of
from parlour.commands import Command
from parlour.console import Console
from parlour.diagnostics import listing
from parlour.findings import print_notes
from parlour.game import Game, TableError, load
from parlour.machine.state import IllegalMove, State
from parlour.machine.why import Why
from parlour.play.asking import explanation
from parlour.play.explaining import Explainer
from parlour.play.record import read_record
from parlour.program import Origin


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subject", metavar="GAME", nargs="?", help="a game: its id, or its file (not with --save)")
    parser.add_argument("move", metavar="MOVE", nargs="?", help="as it is typed in play; without it: what can be done")
    add_mix(parser)
    where = parser.add_argument_group("the position (else a new game)")
    where.add_argument("--position", metavar="FILE", help="a file with `given:` and what lies where, as in an example")
    where.add_argument("--save", metavar="FILE", help="a saved game")
    where.add_argument("--players", metavar="N", action=Count, help="how many play (else as few as can)")
    where.add_argument("--seed", metavar="N", action=Count, low=0, help="which cards are dealt (else those of 1)")
    where.add_argument("--after", metavar="MOVES", default="",
                       help="after these moves of those who are asked in turn, with `;` between them")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="for programs")


def run(asked: Namespace, console: Console) -> int:
    if asked.save and asked.move is None:
        asked.subject, asked.move = None, asked.subject
    try:
        game, begun = _saved(asked) if asked.save else _begun(asked, console)
        state, made = _after(begun, asked.after)
    except TableError as error:
        raise UsageError(str(error)) from None
    if state.over:
        raise UsageError("the game is over there, so nobody is asked anything")
    question = state.question
    found = explanation(state, asked.move) if asked.move is not None else None
    if asked.json:
        legal, tries = [m.text for m in question.legal], [m.text for m in question.tries]
        data = {"seat": question.seat, "prompt": question.prompt, "legal": legal, "tries": tries}
        console.say_json(data | (_data(found) if found else {}))
        return 0
    told = _after_those(made) + question.told
    console.say(f"{told[0].upper()}{told[1:]}.")
    if found is None:
        lines = [f"  {move}" for move in question.legal] + [f"  {move} (not allowed)" for move in question.tries]
    elif any(other.kind == "unfinished" for other in found.others):  # it begins several moves
        lines = list(Explainer(game).move(state, asked.move))
    else:
        lines = found.lines()
    for line in lines:
        console.say(line)
    return 0


def _saved(asked: Namespace) -> tuple[Game, State]:
    if mix_of(asked).changes or asked.players is not None or asked.seed is not None or asked.position:
        raise UsageError("a saved game is as it is; leave the other options out")
    game, position = read_record(Path(os.path.expanduser(asked.save))).open()
    if asked.subject is not None and asked.subject != game.program.id:
        raise UsageError(f"{asked.save} is a game of `{game.program.id}`, not of `{asked.subject}`")
    return game, position


def _begun(asked: Namespace, console: Console) -> tuple[Game, State]:
    if asked.subject is None:
        raise UsageError("which game?", "name it, or a saved one with --save FILE")
    mix = mix_of(asked)
    game = load(asked.subject, mix.with_, mix.without, mix.options)
    print_notes(game.notes, console)
    if asked.position is not None:
        return game, game.position(Path(os.path.expanduser(asked.position)), asked.players, asked.seed)
    return game, game.start(asked.players, asked.seed if asked.seed is not None else 1)


def _after(state: State, moves: str) -> tuple[State, list[str]]:
    """The position after some moves, and who has made them."""
    made: list[str] = []
    for text in filter(None, (text.strip() for text in moves.split(";"))):
        if state.over:
            raise UsageError(f"the game is over before `{text}`")
        try:
            after = state.apply(text)
        except IllegalMove as error:
            told = _after_those(made) + state.question.told
            raise UsageError(f"the position is not reached: {told}; {error}") from None
        made.append(f"`{text}` (seat {state.question.seat})")
        state = after
    return state, made


def _after_those(made: Sequence[str]) -> str:
    return f"after {listing(made, 'and', quote='')}, " if made else ""


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
        ('parlour why GAME "play 4♦" --seed 7', "at the beginning of a game with the cards of seed 7"),
        ('parlour why GAME "play 4♦" --position table.yaml --with RULE', "in a position that you have laid out"),
        ('parlour why --save FILE "play 4♦"', "in a saved game"),
        ("parlour why GAME --seed 7 --after draw", "what can be done after a first move"),
    ),
    arguments,
    run,
)
