"""The draft that somebody works on; applies changes, and asks how to solve the problems of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from parlour.base.diagnostics import Diagnostic, listing
from parlour.base.printable import capitalised
from parlour.checking.winnable import never_won
from parlour.documents.composition import Document
from parlour.documents.prose import text_of
from parlour.library.description import read_summary
from parlour.library.library import Library
from parlour.library.shelves import Folder, Listed
from parlour.mixer.bench import MixBench, in_titles, mix_in_words, option_sentence, titled
from parlour.mixer.picker import Conversation
from parlour.mixer.problems import Problem, Remedy, clash_problem, nobody_problem, problems_of
from parlour.mixing.recipes import Recipe
from parlour.rulebook.entries import ListedRuleset
from parlour.rulebook.meanings import one_line, text_by_default


class RuleList:
    """The rules for a game by frame, those of the nearest frame first."""

    def __init__(self, bench: MixBench, entries: Mapping[str, ListedRuleset], draft: Recipe) -> None:
        self.entries = dict(entries)
        rules = [e for e in entries.values() if e.listed.kind == "rule" and e.summary is not None]
        by_title = sorted(rules, key=lambda rule: rule.title.casefold())
        nearest = {rule.id: next((frame for frame in bench.frames if frame in rule.wanted), None) for rule in rules}
        self.frames = [(frame, [rule for rule in by_title if nearest[rule.id] == frame]) for frame in bench.frames]
        listed = {rule.id for rule in self.rules}
        others = [rule for rule in {**bench.own, **bench.rules(draft)}.values() if rule.id not in listed]
        self.references = {rule.id: bench.reference(rule.id, draft) for rule in others}
        """The names in the mix of rules that aren't in the library, such as their files, by their ids."""
        if others:
            self.frames.append(("", [self._from_file(rule) for rule in others]))

    @property
    def rules(self) -> list[ListedRuleset]:
        return [rule for _, rules in self.frames for rule in rules]

    def _from_file(self, rule: Document) -> ListedRuleset:
        """Return the entry of a rule that isn't in the library."""
        listed = Listed("rule", rule.id, rule.path, Folder(rule.path.parent))
        return self.entries.setdefault(rule.id, ListedRuleset(listed, read_summary(rule.path), ()))

    def heading(self, frame: str) -> str:
        """Return the heading of the rules of a frame."""
        entry = self.entries.get(frame)
        return f"House rules: {entry.title}" if entry is not None else "Other rules"


MOST_PROBLEMS = 20  # that one change can raise
LONGEST_MEANING = 120  # of a rule among the remedies


