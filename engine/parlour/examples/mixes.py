"""The mix of an example: which game or frame, with which rules and options, for how many players.

Each mix is compiled once, and gets one table for each number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related, listing
from parlour.base.place import real
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Document, scalars
from parlour.documents.document import Node, Scalar, typed
from parlour.examples.finding import Case
from parlour.examples.player_count import players_of
from parlour.examples.words import MalformedError
from parlour.game import Game, TableError
from parlour.library.library import Library, is_path
from parlour.library.loading import referred
from parlour.mixing.compiler import Compiled, table_program
from parlour.mixing.compose import compose
from parlour.mixing.needs import needed_by
from parlour.mixing.recipes import Composed, Recipe
from parlour.program import Program
from parlour.states.state import Table
from parlour.states.table_sizes import bare_layout
from parlour.table.layout import Layout

PLAYED_HERE = "this example uses the mix with the error"


@dataclass
class Mixes:
    """Compiles mixes and makes their tables, each once."""

    library: Library
    proved: bool = True
    """False: compiles for trials, in half the time."""
    compiled: dict[Recipe, Compiled] = field(default_factory=dict)
    compositions: dict[Recipe, Composed] = field(default_factory=dict)
    games: dict[Recipe, Game] = field(default_factory=dict)
    without_play: dict[Recipe, Game | None] = field(default_factory=dict)
    """Games that are only good for layouts; None for mixes with errors."""
    layouts: dict[tuple[Recipe, int | None], Layout | None] = field(default_factory=dict)
    reported: set[Recipe] = field(default_factory=set)
    """Mixes with reported errors; other examples with such a mix report nothing."""
    used: dict[tuple[str | Path, tuple[str, ...], Library], frozenset[str]] = field(default_factory=dict)

    def compile(self, mix: Recipe) -> Compiled:
        if mix not in self.compiled:
            self.compiled[mix] = replace(mix, proved=self.proved).compiled()
        return self.compiled[mix]

    def composed(self, mix: Recipe) -> Composed:
        """Compose a mix without compiling it."""
        if mix not in self.compositions:
            self.compositions[mix] = mix.composed()
        return self.compositions[mix]

    def table(self, mix: Recipe, players: int | None) -> Table:
        """Return the table for this many players, or the fewest possible. Raises TableError if they can't play."""
        return self.game(mix).table(players)

    @property
    def set_table(self) -> Callable[[Program, int], Table]:
        """A function that sets a table for the few moves of examples."""
        return partial(Table.of, as_written=True)

    def layout(self, mix: Recipe, example: doc.Mapping) -> Layout | None:
        """Return the layout for an example, or None for a mix with errors. Compiles only what that needs."""
        if mix not in self.without_play:
            self.without_play[mix] = self._without_play(mix)
        game = self.without_play[mix]
        players = players_of(example, game.program) if game is not None else None
        if (mix, players) not in self.layouts:
            self.layouts[mix, players] = None if game is None else bare_layout(game.program, game.admitted(players))
        return self.layouts[mix, players]

    def _without_play(self, mix: Recipe) -> Game | None:
        if mix in self.compiled:
            return None if self.compiled[mix].program is None else self.game(mix)
        composition, _ = self.composed(mix)
        program = None if composition is None else table_program(composition)
        return None if program is None else Game(Compiled(program, (), lambda: None))

    def game(self, mix: Recipe) -> Game:
        if mix not in self.games:
            self.games[mix] = Game(self.compile(mix), set_table=self.set_table)
        return self.games[mix]

    # ------------------------------------------------------------ what an example asks for

    def mix(self, case: Case) -> Recipe:
        document = case.document
        folder = document.path.parent
        wanted = case.node.get("in")
        with_ = [_reference(item.value, folder) for item in scalars(case.node.get("with"))]
        without = [str(_reference(item.value, folder)) for item in scalars(case.node.get("without"))]
        if case.beside is not None:
            with_.append(_reference(case.beside, folder))
        subject: str | Path
        if isinstance(wanted, Scalar):
            subject = _reference(wanted.value, folder)
        elif document.kind == "rule":
            subject = document.strings("for")[0]
        elif document.kind == "examples":
            raise MalformedError("this example doesn't name its game", case.node.span, "add `in: GAME`")
        else:
            subject = document.path
        if document.kind == "rule":
            with_, without = self._of_rule(case, subject, isinstance(wanted, Scalar), with_, without)
        options = dict(_options(case.node.get("set")))
        return Recipe(subject, tuple(dict.fromkeys(with_)), tuple(without), options, self._home(case))

    def _home(self, case: Case) -> Library:
        return self.library.home(case.document.path)

    def _of_rule(
        self, case: Case, subject: str | Path, in_game: bool, with_: list[str | Path], without: list[str]
    ) -> tuple[list[str | Path], list[str]]:
        """Return the rules to add and to remove for the example of a rule. The rule is in the mix unless `without`
        names it.

        In a named game, the example must also name the rules that the rule needs; in the frame alone they come
        automatically.
        """
        rule = case.document
        others = [name for name in without if not _means(name, rule)]
        left_out = len(others) < len(without)
        there = in_game and rule.id in self._uses(subject, others, self._home(case))
        wanted = not left_out and not there and not any(_means(reference, rule) for reference in with_)
        home = self._home(case)
        known = [d for reference in with_ if (d := home.find(reference, ("rule",))[0]) is not None]
        with_ = [*with_, rule.path] if wanted else with_
        if not in_game:
            with_ = [*self._needed(case, [*known, rule] if wanted else known), *with_]
        return with_, without if there else others

    def _needed(self, case: Case, rules: Sequence[Document]) -> tuple[str, ...]:
        def choose(group: str, holders: Sequence[str]) -> str:
            if len(holders) == 1:
                return holders[0]
            help = f"add {listing(holders)} under `with:`" if holders else None
            raise MalformedError(f"missing a rule for the group `{group}`", case.node.span, help)

        return needed_by(rules, self._home(case), choose)

    def _uses(self, subject: str | Path, without: Sequence[str], library: Library) -> frozenset[str]:
        """Return the rules that a game uses by default."""
        key = (subject, tuple(without), library)
        if key not in self.used:
            composition, _ = compose(library, subject, (), without)
            self.used[key] = frozenset(use.rule.id for use in composition.uses) if composition else frozenset()
        return self.used[key]


