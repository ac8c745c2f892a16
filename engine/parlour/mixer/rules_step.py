"""The second question: which house rules the mix has."""

from __future__ import annotations

from parlour.library.library import is_path
from parlour.mixer.draft import MixDraft
from parlour.mixer.mix_session import MixSession
from parlour.mixer.options_step import OptionsStep
from parlour.mixer.picks import Picked, picks
from parlour.mixer.step_words import BACK, HELP_WORDS, NEXT, UNDO, Step
from parlour.mixer.wording import titled

HELP = """\
  3, or 3 5-7                tick these rules, or untick those in the mix
  burn                       add a rule by its name
  + burn, or - burn, or - 3  add a rule, or remove it
  ./my-rule.yaml             add a rule from a file
  /burn                      list only rules that mention a word; / alone lists all
  ? 3                        explain a rule: its text, its options, what it goes well with
  m                          show the mix so far
  Enter                      continue with the options
  u                          undo the last change
  b                          go back to the games
  q                          quit without saving"""


class RulesStep:
    def __init__(self, session: MixSession) -> None:
        self.session = session
        self.talk = session.talk
        self.list = session.rules

    def ask(self) -> Step:
        self.list.show(self.session.draft, self.talk.console)
        while True:
            answer = self.talk.ask(f"Rules? 1 to {len(self.list.rows)}; Enter when done, h for help > ")
            word = answer.casefold()
            if not word:
                return "next"
            if word in BACK:
                if self._drops_changes():
                    return "back"
                continue
            self._answer(answer, word)

    def _drops_changes(self) -> bool:
        return not self.session.draft.changes or self.talk.agrees("Drop your changes and choose another game?")

    def _answer(self, answer: str, word: str) -> None:
        session = self.session
        if word in HELP_WORDS:
            self.talk.console.say(HELP)
        elif word in UNDO:
            session.undo()
        elif word in NEXT:
            self.talk.say("Press Enter to continue.")
        elif word in ("m", "mix"):
            session.say_mix()
        elif word.startswith("/"):
            self._search(answer[1:])
        elif word.startswith("?"):
            self._explain(answer[1:].strip())
        elif is_path(answer):
            self._add_file(answer)
        else:
            self._change(answer)

    def _search(self, text: str) -> None:
        if not text.strip():
            self.list.show(self.session.draft, self.talk.console)
            return
        rows = [row for row in self.list.rows if row.entry.mentions(text.split())]
        if not rows:
            self.talk.say(f"No rule for this game mentions `{text.strip()}`.")
        self.list.show(self.session.draft, self.talk.console, rows)

    def _picked(self, text: str) -> list[Picked]:
        """Return the picked rules; print an error if the line names none."""
        found = picks(text, self.list.rows)
        if found.problem:
            option = None if found.several else OptionsStep(self.session).meant(text)
            if option is not None:
                self.talk.say(f'"{option.label}" is an option: press Enter to set options.')
                return []
            self.talk.say(found.problem)
            self.list.show(self.session.draft, self.talk.console, found.several or found.similar)
            return []
        return found.found

    def _explain(self, text: str) -> None:
        for picked in self._picked(text):
            self.talk.say(picked.row.entry.title, "bold")
            for heading, words in self.list.described(picked.row, self.session.draft):
                self.talk.paragraph(f"{heading}: {words}" if heading else words)

    def _add_file(self, reference: str) -> None:
        session = self.session
        rule, problems = session.bench.library.find(reference, ("rule",))
        if rule is None:
            session.report(problems)
        elif not session.bench.fits(rule):
            self.talk.say(f"{rule.title} is for another family of games.")
        else:
            if session.change(session.draft.adding(reference), (rule.id,)):
                known = [row for row in self.list.rows if row.entry.id == rule.id]
                row = known[0] if known else self.list.add(rule, reference)
                self.talk.say(f"{rule.title} is number {row.number}.")

    def _change(self, text: str) -> None:
        picked = self._picked(text)
        if not picked:
            return
        session = self.session
        draft, changed = session.draft, []
        there = [each for each in picked if self._names_one_there(each)]
        for each in picked:
            if each in there:
                self._say_there(each)
                continue
            new = self._with(each, draft)
            if new != draft:
                changed.append(each.row.entry.id)
            draft = new
        if len(there) < len(picked):
            session.change(draft, changed)

    def _names_one_there(self, picked: Picked) -> bool:
        """True for a rule of the mix that the person adds, or names without a sign: a name alone never removes a
        rule."""
        there = picked.row.entry.id in self.session.bench.rules(self.session.draft)
        return there and (picked.sign == "+" or bool(picked.name and not picked.sign))

    def _say_there(self, picked: Picked) -> None:
        help = "" if picked.sign else f"; to remove it, type `- {picked.name}`"
        self.talk.say(f"{titled(picked.row.entry.title)} is already in the mix{help}.")

    def _with(self, picked: Picked, draft: MixDraft) -> MixDraft:
        """Return a draft with a rule added or removed, as its sign says."""
        there = picked.row.entry.id in self.session.bench.rules(draft)
        if picked.sign == "+" or (not picked.sign and not there):
            return draft if there else self.session.bench.with_rule(picked.row.reference, draft)
        return self.session.bench.without_rule(picked.row.entry.id, draft) if there else draft