class MixSession:
    def __init__(
        self, draft: Recipe, talk: Conversation, library: Library, entries: Mapping[str, ListedRuleset]
    ) -> None:
        self.talk = talk
        self.bench = MixBench(str(draft.subject), library)
        self.draft = self.bench.without_repeats(draft)
        self.rules = RuleList(self.bench, entries, draft)

    @property
    def titles(self) -> dict[str, str]:
        """The titles of rules and games by their ids."""
        kinds = ("rule", "game")
        return {id: entry.title for id, entry in self.rules.entries.items() if entry.listed.kind in kinds}

    # ------------------------------------------------------------ changes

    def begin(self) -> None:
        """Print the mix that the person begins with, or ask how to solve its problems: the game alone has none."""
        self.draft = self._solved(self.draft, self.draft.without) or self.bench.unchanged
        if errors := self.bench.errors(self.draft):
            self.report(errors)
            self.draft = self.bench.unchanged
        self.say_mix()

    def change(self, draft: Recipe, changed: Collection[str] = ()) -> None:
        """Take a draft if its problems can be solved. `changed` are the rules that the person has just picked."""
        solved = self._solved(draft, changed)
        if solved is None or solved == self.draft:
            self.talk.say("Nothing changed.")
            return
        if errors := self.bench.errors(solved):
            self.report(errors)
            self.talk.say("Nothing changed.")
            return
        before, self.draft = self.draft, solved
        self._say_changes(before)
        self.say_mix()
        self._say_advice(before)
        self._say_if_never_won(before)
        self.make_playable()

    def _solved(self, draft: Recipe, changed: Collection[str]) -> Recipe | None:
        """Return the draft without problems, or None if the person declines the remedies. One question is about all
        rules for which there is only one remedy."""
        agreed = changed
        for count in range(MOST_PROBLEMS):
            problem = next(problems_of(draft, self.bench, changed), None) or self._clash(draft, changed)
            if problem is None:
                return draft if not count or self._agrees(draft, agreed) else None
            self.talk.say(problem.message)
            if not problem.remedies:
                return None
            remedy = problem.remedies[0]
            if problem.remedies[1:]:
                chosen = self._choose(problem.remedies)
                if chosen is None:
                    return None
                remedy, agreed = chosen, (*agreed, *chosen.rules)
            draft, changed = remedy.draft, (*changed, *remedy.rules)
        return None

    def _clash(self, draft: Recipe, changed: Collection[str]) -> Problem | None:
        self.talk.console.busy("checking the mix")
        return clash_problem(draft, self.bench, changed, self.titles)

    def _agrees(self, draft: Recipe, agreed: Collection[str]) -> bool:
        """Ask about the rules that a draft adds and removes besides those that the person has agreed to."""
        old, new = self.bench.rules(self.draft), self.bench.rules(draft)
        added = [titled(rule.title) for id, rule in new.items() if id not in old and id not in agreed]
        removed = [titled(rule.title) for id, rule in old.items() if id not in new and id not in agreed]
        too = " too" if not added and any(id in agreed and id not in new for id in old) else ""
        changes = (("add", added), ("remove", removed))
        asked = [f"{verb} {listing(titles, 'and', quote='')}" for verb, titles in changes if titles]
        return not asked or self.talk.agrees(f"{capitalised(', and '.join(asked))}{too}?")

    def _choose(self, remedies: Sequence[Remedy]) -> Remedy | None:
        """Ask which of several remedies the person wants."""
        choices = [f"{remedy.words}{self._meaning(remedy)}" for remedy in remedies]
        number = self.talk.chooses("What do you want to do?", choices)
        return remedies[number] if number is not None else None

    def _meaning(self, remedy: Remedy) -> str:
        """Return the first words of the text of a rule that a remedy adds."""
        added = [id for id in remedy.rules if id in self.bench.rules(remedy.draft)]
        entry = self.rules.entries.get(added[0]) if added else None
        text = one_line(text_by_default(entry, self.rules.entries), LONGEST_MEANING) if entry is not None else ""
        return f": {text}" if text else ""

    def make_playable(self) -> bool:
        """If nobody can play the mix, ask which options to set. Return True if somebody can play it then."""
        problem = nobody_problem(self.draft, self.bench)
        if problem is None:
            return True
        self.talk.say(problem.message)
        if len(problem.remedies) == 1:
            remedy = problem.remedies[0] if self.talk.agrees(f"{capitalised(problem.remedies[0].words)}?") else None
        else:
            remedy = self._choose(problem.remedies) if problem.remedies else None
        if remedy is None:
            return False
        self.draft = remedy.draft
        self.say_mix()
        return True

    # ------------------------------------------------------------ words

    def say_mix(self) -> None:
        """Print the current mix."""
        self.talk.say(f"Now: {' '.join(mix_in_words(self.draft, self.bench))}")

    def _say_changes(self, before: Recipe) -> None:
        """Print the added rules with their texts, the removed rules, and the changed options."""
        old, new = self.bench.rules(before), self.bench.rules(self.draft)
        composition, _ = self.bench.composed(self.draft)
        for id, rule in old.items():
            if id not in new:
                self.talk.say(f"  - {rule.title}")
        for id, rule in new.items():
            if id not in old:
                text = text_of(rule, composition) if composition is not None else ""
                self.talk.say(f"  + {rule.title}. {text}".rstrip())
        earlier, _ = self.bench.composed(before)
        values = earlier.options if earlier is not None else {}
        for key, setting in composition.options.items() if composition is not None else ():
            if key in values and values[key].data != setting.data:
                self.talk.say(f"  {option_sentence(setting)}")

    def _say_advice(self, before: Recipe) -> None:
        """Print the advice that the last change has raised."""
        known = {note.message for note in self.bench.notes(before)}
        titles = self.titles
        for note in self.bench.notes(self.draft):
            if note.message not in known:
                self.talk.say(f"Note: {in_titles(note.message, titles)}.")

    def _say_if_never_won(self, before: Recipe) -> None:
        """Print a warning if the last change makes all players always win together."""
        compositions = ((draft, self.bench.composed(draft)[0]) for draft in (self.draft, before))
        warning, known = (never_won(mix, draft) if mix is not None else None for draft, mix in compositions)
        if warning is not None and known is None:
            self.talk.say(f"Note: {warning.message}{f'; {warning.help}' if warning.help else ''}.")

    def report(self, findings: Collection[Diagnostic]) -> None:
        """Print errors in the words of players."""
        titles = self.titles
        for finding in findings:
            if finding.severity == "error":
                help = f" ({finding.help})" if finding.help else ""
                self.talk.say(f"{in_titles(finding.message, titles)}{in_titles(help, titles)}")
