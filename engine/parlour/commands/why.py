"""`parlour why`: says whether a player can make a move, and why; quotes the rules for a question in free words."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parlour.base.diagnostics import listing
from parlour.base.printable import capitalised, closed, picked
from parlour.base.usage import UsageError
from parlour.commands.arguments import mix_of
from parlour.commands.situation import after, after_those, begun, notes, saved
from parlour.documents.composition import Document
from parlour.documents.prose import text_of
from parlour.game import Game, made
from parlour.play.explaining import Explainer
from parlour.play.menu import MOST_SHOWN
from parlour.play.move_effects import EffectLine, explained
from parlour.play.painting import painter
from parlour.play.typed import Refused, read_move
from parlour.play.verdict_words import possible_moves, sentence, some_of
from parlour.program import Origin
from parlour.reporting.printed_findings import print_notes
from parlour.states.moves import Move, first_of
from parlour.states.state import Question, State
from parlour.states.why import UNEXPLAINED, Why, judged
from parlour.terminal.console import Console
from parlour.views import move_texts


@dataclass(frozen=True)
class JudgedMove:
    """What can be said about a move in a position."""

    game: Game
    state: State
    why: Why
    several: tuple[str, ...] = ()
    """The legal moves that the input begins, if it begins several: `knock and discard 9♦` for `knock`."""

    @classmethod
    def of(cls, game: Game, state: State, text: str, is_open: bool) -> JudgedMove:
        """Judge an input. `is_open`: everybody knows the cards, so a blind move is right or wrong."""
        meant = read_move(state, text)
        if isinstance(meant, Refused) and meant.choices:
            return cls(game, state, state.why(text), tuple(move.text for move in move_texts.meanings(state, text)))
        why = move_texts.explained(state, text) if isinstance(meant, Refused) else state.why(meant)
        move = state.read(why.text) if is_open and why.verdict == "allowed" else None
        blind = judged(state.table.machine, list(state.cells), move) if isinstance(move, Move) else None
        if blind is not None:
            why = replace(blind, price=blind.verdict == "forbidden")
        return cls(game, state, why)

    @property
    def word(self) -> str:
        """Return the answer in a word, for programs."""
        if any(other.kind == "not-asked" for other in self.why.others):
            return "not now"
        if self.several or self.why.verdict == "allowed":
            return "yes"
        return "no" if self.why.verdict in ("forbidden", "impossible") else "unclear"

    @property
    def sentence(self) -> str:
        seat, others = self.state.question.seat, self.why.others
        if self.several:
            return f"Yes. Seat {seat} can {some_of(self.several)}."
        rules, action = self.game.program.house_rules, self._action
        adding = action.title if action is not None and action.document in rules else ""
        whole = sentence(self.why, rules, adding)
        unclear = self.why.verdict == "impossible" and all(other.message in UNEXPLAINED for other in others)
        if unclear or any(other.kind == "last-resort" for other in others):
            whole = f"{whole.rstrip('.')}: seat {seat} can {possible_moves(self.state)}."
        titles = dict.fromkeys(f"“{cause.rule.title}”" for effect in self.effects for cause in effect.causes)
        new = [title for title in titles if title not in whole]
        return f"{whole} Then {listing(new, 'and', '')} {'apply' if new[1:] else 'applies'}." if new else whole

    @property
    def _action(self) -> Origin | None:
        """Return the place of the action of a legal move."""
        move = self.state.read(self.why.text) if self.why.verdict == "allowed" else None
        asked = self.state.table.machine.asked(list(self.state.cells))
        return asked.arm_of(move.number).origin if isinstance(move, Move) else None

    @cached_property
    def effects(self) -> tuple[EffectLine, ...]:
        """The effects of the move, if it is legal."""
        legal = self.why.verdict == "allowed" or self.why.price
        return explained(self.game, self.state, self.why.text) if legal else ()

    @property
    def rules(self) -> Iterator[Document]:
        """Yield the house rules that decide: those of clauses, of the action, and behind the effects."""
        origins = [clause.origin for clause in self.why.clauses if clause.applies]
        origins += [origin for origin in (self._action, *(other.origin for other in self.why.others)) if origin]
        ids = {origin.document for origin in origins}
        ids |= {cause.rule.id for effect in self.effects for cause in effect.causes}
        yield from (rule for rule in self.game.composition.rules if rule.text and rule.id in ids)


def run(asked: Namespace, console: Console) -> int:
    if asked.save and asked.move is None:
        asked.subject, asked.move = None, asked.subject
    game, state = _begun(asked, console)
    state, made = after(state, asked.after)
    if state.over:
        raise UsageError("the game is over in this position")
    if asked.move is None:
        _print_moves(state, made, asked.json, console)
        return 0
    placed = bool(asked.given or asked.position)
    described = bool(placed or asked.save or asked.after or asked.deal is not None)
    verdict = JudgedMove.of(game, state, asked.move, placed)
    is_decided = verdict.several or verdict.why.verdict in ("allowed", "forbidden")
    if verdict.word == "unclear" or not (described or is_decided):
        _quote(verdict, described, asked, console)
        return 0
    if not described:
        console.tell("note: this is the deal of seed 1; to describe your table, add --given")
    _print(verdict, made, asked, console)
    return 0


def _begun(asked: Namespace, console: Console) -> tuple[Game, State]:
    """Return the game and the position that the command line asks for."""
    if asked.given and (asked.position or asked.save):
        name = "--position" if asked.position else "--save"
        raise UsageError(f"`{name}` already sets the whole position", "remove it, or remove --given")
    if asked.save:
        return saved(asked)
    if asked.subject is None:
        raise UsageError("missing game", "give its id or file, or a saved game with --save FILE")
    game = made(mix_of(asked))
    console.paint = painter(game.program.deck.design)
    print_notes(game.notes, console)
    state = begun(asked, game, asked.players, asked.deal)
    for note in notes(asked, game, state):
        console.tell(note)
    return game, state


# ---------------------------------------------------------------- the answer


def _quote(verdict: JudgedMove, described: bool, asked: Namespace, console: Console) -> None:
    """Print the sentences of the rules that fit a question best."""
    from parlour.rulebook.rule_search import NOTE, quoted, sentences_about  # slow to import, and needed for this only

    sentences = sentences_about(asked.move, verdict.game)
    if asked.json:
        quotes = [picked(quote, "title", "text", "place") for quote in sentences]
        console.say_json(_data(verdict) | {"answer": "unclear", "sentence": NOTE, "rules": [], "quotes": quotes})
        return
    if described:
        console.paragraph(verdict.sentence, 2, "bold")
    for line in quoted(sentences, verdict.game):
        console.paragraph(f"  {line}" if sentences else line)
    console.paragraph(NOTE)


def _print(verdict: JudgedMove, made: Sequence[str], asked: Namespace, console: Console) -> None:
    state, why = verdict.state, verdict.why
    if asked.json:
        console.say_json(_data(verdict))
        return
    whole = verdict.sentence
    console.paragraph(whole, 2, "bold")
    texts = [(document.title, text_of(document, verdict.game.composition)) for document in verdict.rules]
    for title, text in texts:
        console.paragraph(f"  {title}: {text}")
    console.say()
    console.say(_asked(state, made))
    console.say_lines(Explainer(verdict.game).move(state, asked.move) if verdict.several else why.lines())
    if verdict.effects:
        console.say("What happens then:")
    for effect in verdict.effects:
        rules = listing([f"“{cause.rule.title}”" for cause in effect.causes], "and", "")
        console.paragraph("  " + effect.text + (f" – {rules}" if rules else ""))
    for cause in dict.fromkeys(cause for effect in verdict.effects for cause in effect.causes):
        console.say(f"  “{cause.rule.title}”: {cause.origin.place}")


def _asked(state: State, made: Sequence[str]) -> str:
    return closed(capitalised(after_those(made) + state.question.summary))


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


def _data(verdict: JudgedMove) -> dict[str, object]:
    """Return a verdict as data."""
    composition, why = verdict.game.composition, verdict.why
    return _question_data(verdict.state.question) | {
        "answer": verdict.word,
        "sentence": verdict.sentence,
        "rules": [picked(rule, "id", "title") | {"text": text_of(rule, composition)} for rule in verdict.rules],
        "quotes": [],
        "then": [effect.text for effect in verdict.effects],
        "causes": [
            {"effect": effect.text, "at": _place(cause.origin)} for effect in verdict.effects for cause in effect.causes
        ],
        "move": why.text,
        "verdict": why.verdict,
        "price": why.price,
        "clauses": [
            {
                **picked(c, "id", "group"), "kind": "allow" if c.allow else "forbid",
                **picked(c, "applies", "stands", "lifted_by", "gave_way", "says"), "at": _place(c.origin),
            }
            for c in why.clauses
        ],
        "others": [picked(o, "kind", "message") | {"at": _place(o.origin)} for o in why.others],
    }  # fmt: skip


def _place(origin: Origin | None) -> dict[str, object] | None:
    if origin is None:
        return None
    return {"rule": origin.document, "title": origin.title, "file": origin.path, **picked(origin, "line", "column")}
