"""The last questions: the title of the mix, and its file. Checks the mix, writes it, and says how to use it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, RulesetError, has_errors
from parlour.checking.clash_notes import clash_notes
from parlour.checking.document_check import DocumentCheck
from parlour.documents.contents import path_of
from parlour.game import Game, made, numbers
from parlour.library.library import Library
from parlour.library.loading import load as read_document
from parlour.library.loading import shown
from parlour.mixer.bench import in_titles, mix_in_words
from parlour.mixer.game_file import SUFFIXES, game_text, id_of, reference_to, ways_to_use
from parlour.mixer.mix_session import MixSession
from parlour.mixer.picker import BACK
from parlour.mixing.recipes import Recipe
from parlour.table.faults import RulesetFault
from parlour.terminal.files import ANY, FileError, may_write, same_file, write


class SavingStep:
    def __init__(self, session: MixSession) -> None:
        self.session = session
        self.talk = session.talk

    def ask(self) -> bool:
        """Save the mix. Return False if the person goes back to change it."""
        talk, session = self.talk, self.session
        if not session.draft.changes:
            subject = session.draft.subject
            talk.say(f"You haven't changed anything, so there is nothing to save. Play it: parlour play {subject}")
            return False
        game = self._game()
        if game is None:
            return False
        talk.say()
        talk.say("Your mix", "bold")
        for sentence in mix_in_words(session.draft, session.bench, whole=True):
            talk.say(f"  {sentence}")
        self._say_clashes()
        usual = f"{session.bench.original.title}, our way"
        answer = talk.ask(f'Title of the game? (Enter: "{usual}"; b goes back) > ')
        if answer.casefold() in BACK:
            return False
        title = answer or usual
        while True:
            usual = f"{self._free_id(id_of(title))}.yaml"
            answer = talk.ask(f"Name of the file? (Enter: {usual}) > ")
            if answer.casefold() in BACK:
                return False
            path = path_of(answer or usual)
            path = path if path.suffix else path.with_name(f"{path.name}.yaml")
            if self._write(path, title):
                self._say_uses(path, game)
                return True

    def _game(self) -> Game | None:
        """Return the whole mix, or None if it has errors or nobody can play it."""
        session = self.session
        try:
            game = made(session.draft)
        except RulesetError as error:
            self.talk.say("This mix doesn't work:")
            session.report(error.diagnostics)
            return None
        if not game.players:
            return self._game() if session.make_playable() else None
        return game

    def _say_clashes(self) -> None:
        """Print the clashes of the person's own rules with others, like `parlour check`."""
        session, draft = self.session, self.session.draft
        self.talk.console.busy("comparing the rules")
        clashes = clash_notes(session.bench.original.subject, draft.subject, session.bench.library, draft)
        for note in clashes.notes:
            message = in_titles(note.message, session.titles)
            self.talk.say(f"  Note: {message}. Go back to remove one of them, or keep both.")
        if clashes.not_compared is not None:
            self.talk.say(f"  {clashes.not_compared}")

    # ------------------------------------------------------------ the file

    def _free_id(self, id: str) -> str:
        """Return an id that no other ruleset has."""
        taken = {*Library.standard().ids()}
        others = (f"{id}-{number}" for number in range(2, len(taken) + 3))
        return next(free for free in (id, *others) if free not in taken)

    def _write(self, path: Path, title: str) -> bool:
        talk, draft = self.talk, self.session.draft
        if path.suffix not in SUFFIXES:
            talk.say(f"The name of the file must end with .yaml, such as {path.stem}.yaml.")
            return False
        id = id_of(path.stem)
        taken = [x for x in Library.standard().listed() if x.id == id and not same_file(x.path, path)]
        if taken:
            talk.say(f"There is a {taken[0].kind} `{id}` in {shown(taken[0].path)} already. Choose another name.")
            return False
        text, problems = game_text(id, title, draft, path.parent)
        if has_errors(problems):
            self.session.report(problems)
            return False
        if not may_write(path, talk.agrees):
            talk.say("Not saved.")
            return False
        try:
            written = write(path, text, ANY, new_folder=True)
        except FileError as error:
            talk.say(f"{error}.")
            return False
        talk.say()
        talk.say(written)
        return True

    # ------------------------------------------------------------ what is known about it

    def _say_uses(self, path: Path, game: Game) -> None:
        for finding in self._findings(path):
            self.talk.say(f"{finding.severity.capitalize()}: {in_titles(finding.message, self.session.titles)}.")
        self.talk.console.busy("dealing the mix for each number of players")
        faults = [*faults_by_players(game)]
        for players, fault in faults:
            self.talk.say(f"Error: with {players} players the rules fail during play: {fault.message}.")
        if not faults:
            self.talk.say(f"Checked: it works for {numbers(game.players)} players.")
        self.talk.console.say_lines(ways_to_use(path, self.session.draft, game.composition))

    def _findings(self, path: Path) -> tuple[Diagnostic, ...]:
        """Return the findings of `parlour check` in the file, without advice and notes."""
        document, problems = read_document(path)
        if document is None or has_errors(problems):
            return tuple(problems)
        check = DocumentCheck(document, reference_to(path), Library.standard(), Recipe(), True, False)
        return tuple(finding for finding in check.findings() if finding.severity != "note")


MOVES = 60  # of a game with each number of players


def faults_by_players(game: Game) -> Iterator[tuple[int, RulesetFault]]:
    """Yield the numbers of players with whom the ruleset fails, each with the runtime error."""
    for players in game.players:
        try:
            game.playouts(1, players, players, policy="random", most=MOVES, threads=1, native=False)
        except RulesetFault as fault:
            yield players, fault
