"""`parlour why`: settles an argument about a move, and names the rules that decide it."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from parlour.base.diagnostics import RulesetError, listing
from parlour.cli.arguments import Count, add_mix, mix_of
from parlour.cli.console import WIDEST, Console
from parlour.cli.printed_findings import print_notes
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.commands.argued import add_plain, in_option, plain_table, players_with
from parlour.commands.situation import add_position, after, after_those, begun, left_empty, moves_in, notes, saved
from parlour.disputes.answer import Answer, of_plain, of_position
from parlour.disputes.answered_cards import played_before
from parlour.disputes.argued_cards import argued_cards, is_written
from parlour.disputes.arranged import arranged, only_next, prepared
from parlour.disputes.bearing import Ask
from parlour.disputes.courtesies import is_about_next, without_courtesies
from parlour.disputes.limited_plays import limited
from parlour.disputes.moves_in_a_row import answering, as_bid, in_turns, one_by_one, with_hand
from parlour.disputes.plain import PlainTable, attempt, in_words, start
from parlour.disputes.plays_at_tables import also_there, column_play, with_suits_of_table
from parlour.disputes.question_order import question_first
from parlour.disputes.question_words import PLAYING
from parlour.disputes.readings import Reading, is_unfinished, read, steps
from parlour.disputes.rulings import NEAREST, as_told
from parlour.disputes.said import is_on, is_verb, said
from parlour.disputes.spoken_cards import AbsentCardError, UnclearError
from parlour.disputes.topics import topic, without_cards
from parlour.documents.contents import path_of
from parlour.documents.prose import text_of
from parlour.examples.layable import Interpreted
from parlour.examples.position import read_position
from parlour.game import Game, TableError, load
from parlour.library.library import Library
from parlour.play.explaining import Explainer
from parlour.play.menu import MOST_SHOWN
from parlour.play.painting import painter
from parlour.program import Origin, Program
from parlour.states.moves import first_of
from parlour.states.state import Question, State


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subject", metavar="GAME", nargs="?", help="a game: its id or file (not with --save)")
    parser.add_argument("move", metavar="MOVE", nargs="?",
                        help="a move, as in play or in other words; ranks will do (default: list all)")  # fmt: skip
    add_mix(parser)
    add_plain(parser.add_argument_group("the table in plain words"))
    where = parser.add_argument_group("or another position (default: a new game, or a table that fits the move)")
    add_position(where, "--seed")
    where.add_argument("--players", metavar="N", action=Count, help="the number of players (default: the fewest)")
    parser.add_argument("--json", action="store_true", help="output for programs")


@dataclass(frozen=True)
class Heard:
    """What somebody says in an argument: the move, and the moves before it. `move` is None if they want a list."""

    move: str | None
    after: str
    is_asked: bool
    """True if they said it as a question, as in `can I lie?`."""
    is_last: bool = False
    """True if the question is whether the player is out then: `go out with a joker`."""
    of_next: bool = False
    """True if they ask what the next player can do."""
    aside: str = ""
    """Circumstances that the answer can't consider: `on the first trick`."""


def run(asked: Namespace, console: Console) -> int:
    if asked.save and asked.move is None:
        asked.subject, asked.move = None, asked.subject
    *earlier, spoken = moves_in(asked.move or "") or [""]
    told = question_first(spoken)
    move = told or without_courtesies(spoken) or None
    after_these = "; ".join([*moves_in(asked.after), *earlier])
    is_question = spoken.endswith("?") or move != " ".join(spoken.split())
    heard = Heard(move, after_these, is_question, of_next=is_about_next(spoken))
    try:
        table = plain_table(asked)
        if asked.save:
            mix = mix_of(asked)
            game, beginning = saved(asked, mix.changes or asked.players is not None or asked.deal is not None)
            return _in_position(game, beginning, None, heard, asked, console)
        game = _loaded(asked, console)
        table = table.with_ids(game.program)
        if told is not None and not table.is_said:
            return _in_position(game, begun(asked, game, asked.players, asked.deal), None, heard, asked, console)
        both = answering(game.program, heard.move) if heard.move is not None and not heard.after else None
        if both is not None:
            try:
                return _argued(game, table, replace(heard, after=both.before, move=both.move), asked, console)
            except UnclearError:  # no such moves: the rules may answer it
                return _argued(game, table, replace(heard, is_asked=True), asked, console)
        return _argued(game, *_one_by_one(game, *_as_said(game, table, heard, asked, console), asked), asked, console)
    except TableError as error:
        raise UsageError(str(error)) from None
    except AbsentCardError as error:
        raise UsageError(str(error), error.help or players_with(game, error.face)) from None
    except UnclearError as error:
        raise UsageError(str(error), error.help) from None


