"""The page of a mix as data: its rules with their ticks and options, what is wrong with it and how to solve that, and
how to take it away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.base.printable import capitalised
from parlour.checking.winnable import never_won
from parlour.documents.composition import Composition, OptionSetting
from parlour.documents.option_types import takes
from parlour.documents.prose import label_of, options_by_name, text_of, value_in_words, value_text
from parlour.library.library import Library
from parlour.library.remembered import recalled
from parlour.mixer.bench import MixBench, in_titles, mix_in_words
from parlour.mixer.game_file import game_text, shared_line
from parlour.mixer.mix_link import LinkError, OpenedMix, RemedyLink, ShownProblem, opened
from parlour.mixer.mix_session import RuleList
from parlour.mixer.problems import Problem, clash_problem, nobody_problem, problems_of
from parlour.mixing.recipes import Recipe
from parlour.rulebook.entries import ListedRuleset, entries_of
from parlour.rulebook.game_shelf import ShelvedGame
from parlour.rulebook.meanings import default_of, text_by_default
from parlour.rulebook.relations import HEADINGS, Relation, RelationKind, relations_of
from parlour.states.table_sizes import dealable

MOST_CHOICES = 25  # numbers that a list offers; more are typed

CHOOSING: tuple[RelationKind, ...] = (
    "needs", "needs-one-of", "goes-well-with", "replaces", "better-without", "clashes-with",
)  # fmt: skip
"""The relations that matter to people who choose rules."""


@dataclass(frozen=True)
class OptionField:
    """An option. With `choices` it is a list, each value with its words; otherwise it is typed."""

    name: str
    label: str
    value: str
    usual: str
    choices: tuple[tuple[str, str], ...]
    low: int | None
    high: int | None
    takes: str


@dataclass(frozen=True)
class RuleRow:
    """A house rule. `relations` has headings, each with the titles of other rules."""

    id: str
    title: str
    text: str
    names: tuple[str, ...]
    ticked: bool
    own: bool
    relations: tuple[tuple[str, str], ...]
    options: tuple[OptionField, ...]


@dataclass(frozen=True)
class MixView:
    """`players` is empty if nobody can play the mix."""

    line: str
    subject: str
    title: str
    text: str
    changed: bool
    sentences: tuple[str, ...]
    players: tuple[int, ...]
    misfits: tuple[ShownProblem, ...]
    problems: tuple[ShownProblem, ...]
    advice: tuple[ShownProblem, ...]
    groups: tuple[tuple[str, tuple[RuleRow, ...]], ...]
    options: tuple[OptionField, ...]
    files: tuple[str, ...]
    """The server's own files that the line needs."""


def mix_view(text: str, library: Library) -> MixView:
    """Return the page of a link. Raises LinkError if it names no game."""
    return recalled(("mix view", text), library, lambda: _view(opened(text, library)))


def mix_file(text: str, library: Library) -> tuple[str, str]:
    """Return the name of the file of a mix, and its content."""
    mix = opened(text, library)
    id = f"my-{mix.bench.original.id}"
    return f"{id}.yaml", game_text(id, f"{mix.bench.original.title}, our way", mix.draft, Path())[0]


def our_mixes(lines: Sequence[str], library: Library) -> list[ShelvedGame]:
    """Return the mixes that the server offers first, in words."""
    return [recalled(("our mix", line), library, partial(_shelved, line, library)) for line in lines]


def _shelved(line: str, library: Library) -> ShelvedGame:
    try:
        mix = opened(line, library)
    except LinkError as error:
        return ShelvedGame(line, line, (), error.problem.message, "", True, None)
    first, *others = [*mix_in_words(mix.draft, mix.bench)] or [line]
    title = first.removesuffix(".") if mix.draft.changes else mix.bench.original.title
    return ShelvedGame(mix.line, title, (), " ".join(others), "", True, None)


def _view(mix: OpenedMix) -> MixView:
    bench, draft = mix.bench, mix.draft
    entries = {entry.id: entry for entry in entries_of(bench.library)}
    titles = {id: entry.title for id, entry in entries.items() if entry.listed.kind in ("rule", "game")}
    composition, _ = bench.composed(draft)
    problems = tuple(_problems(draft, bench, titles))
    program = bench.program(draft) if composition is not None and not problems else None
    shared = shared_line(draft, composition) if composition is not None else None
    return MixView(
        mix.line,
        bench.subject,
        bench.original.title,
        text_by_default(entries[bench.original.id], entries),
        bool(draft.changes),
        tuple(mix_in_words(draft, bench, whole=True)) if not problems else (),
        dealable(program) if program is not None else (),
        mix.misfits,
        problems,
        tuple(_advice(draft, bench, titles)) if not problems else (),
        tuple(_groups(draft, bench, entries, composition)),
        tuple(_fields(composition)) if composition is not None else (),
        shared.files if shared is not None else (),
    )


# ---------------------------------------------------------------- problems


