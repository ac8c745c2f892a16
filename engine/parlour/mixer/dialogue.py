"""The dialogue of `parlour mix`: a game, its rules, its options, and the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.base.diagnostics import RulesetError
from parlour.base.printable import shell_word
from parlour.cli.console import Console
from parlour.cli.keys import can_read_keys
from parlour.cli.stopping import Stopped
from parlour.library.library import Library, is_path
from parlour.mixer.conversation import BACK, HELP_WORDS, NEXT, UNDO, Conversation, MixLeft, Step
from parlour.mixer.draft import MixDraft
from parlour.mixer.game_file import one_line_of
from parlour.mixer.mix_session import TITLE, MixSession
from parlour.mixer.options_step import OptionsStep
from parlour.mixer.picker import Picker, PickerRow
from parlour.mixer.picks import NumberedRuleset, Picked, picks
from parlour.mixer.saving_step import SavingStep
from parlour.mixer.wording import titled
from parlour.rulebook.entries import ListedRuleset, by_family, entries_of
from parlour.rulebook.game_shelf import game_facts, shelf
from parlour.rulebook.meanings import one_line, text_by_default

RULES_HELP = """\
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
        return self._pick() if can_read_keys(self.talk.console) else self._ask_in_lines()

    def _pick(self) -> Step:
        picker = Picker(self.talk.console, "House rules", self._choices, ticks=True)
        while True:
            key, number = picker.pick()
            if key == "enter":
                return "next"
            if key == "escape" and self._drops_changes():
                return "back"
            if number:
                self._change(number)

    def _choices(self, words: Sequence[str]) -> list[PickerRow]:
        """Return the rules that mention all these words, those called so first, with ticks at those of the mix."""
        rows = [row for row in self.list.rows if row.entry.mentions(words)]
        rows.sort(key=lambda row: bool(words) and not row.entry.named(words))
        lines = self.list.lines(rows, self.session.bench.rules(self.session.draft), self.talk.console.width)
        texts = (text_by_default(row.entry, self.list.entries) for row in rows)
        return [PickerRow(str(r.number), line[7:], text) for r, line, text in zip(rows, lines, texts, strict=True)]

    def _ask_in_lines(self) -> Step:
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
            self.talk.console.say(RULES_HELP)
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


GAMES_HELP = """\
  3, or a name               take that game; a part of its name is enough, and your own file works too
  /word                      list only games that mention a word; / alone lists all
  ? 3                        show the text of a game
  q                          quit"""