def _argued(game: Game, table: PlainTable, heard: Heard, asked: Namespace, console: Console) -> int:
    bare = not table.is_said and _is_bare(game, heard, asked)
    beginning = begun(asked, game, asked.players, asked.deal) if not table.is_said else None
    if beginning is None or (bare and not _only_in(beginning, game, heard)) or _is_later(beginning, heard, asked):
        return _in_plain_words(game, table, heard, asked, console)
    for note in left_empty(asked, game):
        console.tell(note)
    ask = _elsewhere(heard, asked, beginning.players)
    return _in_position(game, beginning, ask, heard, asked, console)


def _loaded(asked: Namespace, console: Console) -> Game:
    if asked.subject is None:
        raise UsageError("missing game", "give its id or file, or a saved game with --save FILE")
    mix = mix_of(asked)
    game = load(asked.subject, mix.with_, mix.without, mix.options, Library.standard())
    console.paint = painter(game.program.deck.design)
    print_notes(game.notes, console)
    for note in notes(asked):
        console.tell(note)
    return game


def _as_said(
    game: Game, table: PlainTable, heard: Heard, asked: Namespace, console: Console
) -> tuple[PlainTable, Heard]:
    """Read what people say about a play, such as `a 10 on a Jack`."""
    if heard.move is None:
        return table, heard
    move = as_bid(game.program, heard.move)
    mix, players = Interpreted(game.program), game.admitted(asked.players)
    pack = mix.table(players).machine.layout.pack
    suited = with_suits_of_table(game.program, pack, move)
    if suited is not None and not suited.given.keys() & table.given.keys():
        table, move = replace(table, given={**suited.given, **table.given}), suited.move
    there = also_there(game.program, pack, move)
    if there is not None:
        return replace(table, given={**there.given, **table.given}), replace(heard, move=there.move)
    limit = limited(game, move)
    if limit is not None and (heard.is_asked or is_written(game.program, limit.play)):
        console.tell(f"note: the answer doesn't consider “{limit.limit}”")
        move, heard = limit.play, replace(heard, aside=limit.limit)
    is_free = asked.position is None and asked.deal is None
    piled = column_play(game.program, pack, move)
    if piled is not None and is_free:
        return replace(table, given={**piled.given, **table.given}), replace(heard, move=piled.move)
    said_so = said(game, pack, move, table)
    heard = replace(heard, move=move)
    if said_so.top is not None and _names_rule(game, move):
        return table, heard
    if said_so.top is not None and is_free and table.top is None:
        before = played_before(game, mix, players, said_so.top, said_so.move) if not heard.after else None
        if before is not None:
            table = replace(table, top=before.top)
            return table, replace(heard, move=before.answer, after=before.move, is_last=said_so.is_last)
        table = replace(table, top=said_so.top, under=said_so.under if said_so.under is not None else table.under)
    elif said_so.top is not None and (table.top is None or not is_on(table, said_so, pack)):
        return table, heard
    return table, replace(heard, move=said_so.move, is_last=said_so.is_last)


def _one_by_one(game: Game, table: PlainTable, heard: Heard, asked: Namespace) -> tuple[PlainTable, Heard]:
    """Read several cards as several moves where players can only move one after the other."""
    if heard.move is None or heard.after or asked.position is not None or asked.deal is not None:
        return table, heard
    mix, players = Interpreted(game.program), game.admitted(asked.players)
    *before, last = one_by_one(game, mix, players, table, heard.move) or [heard.move]
    if not before:
        return table, heard
    cards = [move.partition(" ")[2] for move in (*before, last)]
    return with_hand(game, table, cards), replace(heard, after="; ".join(before), move=last)