def _problems(draft: Recipe, bench: MixBench, titles: Mapping[str, str]) -> Iterator[ShownProblem]:
    """Yield what keeps people from playing the mix."""
    related = [*problems_of(draft, bench)]
    if related:
        yield from (_shown(problem, bench) for problem in related)
        return
    errors = bench.errors(draft)
    clash = clash_problem(draft, bench, (), titles)
    if clash is not None:
        yield _shown(clash, bench)
    for error in errors[1:] if clash is not None else errors:
        yield _finding(error, titles)
    nobody = nobody_problem(draft, bench) if not errors else None
    if nobody is not None:
        yield _shown(nobody, bench)


def _shown(problem: Problem, bench: MixBench) -> ShownProblem:
    remedies = (RemedyLink(capitalised(each.words), bench.line(each.draft)) for each in problem.remedies)
    return ShownProblem(problem.message, "", tuple(dict.fromkeys(remedies)))


def _finding(finding: Diagnostic, titles: Mapping[str, str], remedies: tuple[RemedyLink, ...] = ()) -> ShownProblem:
    message, help = (in_titles(words, titles) for words in (finding.message, finding.help or ""))
    return ShownProblem(f"{capitalised(message)}.", f"{capitalised(help)}." if help else "", remedies)


def _advice(draft: Recipe, bench: MixBench, titles: Mapping[str, str]) -> Iterator[ShownProblem]:
    """Yield the advice about a mix that people can play."""
    composition, _ = bench.composed(draft)
    rules = bench.rules(draft)
    for note in bench.notes(draft):
        named = [id for related in note.related for id in (related.span.text,) if id in titles]
        tick = [
            RemedyLink(f"Remove “{titles[id]}”", bench.line(bench.without_rule(id, draft)))
            if id in rules
            else RemedyLink(f"Add “{titles[id]}”", bench.line(bench.with_rule(id, draft)))
            for id in named
        ]
        yield _finding(note, titles, tuple(tick))
    unwon = never_won(composition, draft) if composition is not None else None
    if unwon is not None:
        yield _finding(unwon, titles)


# ---------------------------------------------------------------- rules and options


def _groups(
    draft: Recipe, bench: MixBench, entries: Mapping[str, ListedRuleset], composition: Composition | None
) -> Iterator[tuple[str, tuple[RuleRow, ...]]]:
    """Yield the rules by frames, as `parlour mix` lists them."""
    used = bench.rules(draft)
    rules = RuleList(bench, entries, draft)
    related = recalled(("relations", bench.subject), bench.library, lambda: _relations(rules, bench))
    several = len([frame for frame, rows in rules.frames if rows]) > 1

    def shown(entry: ListedRuleset) -> RuleRow:
        id, rule = entry.id, used.get(entry.id)
        text, options = text_by_default(entry, entries), tuple[OptionField, ...]()
        if rule is not None and composition is not None:
            text, options = text_of(rule, composition), tuple(_fields(composition, id))
        return RuleRow(
            id, entry.title, text, entry.other_names, rule is not None, id in bench.own, related.get(id, ()), options
        )

    for frame, rows in rules.frames:
        if rows:
            yield rules.heading(frame) if several else "House rules", tuple(map(shown, rows))


def _relations(listed: RuleList, bench: MixBench) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the relations of all rules, by their ids."""
    names = (listed.references.get(entry.id, entry.id) for entry in listed.rules)
    rules = [rule for name in names if (rule := bench.rule(name)) is not None]
    return {rule.id: tuple(_in_words(relations_of(rule, rules))) for rule in rules}


def _in_words(relations: Sequence[Relation]) -> Iterator[tuple[str, str]]:
    for kind in CHOOSING:
        if kind in {relation.kind for relation in relations}:
            others = (relation.other.title for relation in relations if relation.kind == kind)
            yield HEADINGS[kind], ", ".join(others)


def _fields(composition: Composition | None, rule: str = "") -> Iterator[OptionField]:
    """Yield the options of a rule, or those of the game."""
    for name, setting in options_by_name(composition).items() if composition is not None else ():
        document = setting.document
        if document.id == rule if rule else document.kind != "rule":
            yield _field(name, setting)


def _field(name: str, setting: OptionSetting) -> OptionField:
    type_, value, default = setting.type, value_text(setting), default_of(setting)
    return OptionField(
        name,
        capitalised(label_of(setting)),
        value,
        value_in_words(default) if default != value else "",
        tuple((each, type_.meaning(each) or value_in_words(each)) for each in dict.fromkeys(_values(setting))),
        type_.low,
        type_.high,
        takes(type_).replace("`", ""),
    )


def _values(setting: OptionSetting) -> Sequence[str]:
    """Return the values of an option that a list can offer: none if there are too many."""
    type_ = setting.type
    none = ["none"] if type_.optional else []
    if type_.low is not None and type_.high is not None and type_.high - type_.low < MOST_CHOICES:
        return [*none, *map(str, range(type_.low, type_.high + 1))]
    return [*type_.choices, *none] if type_.choices else []
