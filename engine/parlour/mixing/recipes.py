"""The request for a game: its name, added and removed rules, options. Makes the requests for similar mixes, and the
mixes themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.base.place import real
from parlour.base.printable import shell_word
from parlour.documents.composition import Composition
from parlour.documents.prose import options_by_name, value_text
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled, Options, compile_ruleset, table_program
from parlour.mixing.compose import compose
from parlour.mixing.mix_line import NO_CHANGES, MixLine, is_line, read_line, write_line
from parlour.program import Program

Composed = tuple[Composition | None, tuple[Diagnostic, ...]]
"""What documents make together, or None if they don't fit, and the findings about that."""


@dataclass(frozen=True)
class Recipe:
    """A game, with changes of its rules and options. Changes that are for any game have no subject."""

    subject: str | Path = ""
    with_: tuple[str | Path, ...] = ()
    without: tuple[str, ...] = ()
    options: Options = field(default_factory=dict)
    library: Library | None = None
    proved: bool = True
    line: MixLine = NO_CHANGES
    """The line that names the mix, for the places of errors."""

    @classmethod
    def of(
        cls, subject: str | Path, with_: Sequence[str | Path], without: Sequence[str], options: Options,
        library: Library | None = None,
    ) -> Recipe:  # fmt: skip
        """Return the recipe of a game or of a mix in one line, with more changes."""
        line = read_line(subject) if is_line(subject) else NO_CHANGES
        changes = (*line.with_, *with_), (*line.without, *without), {**line.options, **options}
        return cls(line.subject or subject, *changes, library, line=line)

    @property
    def arguments(self) -> str:
        """The mix as arguments of a command."""
        words = [str(self.subject), *(f"--with {shell_word(str(rule))}" for rule in self.with_)]
        words += [f"--without {','.join(self.without)}"] if self.without else []
        words += [f"--set {shell_word(f'{name}={value}')}" for name, value in self.options.items()]
        return " ".join(words)

    @property
    def in_one_line(self) -> str:
        return write_line(str(self.subject), map(str, self.with_), self.without, self.options)

    def __hash__(self) -> int:
        return hash((self.subject, self.with_, self.without, frozenset(self.options.items())))

    @property
    def changes(self) -> int:
        """The number of rules and options in which it differs from its game."""
        return len(self.with_) + len(self.without) + len(self.options)

    @property
    def home(self) -> Library:
        """The library that has its rulesets."""
        return self.library or Library.standard()

    def of_game(self, subject: str | Path, library: Library, rules: Iterable[str | Path] = ()) -> Recipe:
        """Return the same changes of another game. These rules come before the others."""
        return replace(self, subject=subject, library=library, with_=(*rules, *self.with_))

    def compiled(self) -> Compiled:
        return compile_ruleset(self.subject, self.with_, self.without, self.options, self.library, self.proved)

    def composed(self) -> Composed:
        """Compose the mix, without compiling it."""
        return compose(self.home, self.subject, self.with_, self.without, self.options)

    def table(self) -> Program | None:
        """Return a Program that knows who can play the mix and what is on the table; None for a mix with errors. It
        lacks the play, unless that decides who can play."""
        composition, _ = self.composed()
        return None if composition is None else table_program(composition)

    def lacking(self, rules: Sequence[str], mix: Composition) -> Recipe:
        """Return the recipe without some rules, given its composition. Raises ValueError for a rule that it lacks."""
        uses = {use.rule.id: use for use in mix.uses}
        unknown = [rule for rule in rules if rule not in uses]
        if unknown:
            raise ValueError(f"`{unknown[0]}` is not in this mix; rules: {', '.join(uses)}")
        added = {rule for rule in rules if uses[rule].by is None}
        paths = {real(uses[rule].rule.path) for rule in added}
        names = added | {uses[rule].span.text for rule in added}  # a rule can be added by another name than its id
        with_ = tuple(w for w in self.with_ if str(w) not in names and real(w) not in paths)
        without = (*self.without, *(r for r in rules if r not in added or mix.is_listed(r, rules)))
        options = {name: value for name, value in self.options.items() if _declaring(name, mix) not in rules}
        return replace(self, with_=with_, without=without, options=options)

    def plus(self, *rules: str | Path) -> Recipe:
        return replace(self, with_=(*self.with_, *rules))

    def set_to(self, options: Options) -> Recipe:
        return replace(self, options={**self.options, **options})

    def without_value(self, name: str) -> Recipe:
        """Return the recipe where an option has the value that it has by itself."""
        return replace(self, options={other: value for other, value in self.options.items() if other != name})

    def with_values_of(self, mix: Composition) -> Recipe:
        """Return the recipe with the values that its options have in another mix."""
        own, _ = self.composed()
        there, values = options_by_name(own) if own is not None else {}, dict[str, str]()
        for name, setting in options_by_name(mix).items():
            other = there.get(name)
            same = other is not None and other.document.id == setting.document.id
            if other is not None and same and value_text(other) != value_text(setting):
                values[name] = value_text(setting)
        return self.set_to(values)


def _declaring(option: str, mix: Composition) -> str | None:
    """Return the document that declares an option, given the name that `set` uses."""
    documents = [of for of, own in mix.options if option in (own, f"{of}.{own}")]
    return documents[0] if documents else None