def _names_rule(game: Game, move: str) -> bool:
    """True if the first word is no move but names house rules of the mix: `stack a 9 on a 3`, where threes stack."""
    verb = move.split()[0]
    if verb.casefold() in {"play", *PLAYING} or not without_cards(verb, game.program.deck.design):
        return False
    found = topic(game, verb)
    return found is not None and bool(found.used) and not is_verb(game.program, verb)


# ---------------------------------------------------------------- a position to the last card


def _in_position(
    game: Game, beginning: State, ask: Ask | None, heard: Heard, asked: Namespace, console: Console
) -> int:
    state, made = _moved(beginning, heard.after)
    if heard.move is None:
        _print_moves(state, made, asked.json, console)
        return 0
    reading = read(state, heard.move)
    if heard.of_next and heard.after:
        reading = only_next(reading, beginning.question.seat)
    answer = of_position(game, reading, ask)
    _print(replace(answer, is_asked=heard.is_asked, said=heard.move), made, heard.move, asked, console)
    return 0


def _elsewhere(heard: Heard, asked: Namespace, players: int) -> Ask | None:
    """Return a function that lays out the position of a file in another mix."""
    if asked.position is None:
        return None
    path = path_of(asked.position)

    def ask(program: Program) -> Reading:
        state, _ = _moved(read_position(path, Interpreted(program), players, asked.deal), heard.after)
        return read(state, heard.move or "")

    return ask


def _moved(state: State, moves: str) -> tuple[State, list[str]]:
    """Make the moves before the argument, in this mix or in another mix, which can refuse them."""
    try:
        state, made = after(state, moves, steps)
    except UsageError as error:
        raise UnclearError(str(error), error.help) from None
    if state.over:
        raise UnclearError("the game is over in this position")
    return state, made


# ---------------------------------------------------------------- a position in plain words


def _is_bare(game: Game, heard: Heard, asked: Namespace) -> bool:
    """True if the command line has only a move that names cards, so `why` must suppose a table."""
    if heard.move is None or asked.position is not None or asked.deal is not None or heard.after:
        return False
    pack = Interpreted(game.program).table(game.admitted(asked.players)).machine.layout.pack
    return bool(argued_cards(game.program, pack, heard.move).all)


def _only_in(beginning: State, game: Game, heard: Heard) -> bool:
    """True if a new game leads to the question that a move answers, and no table with only its cards does."""
    mix, move = Interpreted(game.program), heard.move or ""
    planned = arranged(game, mix, beginning.players, PlainTable(), move, (), bare=True)
    reached = attempt(mix, beginning.players, planned, move)
    open_ = reached is None or any(other.kind == "not-asked" for other in reached[1].why.others)
    return open_ and read(beginning, move).why.verdict == "allowed"


def _is_later(beginning: State, heard: Heard, asked: Namespace) -> bool:
    """True if the moves before the disputed one aren't those that a new game begins with."""
    if not heard.after or asked.position is not None or asked.deal is not None:
        return False
    try:
        _moved(beginning, heard.after)
    except UnclearError:
        return True
    return False


def _in_plain_words(game: Game, table: PlainTable, heard: Heard, asked: Namespace, console: Console) -> int:
    try:
        return _in_words(game, table, heard, asked, console)
    except RulesetError as error:
        pack = Interpreted(game.program).table(game.admitted(asked.players)).machine.layout.pack
        raise in_option(error, table, pack) or error from None