def _reference(text: str, folder: Path) -> str | Path:
    """Return an id, or a path relative to the folder of the example."""
    return referred(folder, text) if is_path(text) else text


def _means(reference: str | Path, rule: Document) -> bool:
    """True if this is the id or the file of a rule."""
    if isinstance(reference, str) and not is_path(reference):
        return reference == rule.id
    return real(reference) == real(rule.path)


def _options(node: Node | None) -> list[tuple[str, str | int | bool]]:
    options: list[tuple[str, str | int | bool]] = []
    for entry in doc.entries_in(node):
        if isinstance(entry.value, Scalar):
            value = typed(entry.value)
            options.append((entry.key.value, "none" if value is None else value))
        else:
            options.append((entry.key.value, " ".join(item.value for item in scalars(entry.value))))
    return options


def unplayable(case: Case, findings: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the errors of the mix of an example: at their places, or at the example if it asks for something wrong."""
    errors = []
    for finding in findings:
        if finding.severity != "error":
            continue
        if finding.span is not None and not _is_outside(finding.span):
            here = Related(_said_at(case.node), PLAYED_HERE)
            errors.append(replace(finding, related=(*finding.related, here)))
        else:
            place = _asked_at(case.node, finding.span) or _said_at(case.node)
            errors.append(replace(finding, span=place))
    return tuple(errors)


def no_table(node: doc.Mapping, error: TableError) -> Diagnostic:
    """Report that these players can't play the mix of an example."""
    players = node.get("players")
    return Diagnostic("example-table", str(error), players.span if players is not None else node.span)


def _is_outside(span: Span) -> bool:
    """True if the place is in the request of the caller, not in a file."""
    return span.source.outside


def _said_at(node: doc.Mapping) -> Span:
    for key in ("in", "with", "set", "without", "name"):
        value = node.get(key)
        if value is not None:
            return value.span
    return node.span


def _asked_at(node: doc.Mapping, span: Span | None) -> Span | None:
    """Return the place in the example that a finding is about, such as a rule under `with:`."""
    if span is None or not _is_outside(span):
        return None
    key = span.source.name.split()[0].removeprefix("--")
    value = node.get(key)
    if isinstance(value, doc.Mapping):
        entry = next((e for e in value.entries if span.source.text.partition("=")[0] == e.key.value), None)
        return entry.key.span if entry is not None else value.span
    for item in scalars(value):
        if item.value == span.source.text or span.source.text.endswith(item.value):
            return item.span
    return value.span if value is not None else None
