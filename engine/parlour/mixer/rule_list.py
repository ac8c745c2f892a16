"""The house rules that fit a game, numbered, with a tick at those that are in the mix."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence

from parlour.cli.console import Console
from parlour.documents.composition import Document
from parlour.documents.prose import options_by_name, text_of
from parlour.library.description import read_summary
from parlour.library.shelves import Folder, Listed
from parlour.mixer.bench import MixBench
from parlour.mixer.draft import MixDraft
from parlour.mixer.picks import NumberedRuleset
from parlour.mixer.wording import option_sentence
from parlour.rulebook.entries import ListedRuleset
from parlour.rulebook.meanings import one_line, text_by_default
from parlour.rulebook.option_words import choices_in_words
from parlour.rulebook.relations import HEADINGS, relations_of, rules_near

TITLE = 28  # the width of titles; longer ones leave less room for the meaning
TICKED, OPEN = "[x]", "[ ]"
FEW = 6  # rules of a search that are listed with their whole texts
INDENT = 11  # of these texts


class RuleList:
    """The list of rules, whose numbers stay the same while somebody chooses. The rules of the nearest frame come
    first."""

    def __init__(self, bench: MixBench, entries: Mapping[str, ListedRuleset], draft: MixDraft) -> None:
        self.bench = bench
        self.entries = dict(entries)
        self.rows: list[NumberedRuleset] = []
        self.frames: list[tuple[str, list[NumberedRuleset]]] = []
        rules = [e for e in entries.values() if e.listed.kind == "rule" and e.summary is not None]
        for frame in bench.frames:
            fitting = [rule for rule in rules if rule.wanted and self._nearest(rule) == frame]
            rows = [self._row(rule, rule.id) for rule in sorted(fitting, key=lambda rule: rule.title.casefold())]
            self.frames.append((frame, rows))
        listed = {row.entry.id for row in self.rows}
        for rule in {**bench.own, **bench.rules(draft)}.values():
            if rule.id not in listed:
                self.add(rule, bench.reference(rule.id, draft))

    def _nearest(self, rule: ListedRuleset) -> str | None:
        return next((frame for frame in self.bench.frames if frame in rule.wanted), None)

    def _row(self, entry: ListedRuleset, reference: str) -> NumberedRuleset:
        self.rows.append(NumberedRuleset(len(self.rows) + 1, entry, reference))
        return self.rows[-1]

    def add(self, rule: Document, reference: str) -> NumberedRuleset:
        """Add a rule that isn't in the library, such as one from a file. Return its row."""
        listed = Listed("rule", rule.id, rule.path, Folder(rule.path.parent))
        entry = ListedRuleset(listed, read_summary(rule.path), ())
        self.entries.setdefault(rule.id, entry)
        if not self.frames or self.frames[-1][0]:
            self.frames.append(("", []))
        row = self._row(entry, reference)
        self.frames[-1][1].append(row)
        return row

    def show(self, draft: MixDraft, console: Console, rows: Sequence[NumberedRuleset] | None = None) -> None:
        """Print all rules by frame, or only some."""
        for frame, here in self.frames:
            chosen = [row for row in here if rows is None or row in rows]
            if chosen and rows is None:
                console.say()
                console.say(self._heading(frame), "bold")
            whole = rows is not None and len(rows) <= FEW
            for line in self.lines(chosen, self.bench.rules(draft), console.width, whole):
                console.say(line)
        if rows is None:
            console.say()

    def _heading(self, frame: str) -> str:
        entry = self.entries.get(frame)
        return f"House rules: {entry.title}" if entry is not None else "Other rules"

    def lines(
        self, rows: Sequence[NumberedRuleset], used: Collection[str], width: int, whole: bool = False
    ) -> Iterator[str]:
        """Yield a line for each rule: its tick, number, title, and meaning. If `whole`, its text has lines of its own.
        """
        titles = max((len(row.entry.title) for row in self.rows if len(row.entry.title) <= TITLE), default=0)
        for row in rows:
            title = f"{row.entry.title:<{titles}}"
            tick = TICKED if row.entry.id in used else OPEN
            if whole:
                yield f"  {row.number:>3}  {tick} {row.entry.title}"
                text = textwrap.fill(text_by_default(row.entry, self.entries), width - INDENT)
                yield textwrap.indent(text, " " * INDENT)
                continue
            meaning = one_line(text_by_default(row.entry, self.entries), width - len(title) - 13)
            yield f"  {row.number:>3}  {tick} {title}  {meaning}".rstrip()

    def described(self, row: NumberedRuleset, draft: MixDraft) -> Iterator[tuple[str, str]]:
        """Yield paragraphs about a rule, each with its heading: text, other names, relations, options."""
        rule = self.bench.rule(row.reference)
        if rule is None:
            return
        wanted = draft if rule.id in self.bench.rules(draft) else draft.adding(row.reference)
        composition, _ = self.bench.composed(wanted)
        yield "", text_of(rule, composition) if composition else text_by_default(row.entry, self.entries)
        if row.entry.other_names:
            yield "Also called", ", ".join(row.entry.other_names)
        for relation in relations_of(rule, rules_near(rule, self.bench.library)):
            reason = f": {relation.reason}." if relation.reason else ""
            yield HEADINGS[relation.kind], f"{relation.other.title}{reason}"
        for setting in options_by_name(composition).values() if composition else ():
            if setting.document.id == rule.id:
                sentence = option_sentence(setting).removeprefix(f"{rule.title}, ")
                yield "Option", f"{sentence} ({choices_in_words(setting.type)})"
