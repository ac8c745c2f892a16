"""What `parlour play` asks without a game: which game, with which rules, for how many, against whom."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.bots import USUAL
from parlour.cli.console import Console
from parlour.game import load
from parlour.library.library import Library
from parlour.mixer.conversation import MixLeft
from parlour.mixer.dialogue import MixDialogue, RulesStep
from parlour.mixer.draft import MixDraft
from parlour.mixer.game_file import one_line_of
from parlour.mixer.mix_session import MixSession
from parlour.mixer.picker import Picker, PickerRow
from parlour.session.record import names_of

STRENGTH = {
    0: "doesn't think: makes the moves that the rules prefer", 1: "quick, with many slips", 2: "with some slips",
    3: "a good opponent", 4: "strong, and slower", 5: "as strong as it gets: up to 5 seconds for a move",
}  # fmt: skip


class StartDialogue(MixDialogue):
    """The dialogue of `parlour mix`, up to a table instead of a file."""

    def arguments(self) -> list[str]:
        """Ask, and return the arguments of `parlour play`. Raises MixLeft if the person leaves."""
        while True:
            self.session = MixSession(MixDraft(self._game(None)), self.talk, self.library, self.entries)
            self._introduce(self.session)
            rules = RulesStep(self.session)
            while rules.ask() == "next":
                seats = self._seats(self.session.draft)
                if seats is not None:
                    return [self._line(self.session), *seats]

    def _line(self, session: MixSession) -> str:
        draft = session.draft
        composition, _ = session.bench.composed(draft)
        return one_line_of(draft.subject, draft.mix, composition) if composition and draft.changes else draft.subject

    def _seats(self, draft: MixDraft) -> list[str] | None:
        """Return the options about the players, or None if the person goes back."""
        players = load(draft.subject, draft.with_, draft.without, draft.mix.options).players
        tables = {n: f"you and {n - 1} bot{'s' if n > 2 else ''}" if n > 1 else "you alone" for n in players}
        count = self._number("How many players?", tables, 0)
        if count is None:
            return None
        chosen = ["--players", str(count)] if count != players[0] else []
        people = self._names(count) if count > 1 else []
        names = [*people, *(f"Bot {n}" for n in range(len(people) + 1, count + 1))]
        chosen += ["--names", ",".join(names)] if people else []
        level = USUAL
        if max(len(people), 1) < count:
            number = self._number("How strong are the bots?", STRENGTH, int(USUAL))
            if number is None:
                return None
            level = str(number)
        if len(people) > 1:
            return [*chosen, "--seats", ",".join([*["you"] * len(people), *[level] * (count - len(people))])]
        return [*chosen, *(["--level", level] if level != USUAL else [])]

    def _number(self, question: str, meanings: dict[int, str], at: int) -> int | None:
        """Return the number that the person chooses, or None. There is no question if there is only one."""
        if len(meanings) == 1:
            return next(iter(meanings))

        def choices(words: Sequence[str]) -> list[PickerRow]:
            every = [PickerRow(str(n), f"{n}  {told}") for n, told in meanings.items()]
            return [choice for choice in every if all(word in choice.line for word in words)]

        _, id = Picker(self.talk, question, choices, at=at).pick()
        return int(id) if id else None

    def _names(self, count: int) -> list[str]:
        """Return the names of the people at this keyboard, or nothing for one without a name."""
        while True:
            text = self.talk.ask("Your name, or those of all who share this keyboard (Enter: none) > ")
            given = [name.strip() for name in text.split(",") if name.strip()]
            try:
                names_of([*given, *(f"Bot {n}" for n in range(len(given) + 1, count + 1))], count)
                return given
            except ValueError as error:
                self.talk.say(f"{str(error)[0].upper()}{str(error)[1:]}.")


def arguments_of_play(console: Console) -> list[str] | None:
    """Return the arguments of `parlour play` that the person chooses, or None if they leave."""
    try:
        return StartDialogue(console, Library.standard()).arguments()
    except MixLeft:
        return None
