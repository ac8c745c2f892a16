"""Runs one example: sets the table, lays out the position or deals, makes the moves, and compares the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from parlour.base.diagnostics import Diagnostic, did_you_mean, has_errors
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.document import Scalar
from parlour.examples.beginnings import WholeGame
from parlour.examples.finding import Case
from parlour.examples.given import read_given
from parlour.examples.history import Checkpoint, History, skip
from parlour.examples.mixes import Mixes, no_table, unplayable
from parlour.examples.omissions import GivenPosition, sentences
from parlour.examples.permitted import ambiguous
from parlour.examples.player_count import players_of
from parlour.examples.results import CaseResult, Failure
from parlour.examples.terms import Terms
from parlour.examples.then import Then, check_expecting
from parlour.examples.words import MalformedError, Word, steps, whole_number
from parlour.game import TableError
from parlour.mixing.recipes import Recipe
from parlour.states.state import State, Table
from parlour.table.faults import RulesetFault
from parlour.views.move_texts import explained, meanings

KEYS = (
    "name", "text", "in", "with", "without", "set", "players", "seed", "given", "deal", "moves",
    "then", "refused", "shown",
)  # fmt: skip


def run_case(case: Case, mixes: Mixes) -> CaseResult:
    """Run an example. Anything wrong with it becomes part of the result."""
    run = _Run(case, mixes)
    run.judge()
    run.hint()
    return run.result()


def play_case(case: Case, mixes: Mixes) -> tuple[CaseResult, History | None]:
    """Run an example without hints; return also its game as far as it was played, or None if it never began."""
    run = _Run(case, mixes)
    run.judge()
    return run.result(), run.history


def _fault(fault: RulesetFault, at: Span) -> Diagnostic:
    help = f"{fault.origin.title}, {fault.origin.place}" if fault.origin is not None else None
    return Diagnostic("example-fault", f"the ruleset failed during play: {fault.message}", at, help=help)


@dataclass
class _Run:
    case: Case
    mixes: Mixes
    failures: list[Failure] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.node = self.case.node
        self.at: Span = self.node.span  # the current part of the example, as the place of runtime errors
        self.history: History | None = None
        self.omitted: Callable[[], list[str]] = list  # notes about zones that the position should perhaps name

    def judge(self) -> None:
        """Run the example, and collect its failures."""
        try:
            self._judged()
        except MalformedError as error:
            self.problems.append(error.diagnostic)
        except RulesetFault as fault:
            self.problems.append(_fault(fault, self.at))

    def result(self) -> CaseResult:
        case, name = self.case, self.node.get("name")
        document = case.document.id or case.document.source.name
        span = name.span if name is not None else self.node.span
        return CaseResult(case.name, document, span, tuple(self.failures), tuple(self.problems))

    def _judged(self) -> None:
        self._known_keys()
        refused = self._refused()
        mix = self.mixes.mix(self.case)
        table = self._table(mix, refused)
        if table is None:
            return
        parts = [*steps(self.node)]
        moves = [part for part in parts if isinstance(part, Word)]
        last = moves[-1] if refused is not None and moves else None
        if refused is not None and last is None:
            self.failures.append(Failure("`refused`", f"“{refused.text}”", "the table can be played", refused.span))
            return
        terms = Terms(table.machine.layout)
        history = self.history = self._start(table, terms)
        if history is None or not self._go(terms, history, [part for part in parts if part is not last]):
            return
        if last is not None and refused is not None:
            skip(history, lambda state: _answers(terms, state, last))
            self._refuse(terms, history.state, last, refused)
        then = self.node.get("then")
        if isinstance(then, doc.Mapping):
            self._judge(terms, history, then)

    def hint(self) -> None:
        """Add a note to the first failure about zones that the position leaves empty: they might be the cause."""
        if self.failures:
            first, *others = self.failures
            notes = [f"note: {note}" for note in self._omitted()]
            self.failures = [replace(first, details=(*first.details, *notes)), *others]

    def _omitted(self) -> list[str]:
        try:
            return self.omitted()
        except RulesetFault:
            return []

    # ------------------------------------------------------------ what is written

    def _known_keys(self) -> None:
        for entry in self.node.entries:
            if entry.key.value not in KEYS:
                help = did_you_mean(entry.key.value, KEYS)
                raise MalformedError(f"an example has no `{entry.key.value}`", entry.key.span, help)
        check_expecting(self.node)

    def _refused(self) -> Word | None:
        node = self.node.get("refused")
        if node is None:
            return None
        if not isinstance(node, Scalar) or not node.value.strip():
            raise MalformedError("expected words from the refusal or the error", node.span)
        return Word(" ".join(node.value.split()), node.span)

    # ------------------------------------------------------------ the table

    def _table(self, mix: Recipe, refused: Word | None) -> Table | None:
        """Return the table. If there is none, report that, unless the example expects it."""
        compiled = self.mixes.compile(mix)
        if compiled.program is None or has_errors(compiled.findings):
            messages = [d.message for d in compiled.findings if d.severity == "error"]
            if refused is None:
                self.problems += unplayable(self.case, compiled.findings)
            else:
                self._refused_with(refused, messages)
            return None
        try:
            return self.mixes.table(mix, players_of(self.node, compiled.program))
        except TableError as error:
            if refused is None:
                self.problems.append(no_table(self.node, error))
            else:
                self._refused_with(refused, [str(error)])
        return None

    def _refused_with(self, refused: Word, messages: Sequence[str]) -> None:
        if not any(_contains(message, refused.text) for message in messages):
            errors = "; ".join(messages)
            self.failures.append(Failure("`refused`", f"“{refused.text}”", errors, refused.span))

    def _start(self, table: Table, terms: Terms) -> History | None:
        node = self.node.get("seed")
        seed = whole_number(node, "a seed") if node is not None else 1
        given, deal = self.node.get("given"), self.node.get("deal")
        if given is not None and not isinstance(given, doc.Mapping):
            raise MalformedError("expected zones and variables", given.span)
        if deal is not None or given is None:
            self.at = deal.span if deal is not None else self.node.span
            return WholeGame(table, terms, deal, given, seed).history()
        self.at = given.span
        content, problems = read_given(terms, given)
        self.problems += problems
        if problems:
            return None
        position = GivenPosition(table, terms, content, seed)
        self.omitted = lambda: sentences(table, content, position.omitted())
        return History(position.state)

    # ------------------------------------------------------------ moves

    def _in_turn(self, terms: Terms, state: State, move: Word) -> str | None:
        """Return the text of a move if it is this seat's turn to answer; otherwise report a failure."""
        self.at = move.span
        number, _, text = move.text.partition(": ")
        seat = terms.seat(Word(number, move.span)) + 1
        if state.over:
            self.failures.append(Failure(f"`{move.text}`", f"a move of seat {seat}", "the match is over", move.span))
            return None
        question = state.question
        if question.seat != seat:
            legal = f"its moves: {', '.join(m.text for m in question.legal)}"
            expected = f"a move of seat {seat}"
            self.failures.append(Failure(f"`{move.text}`", expected, question.summary, move.span, (legal,)))
            return None
        return text

    def _go(self, terms: Terms, history: History, parts: Sequence[Word | doc.Mapping]) -> bool:
        """Make the moves and run the checks in between. Return False if a move can't be made."""
        when = "at the beginning"
        for part in parts:
            if isinstance(part, doc.Mapping):
                there = history.copy()
                self._judge(terms, there, part, f" in check {len(history.checks) + 1}, {when}")
                history.checks.append(Checkpoint(part, len(history.moves), there.state))
            elif self._move(terms, history, part):
                when = f"after `{part.text}`"
            else:
                return False
        return True

    def _judge(self, terms: Terms, history: History, expected: doc.Mapping, where: str = "") -> None:
        """Compare the position with the conditions of the example."""
        self.at = expected.span
        prompt = expected.get("asked")
        skip(history, lambda state: isinstance(prompt, Scalar) and state.question.prompt == prompt.value)
        judge = Then(terms, history.state, history.witness)
        judge.check(expected)
        self.failures += [replace(failure, what=f"{failure.what}{where}") for failure in judge.failures]
        self.problems += judge.problems

    def _move(self, terms: Terms, history: History, move: Word) -> bool:
        """Make a move. Return False if it can't be made."""
        skip(history, lambda state: _answers(terms, state, move))
        state = history.state
        text = self._in_turn(terms, state, move)
        if text is None:
            return False
        meant = meanings(state, text)
        if len(meant) == 1:
            history.go(meant[0])
            return True
        if meant:
            raise ambiguous(text, meant, move.span)
        may = ", ".join(m.text for m in (*state.question.legal, *state.question.tries))
        actual = f"the moves of seat {state.question.seat} are {may}"
        details = tuple(explained(state, text).lines())
        self.failures.append(Failure("this move", f"`{text}`", actual, move.span, details))
        return False

    def _refuse(self, terms: Terms, state: State, move: Word, refused: Word) -> None:
        text = self._in_turn(terms, state, move)
        if text is None:
            return
        lines = explained(state, text).lines()
        meant = meanings(state, text)
        if len(meant) > 1:
            raise ambiguous(text, meant, move.span)
        if meant and meant[0] in state.question.legal:
            self.failures.append(Failure("`refused`", f"`{text}` is refused", f"`{text}` is allowed", refused.span))
        elif not _contains(" ".join(lines), refused.text):
            self.failures.append(Failure("`refused`", f"“{refused.text}”", lines[0], refused.span, tuple(lines[1:])))


def _answers(terms: Terms, state: State, move: Word) -> bool:
    """True if a move answers the current question."""
    number, _, text = move.text.partition(": ")
    return terms.seat(Word(number, move.span)) + 1 == state.question.seat and bool(meanings(state, text))


def _contains(message: str, words: str) -> bool:
    return words.casefold() in " ".join(message.split()).casefold()