def _in_words(game: Game, table: PlainTable, heard: Heard, asked: Namespace, console: Console) -> int:
    players, mix = game.admitted(asked.players), Interpreted(game.program)
    before = moves_in(heard.after)
    if heard.move is not None:
        table = prepared(game, mix, players, table, heard.move, before)
    bare = _is_bare(game, heard, asked) and not table.has_cards(game.program)
    made: list[str] = []

    def moves(state: State) -> State:
        state, made[:] = _moved(state, heard.after)
        return state

    if before and heard.move is not None:
        planned = in_turns(mix, players, table, heard.move, before, moves)
    else:
        planned = arranged(game, mix, players, table, heard.move, before, bare)
    if heard.move is None:
        laid = planned.ways(mix.table(players).machine.layout.pack)[0]
        started = start(mix, laid.given, players, None)
        state = moves(started.state)
        _tell(planned.notes, console)
        if not asked.json:
            console.say(_wrapped(f"The position: {in_words(planned, laid, started)}.", "", "  "))
        _print_moves(state, made, asked.json, console)
        return 0
    answer = of_plain(game, planned, players, moves, heard.move, heard.is_last)
    answer = replace(answer, is_asked=heard.is_asked, aside=heard.aside, said=heard.move)
    if not answer.is_from_rules and answer.quote is None:
        _tell(answer.notes, console)
    moves(start(mix, answer.given or {}, players, None).state)
    _print(answer, made, heard.move, asked, console)
    return 0


def _tell(told: Sequence[str], console: Console) -> None:
    for note in told:
        console.tell(f"note: {note}")


# ---------------------------------------------------------------- the answer


def _print(answer: Answer, made: Sequence[str], move: str, asked: Namespace, console: Console) -> None:
    state, why = answer.reading.state, answer.reading.why
    if asked.json:
        console.say_json(_question_data(state.question) | _data(answer))
        return
    if is_unfinished(why):
        console.say(_wrapped(answer.sentence, "", "  "), "bold")
        console.say()
        ways = Explainer(answer.game).move(state, move)
        lines = [*_position(answer), *_passed(answer), _asked(state, made), *ways]
    else:
        console.say(_wrapped(NEAREST if answer.is_list else answer.sentence, "", "  "), "bold")
        for line in (*_rules(answer), *_quotes(answer)):
            console.say(line)
        if answer.is_from_rules or answer.quote is not None or answer.is_lost:
            return
        console.say()
        is_repeated = why.verdict == "unknown" and all(other.message in answer.sentence for other in why.others)
        reasons = [*([] if is_repeated else why.lines()), *_other(answer)]
        lines = [*_position(answer), *_passed(answer), _asked(state, made), *reasons, *_then(answer)]
    for line in lines:
        console.say(line)


