"""`parlour replay`: shows a saved or finished game from its beginning."""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from parlour.base.diagnostics import listing
from parlour.base.printable import shell_word
from parlour.base.usage import UsageError
from parlour.play.history_lines import Teller, outcome_lines
from parlour.play.labels import Labels
from parlour.play.painting import painter
from parlour.play.saving import open_saved
from parlour.play.screen import Screen
from parlour.session.session import Session
from parlour.terminal.console import Console
from parlour.terminal.files import last_game
from parlour.views import Witness


def run(asked: Namespace, console: Console) -> int:
    path = Path(os.path.expanduser(asked.file)) if asked.file else last_game()
    if asked.file is None and not os.path.exists(path):
        raise UsageError("you haven't finished a game yet", "give the file of a saved game")
    session = open_saved(path)
    game, setup, remark = session.game, session.record.setup, session.record.remark
    seat = asked.seat if asked.seat is not None else 1
    if not 1 <= seat <= setup.players:
        raise UsageError(f"--seat {seat}: this game has {setup.players} players")
    if asked.verify:
        _verify(session, console)
        return 0
    if asked.json:
        if asked.seat is not None or asked.moves or asked.tables:
            raise UsageError("--json always prints the whole game", "remove --seat, --moves and --tables")
        console.say_json(_data(session))
        return 0
    labels = Labels(session.state.table.machine.layout, None, setup.named)
    console.paint = painter(game.program.deck.design)
    eyes = "" if asked.moves else f", as {labels.seat(seat)} saw it"
    console.say(f"{game.title} for {setup.players}, {setup.cards}{eyes}", "bold")
    if asked.moves:
        for step in session.steps():
            if step.move is not None:
                console.say(labels.named(f"  seat {step.seat}: {step.move}"))
    else:
        _show_game(session, seat, console, asked.tables)
    console.say()
    if remark is not None:
        when = "" if remark.move is None else f"then seat {remark.seat} plays `{remark.move}`: "
        console.say(f"{when}{remark.message} [{remark.code}]")
        return 0
    state = session.state
    if state.over:
        reason = Teller.reason(session.witness(seat).history, state.outcome)
        console.write_up(outcome_lines(state.outcome, reason, labels))
    else:
        console.say(f"The game isn't over: it's {labels.seat(state.question.seat)}'s turn. Continue it:")
        console.say(f"  parlour play --resume {shell_word(str(path))}")
    return 0


def _verify(session: Session, console: Console) -> None:
    """Print what the cards follow from. A game that was opened follows from its word, or is damaged."""
    setup = session.record.setup
    if not setup.word:
        help = "only games from the page of a table have one"
        raise UsageError("this game has no secret word, so its cards can't be verified", help)
    console.say(f"{session.game.title} for {setup.players}: all chance follows from the secret word `{setup.word}`.")
    console.say(f"Its fingerprint, the SHA-256: {sha256(setup.word.encode()).hexdigest()}")
    if own := [document.title for document in session.game.composition.own]:
        console.say(f"Rules from this file: {listing(own, 'and', quote='')}. All others come with Parlour.")
    console.say(f"The deal and all moves ({len(session.record.moves)}) follow from the rules and this word.")
    console.say("If the page showed this fingerprint before the deal, nobody has chosen any card.")


def _data(session: Session) -> dict[str, object]:
    """Return the public facts about a game: the seed, unless the deal was secret, but no cards."""
    game, record, state = session.game, session.record, session.state
    setup = record.setup
    end = state.outcome if state.over else None
    return {
        "game": game.id,
        "title": game.title,
        "with": list(setup.with_),
        "without": list(setup.without),
        "set": dict(setup.options),
        "players": setup.players,
        "seats": list(setup.seats),
        "names": list(setup.names),
        "seed": None if setup.secret else setup.seed,
        "secret": setup.secret,
        "moves": [{"seat": step.seat, "move": step.move} for step in session.steps() if step.move is not None],
        "finding": None if record.remark is None else asdict(record.remark),
        "over": state.over,
        "asked": None if state.over else state.question.seat,
        "outcome": end and {"winners": end.winners, "ending": end.ending, "text": end.text, "values": {**end.values}},
    }


def _show_game(session: Session, seat: int, console: Console, tables: bool) -> None:
    """Print what one seat saw, with `tables` also the table at its decisions. A secret move appears when it is
    revealed."""
    witness = Witness.at(session.state.table, seat)
    layout = witness.projector.layout
    names = session.record.setup.named
    screen, teller = Screen(layout, console, names), Teller(layout, None, names)
    printed = 0  # the part of the history
    for step in session.steps():
        witness = witness.saw(step.events, step.state)
        if tables and not step.state.over and step.state.question.seat == seat:
            console.write_up(teller.lines(witness.history, printed))
            printed = len(witness.history)
            console.say()
            screen.show(witness.view(step.state), step.state, witness.history)
            console.say()
    console.write_up(teller.lines(witness.history, printed))
    if session.state.over:
        console.write_up(teller.closing(witness.history, witness.view(session.state)))
