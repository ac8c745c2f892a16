"""The dialogue of `parlour mix`: a game, its rules, its options, and the file."""

from __future__ import annotations

from parlour.base.printable import shell_word
from parlour.cli.console import Console
from parlour.cli.stopping import Stopped
from parlour.library.library import Library
from parlour.mixer.conversation import Conversation, MixLeft
from parlour.mixer.draft import MixDraft
from parlour.mixer.game_file import one_line_of
from parlour.mixer.games_step import GamesStep
from parlour.mixer.mix_session import MixSession
from parlour.mixer.options_step import OptionsStep
from parlour.mixer.rules_step import RulesStep
from parlour.mixer.saving_step import SavingStep
from parlour.rulebook.entries import entries_of
from parlour.rulebook.meanings import text_by_default


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