def _wrapped(text: str, first: str, indent: str) -> str:
    return textwrap.fill(
        text, WIDEST, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _rules(answer: Answer) -> Iterator[str]:
    """Yield the texts of the rules that decide."""
    if answer.broken is not None:
        yield _wrapped(f"{answer.broken.title}: {answer.broken.text}", "  ", "    ")
    if answer.quote_of_topic is not None:
        title, rest = answer.rest_of_topic
        if rest:
            yield _wrapped(f"{title}: {rest}", "  ", "    ")
        return
    texts = [(document.title, text_of(document, answer.game.composition)) for document in answer.rules]
    yield from (_wrapped(f"{title}: {text}", "  ", "    ") for title, text in texts if text not in answer.sentence)


def _quotes(answer: Answer) -> Iterator[str]:
    in_list = answer.is_list
    new = [quote for quote in answer.quotes if (in_list or as_told(quote) not in answer.sentence) and not quote.offered]
    if new and not in_list:
        yield "The rules say:" if new[0].is_sure else "The nearest rules:" if new[1:] else "The nearest rule:"
    yield from (_wrapped(f"{quote.title}: {quote.text}", "  ", "    ") for quote in new)


def _position(answer: Answer) -> Iterator[str]:
    if answer.position:
        yield _wrapped(f"The position: {answer.position}.", "", "  ")


def _passed(answer: Answer) -> Iterator[str]:
    for passed in answer.reading.passed:
        gained = f", and get {passed.gained}" if passed.gained else ""
        yield f"Before that, {_sentence(passed.asked)} Assumed answer: {passed.move}{gained}"
    if answer.reading.passed:
        yield f'  To choose another answer, change this: --after "{"; ".join(answer.reading.texts)}"'


def _other(answer: Answer) -> Iterator[str]:
    """Yield the reasons with other suits, if these change the answer."""
    if answer.other is not None:
        yield from answer.other.reading.why.lines()


def _then(answer: Answer) -> Iterator[str]:
    if answer.effects:
        yield "What happens then:"
    for effect in answer.effects:
        rules = listing([f"“{cause.rule.title}”" for cause in effect.causes], "and", "")
        yield _wrapped(effect.text + (f" – {rules}" if rules else ""), "  ", "    ")
    yield from (f"  “{cause.rule.title}”: {cause.origin.place}" for cause in answer.causes)


def _asked(state: State, made: Sequence[str]) -> str:
    told = after_those(made) + state.question.told
    return f"{told[0].upper()}{_sentence(told[1:])}"


def _sentence(told: str) -> str:
    return told if told.endswith(("?", "!", ".", ")")) else f"{told}."


def _print_moves(state: State, made: Sequence[str], as_data: bool, console: Console) -> None:
    question = state.question
    if as_data:
        console.say_json(_question_data(question))
        return
    console.say(_asked(state, made))
    shown = first_of(question.legal, MOST_SHOWN)
    for move in shown:
        console.say(f"  {move}")
    for move in question.tries:
        console.say(f"  {move} (not allowed)")
    if len(question.legal) > len(shown):
        console.say(f"These are the first {len(shown)} of {len(question.legal):,} moves.")


# ---------------------------------------------------------------- for programs


def _question_data(question: Question) -> dict[str, object]:
    legal, tries = [m.text for m in first_of(question.legal, MOST_SHOWN)], [m.text for m in question.tries]
    data: dict[str, object] = {"seat": question.seat, "prompt": question.prompt, "legal": legal, "tries": tries}
    return data | ({"legal_moves": len(question.legal)} if len(question.legal) > len(legal) else {})


def _data(answer: Answer) -> dict[str, object]:
    why, told = answer.reading.why, partial(text_of, composition=answer.game.composition)
    return {
        "answer": answer.word,
        "sentence": answer.sentence,
        "rules": [{"id": rule.id, "title": rule.title, "text": told(rule)} for rule in answer.rules],
        "quotes": [{"title": quote.title, "text": quote.text} for quote in answer.quotes],
        "position": answer.position or None,
        "passed": [{"asked": passed.asked, "move": passed.move} for passed in answer.reading.passed],
        "given": dict(answer.given) if answer.given is not None else None,
        "then": [effect.text for effect in answer.effects],
        "causes": [
            {"effect": effect.text, "at": _place(cause.origin)} for effect in answer.effects for cause in effect.causes
        ],
        "move": why.text,
        "verdict": why.verdict,
        "price": why.price,
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
            for c in why.clauses
        ],
        "others": [{"kind": o.kind, "message": o.message, "at": _place(o.origin)} for o in why.others],
    }


def _place(origin: Origin | None) -> dict[str, object] | None:
    if origin is None:
        return None
    at = {"file": origin.path, "line": origin.line, "column": origin.column}
    return {"rule": origin.document, "title": origin.title, **at}


COMMAND = Command(
    "why",
    "Settles an argument. It says whether a player can make a move, and why: the rules that decide, each clause that "
    "applies, its exceptions and its line. Then it shows what happens after the move, and the rules behind that.",
    (
        ('parlour why ct "play 10"', "may I play a 10, and what does it do?"),
        ('parlour why ct "play 7" --top 3 --under 8', "can a 7 go on a 3 that is on an 8?"),
        ('parlour why ct "7 on an 8 with a 3 between"', "the same, as people say it at the table"),
        ('parlour why GAME "play 4♦" --top 9♦ --hand "4♦ K♣" --next 7', "with your hand and the next player's"),
        ('parlour why GAME "play 4♦" --position table.yaml --with RULE', "in a position from a file"),
        ('parlour why --save FILE "play 4♦"', "in a saved game"),
        ("parlour why GAME --deal 7 --after draw", "list the moves after a first one"),
    ),
    arguments,
    run,
)
