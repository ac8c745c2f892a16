"""The dialogue of `parlour mix`: a game, its rules, its options, and the file."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.base.printable import shell_word
from parlour.cli.console import Console
from parlour.cli.stopping import Stopped
from parlour.library.library import Library
from parlour.mixer.conversation import Conversation, MixLeft, Step
from parlour.mixer.draft import MixDraft
from parlour.mixer.game_file import one_line_of
from parlour.mixer.mix_session import MixSession, OfferedRule
from parlour.mixer.options_step import OptionsStep
from parlour.mixer.picker import Picker, PickerRow
from parlour.mixer.saving_step import SavingStep
from parlour.rulebook.entries import entries_of, family
from parlour.rulebook.game_shelf import game_facts, shelf
from parlour.rulebook.meanings import one_line, text_by_default

TITLE = 28  # the width of titles; longer ones leave less room for the meaning


class RulesStep:
    def __init__(self, session: MixSession) -> None:
        self.session = session
        self.talk = session.talk
        self.rules = {rule.entry.id: rule for rule in session.rules.rows}

    def ask(self) -> Step:
        picker = Picker(self.talk, "House rules:", self._choices, ticks=True)
        while True:
            key, id = picker.pick()
            if key == "enter":
                return "next"
            if key == "escape" and self._drops_changes():
                return "back"
            if id:
                self._change(self.rules[id])

    def _drops_changes(self) -> bool:
        return not self.session.draft.changes or self.talk.agrees("Drop your changes and choose another game?")

    def _choices(self, words: Sequence[str]) -> list[PickerRow]:
        """Return the rules that mention all these words, those called so first, with ticks at those of the mix."""
        entries = [rule.entry for rule in self.rules.values() if rule.entry.mentions(words)]
        entries.sort(key=lambda entry: bool(words) and not entry.named(words))
        used = self.session.bench.rules(self.session.draft)
        width = max((len(r.entry.title) for r in self.rules.values() if len(r.entry.title) <= TITLE), default=0)
        rows = []
        for entry in entries:
            text = text_by_default(entry, self.session.rules.entries)
            title = f"{'[x]' if entry.id in used else '[ ]'} {entry.title:<{width}}"
            line = f"{title}  {one_line(text, self.talk.console.width - len(title) - 9)}".rstrip()
            rows.append(PickerRow(entry.id, line, text, (entry.title, *entry.other_names)))
        return rows

    def _change(self, rule: OfferedRule) -> None:
        """Add a rule, or remove one of the mix."""
        bench, draft, id = self.session.bench, self.session.draft, rule.entry.id
        there = id in bench.rules(draft)
        new = bench.without_rule(id, draft) if there else bench.with_rule(rule.reference, draft)
        self.session.change(new, [id])


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

    def _game(self, frame: str | None) -> str:
        """Return the id of the game that the person takes, or raise MixLeft."""
        of_family = None if frame is None else family(self.library, frame)

        def choices(words: Sequence[str]) -> list[PickerRow]:
            """Return the games that a search finds, the best first; without words, those to start with come first."""
            games = [g for g in shelf(" ".join(words), self.library).games if of_family is None or g.id in of_family]
            games = games if words else sorted(games, key=lambda game: (not game.first, game.family, game.title))
            begins = [f"{g.title:<{TITLE}}  {'start here. ' if g.first else ''}" for g in games]
            lines = [f"{begin}{game.text}" for begin, game in zip(begins, games, strict=True)]
            rows = zip(games, lines, strict=True)
            return [PickerRow(game.id, line, game.text, (game.title, *game.names)) for game, line in rows]

        _, id = Picker(self.talk, "Which game?", choices, more=self._facts).pick()
        if not id:
            raise MixLeft
        return id

    def _facts(self, id: str) -> str:
        facts = game_facts(id, self.library)
        if facts is None:
            return "this game has errors: see `parlour check`"
        length = f" · about {facts.moves} moves each" if facts.moves else ""
        return f"{facts.players} · {facts.cards}{length}"

    def _mix(self, draft: MixDraft) -> bool:
        """Ask for the changes, and save the mix. Return False if the person goes back to the games."""
        self.session = MixSession(draft, self.talk, self.library, self.entries)
        self._introduce(self.session)
        rules, options, saving = RulesStep(self.session), OptionsStep(self.session), SavingStep(self.session)
        while rules.ask() == "next":
            while options.ask() == "next":
                if saving.ask():
                    return True
                if not self.session.draft.changes or not options.options:
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