class GamesStep:
    def __init__(self, talk: Conversation, library: Library, entries: Mapping[str, ListedRuleset]) -> None:
        self.talk = talk
        self.library = library
        self.entries = entries
        self.families = by_family(entries)
        games = [game for games in self.families.values() for game in games]
        self.rows = [NumberedRuleset(number, game, game.id) for number, game in enumerate(games, 1)]

    def ask(self, family: str | None = None) -> str:
        """Return the id or the file of the game that the person takes. List only the games of a family if its id is
        given."""
        if can_read_keys(self.talk.console) and not family:
            return self._pick()
        self._show(self._of_family(family or "") or self.rows)
        while True:
            answer = self.talk.ask(f"Which game? 1 to {len(self.rows)}, or a name; h for help > ")
            chosen = self._answer(answer)
            if chosen is not None:
                return chosen

    def _pick(self) -> str:
        _, id = Picker(self.talk.console, "Which game?", self._choices, more=self._facts).pick()
        if not id:
            raise MixLeft
        return id

    def _choices(self, words: Sequence[str]) -> list[PickerRow]:
        """Return the games that a search finds, the best first; without words, those to start with come first."""
        games = shelf(" ".join(words), self.library).games
        games = games if words else tuple(sorted(games, key=lambda game: (not game.first, game.family, game.title)))
        return [
            PickerRow(game.id, f"{game.title:<{TITLE}}  {'start here. ' if game.first else ''}{game.text}", game.text)
            for game in games
        ]

    def _facts(self, id: str) -> str:
        facts = game_facts(id, self.library)
        if facts is None:
            return "this game has errors: see `parlour check`"
        length = f" · about {facts.moves} moves each" if facts.moves else ""
        return f"{facts.players} · {facts.cards}{length}"

    def _answer(self, answer: str) -> str | None:
        if answer.casefold() in ("h", "help", "?"):
            self.talk.console.say(GAMES_HELP)
        elif answer.startswith("/"):
            self._search(answer[1:].split())
        elif answer.startswith("?"):
            self._explain(answer[1:])
        elif is_path(answer):
            return self._file(answer)
        elif answer:
            return self._named(answer)
        else:
            self.talk.say("Choose a number, or type h for help.")
        return None

    def _named(self, answer: str) -> str | None:
        """Return the game with this number or name. A title of a game can also be the name of its family."""
        titled = [row for row in self.rows if row.entry.title.casefold() == answer.casefold()]
        if len(titled) == 1:
            return titled[0].reference
        rows = self._of_family(answer)
        if 1 < len(rows) < len(self.rows):
            self.talk.say(f"`{answer}` is a family of games; which of these?")
            self._show(rows)
            return None
        found = picks(answer, self.rows)
        if not found.problem and len(found.found) == 1:
            return found.found[0].row.reference
        self.talk.say(found.problem or "Choose one game.")
        self._show(found.several or found.similar)
        return None

    def _of_family(self, answer: str) -> list[NumberedRuleset]:
        """Return the games of the family with this id or name."""
        said = answer.casefold()
        named = [id for id in self.families if id and said in (id, self.entries[id].title.casefold())]
        games = self.families[named[0]] if named else ()
        return [row for row in self.rows if row.entry in games]

    def _file(self, answer: str) -> str | None:
        document, problems = self.library.find(answer, ("game",))
        if document is not None:
            return answer
        self.talk.say(RulesetError(problems).diagnostics[0].message)
        return None

    def _search(self, words: Sequence[str]) -> None:
        rows = [row for row in self.rows if row.entry.mentions(words)]
        said = " ".join(words)
        if not rows:
            rows = self._with_rules_about(words)
            self.talk.say(f"No game mentions `{said}`{', but house rules for these do:' if rows else '.'}")
        self._show(rows)

    def _with_rules_about(self, words: Sequence[str]) -> list[NumberedRuleset]:
        """Return the games of the families that have a house rule with these words."""
        rules = [entry for entry in self.entries.values() if entry.listed.kind == "rule" and entry.mentions(words)]
        frames = {frame for rule in rules for frame in rule.wanted}
        return [row for frame in self.families if frame in frames for row in self._of_family(frame)]

    def _explain(self, text: str) -> None:
        found = picks(text.strip(), self.rows)
        if found.problem:
            self.talk.say(found.problem)
            self._show(found.several or found.similar)
        for picked in found.found:
            self.talk.say(picked.row.entry.title, "bold")
            self.talk.paragraph(text_by_default(picked.row.entry, self.entries))

    def _show(self, rows: Sequence[NumberedRuleset]) -> None:
        console = self.talk.console
        width = max((len(row.entry.title) for row in self.rows), default=0)
        for frame, games in self.families.items():
            here = [row for row in rows if row.entry in games]
            if here:
                console.say()
                console.say(self.entries[frame].title if frame in self.entries else "Other games", "bold")
            for row in here:
                meaning = one_line(text_by_default(row.entry, self.entries), console.width - width - 8)
                console.say(f"  {row.number:>3}  {row.entry.title:<{width}}  {meaning}".rstrip())
        if rows:
            console.say()


class MixDialogue:
    def __init__(self, console: Console, library: Library) -> None:
        self.talk = Conversation(console)
        self.library = library
        self.entries = {entry.id: entry for entry in entries_of(library)}
        self.session: MixSession | None = None

    def run(self, draft: MixDraft | None, family: str | None = None) -> None:
        """Ask until the mix is saved or the person leaves. Without a draft, ask for the game first: one of a family if
        its id is given."""
        try:
            while not self._mix(draft or MixDraft(self._game(family))):
                draft = family = None
        except MixLeft:
            self._say_mix_so_far()
        except KeyboardInterrupt:
            self.talk.say()
            self._say_mix_so_far()
            raise Stopped from None

    def _game(self, family: str | None) -> str:
        return GamesStep(self.talk, self.library, self.entries).ask(family)

    def _mix(self, draft: MixDraft) -> bool:
        """Ask for the changes, and save the mix. Return False if the person goes back to the games."""
        self.session = MixSession(draft, self.talk, self.library, self.entries)
        self._introduce(self.session)
        rules, options, saving = RulesStep(self.session), OptionsStep(self.session), SavingStep(self.session)
        while rules.ask() == "next":
            while options.ask() == "next":
                if saving.ask():
                    return True
                if not self.session.draft.changes or not options.rows:
                    break
        return False

    def _introduce(self, session: MixSession) -> None:
        entry = self.entries.get(session.bench.plain.id)
        self.talk.say()
        self.talk.say(session.bench.plain.title, "bold")
        text = text_by_default(entry, self.entries) if entry is not None else ""
        if text:
            self.talk.paragraph(text, 2)
        session.begin()

    def _say_mix_so_far(self) -> None:
        """Say after the person leaves that no file was written, and how to play the mix."""
        self.talk.console.say("Nothing was saved.")
        draft = self.session.draft if self.session is not None else None
        composition = self.session.bench.composed(draft)[0] if self.session is not None and draft is not None else None
        if draft is not None and draft.changes and composition is not None:
            line = one_line_of(draft.subject, draft.mix, composition)
            self.talk.console.say(f"The mix so far: parlour play {shell_word(line)}")
