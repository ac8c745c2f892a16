"""The dialogues of `parlour mix`, from a game to a file, and of `parlour play` without a game, up to a table."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.base.printable import capitalised, shell_word
from parlour.bots import USUAL
from parlour.documents.composition import OptionSetting
from parlour.documents.option_types import meant_value
from parlour.documents.prose import label_of, value_in_words, value_text
from parlour.game import made
from parlour.library.library import Library
from parlour.mixer.mix_session import MixSession
from parlour.mixer.picker import BACK, Conversation, MixLeft, Picker, PickerRow, Step
from parlour.mixer.saving_step import SavingStep
from parlour.mixing.recipes import Recipe
from parlour.mixing.smallest import family
from parlour.rulebook.entries import entries_of
from parlour.rulebook.game_shelf import game_facts, shelf
from parlour.rulebook.meanings import choices_in_words, default_of, one_line, text_by_default, values_in_words
from parlour.session.record import names_of
from parlour.terminal.console import Console
from parlour.terminal.stopping import Stopped

TITLE = 28  # the width of titles; longer ones leave less room for the meaning
CONTINUE = PickerRow("next", "continue with these")
STRENGTH = {
    0: "doesn't think: makes the moves that the rules prefer", 1: "quick, with many slips", 2: "with some slips",
    3: "a good opponent", 4: "strong, and slower", 5: "as strong as it gets: up to 5 seconds for a move",
}  # fmt: skip


def choose_rules(session: MixSession) -> Step:
    """Let the person tick house rules."""
    rules = session.rules.rules
    width = max((len(rule.title) for rule in rules if len(rule.title) <= TITLE), default=0)

    def choices(words: Sequence[str]) -> list[PickerRow]:
        """Return the rules that mention all these words, those called so first, with ticks at those of the mix."""
        entries = [rule for rule in rules if rule.mentions(words)]
        entries.sort(key=lambda entry: bool(words) and not entry.named(words))
        used = session.bench.rules(session.draft)
        rows = []
        for entry in entries:
            text = text_by_default(entry, session.rules.entries)
            title = f"{'[x]' if entry.id in used else '[ ]'} {entry.title:<{width}}"
            line = f"{title}  {one_line(text, session.talk.console.width - len(title) - 9)}".rstrip()
            rows.append(PickerRow(entry.id, line, text, (entry.title, *entry.other_names)))
        return rows

    picker = Picker(session.talk, "House rules:", choices, ticks=True)
    while True:
        key, id = picker.pick()
        if key == "enter":
            return "next"
        changes = session.draft.changes
        if key == "escape" and (not changes or session.talk.agrees("Drop your changes and choose another game?")):
            return "back"
        if id:
            bench, draft, reference = session.bench, session.draft, session.rules.references.get(id, id)
            added = id not in bench.rules(draft)
            changed = bench.with_rule(reference, draft) if added else bench.without_rule(id, draft)
            session.change(changed, [id])


def options_of(session: MixSession) -> dict[str, OptionSetting]:
    """Return the options of the mix by their names: those of the game, then those of its rules."""
    named = session.bench.options(session.draft)
    return dict(sorted(named.items(), key=lambda item: item[1].document.kind == "rule"))


def choose_options(session: MixSession) -> Step:
    """Let the person set options."""

    def choices(words: Sequence[str]) -> list[PickerRow]:
        """Return the options that mention all these words; without words, after the row that continues."""
        rows = [_row(name, setting) for name, setting in options_of(session).items()]
        if not words:
            return [CONTINUE, *rows]
        texts = [f"{row.id} {row.line} {row.about}".casefold() for row in rows]
        return [row for row, text in zip(rows, texts, strict=True) if all(word.casefold() in text for word in words)]

    picker = Picker(session.talk, "Options:", choices)
    while options_of(session):
        key, name = picker.pick()
        if key == "escape":
            return "back"
        if name == CONTINUE.id:
            break
        if name:
            _change_option(session, name, options_of(session)[name])
            picker.words, picker.at = "", 0
    return "next"


def _change_option(session: MixSession, name: str, setting: OptionSetting) -> None:
    """Ask for another value of an option."""
    talk, type_ = session.talk, setting.type
    for word, meaning in values_in_words(type_):
        talk.say(f"    {value_in_words(word)}: {meaning}")
    usual = f"normally {value_in_words(default_of(setting))}"
    value = talk.ask(f"{label_of(setting)} ({choices_in_words(type_)}; {usual}) > ")
    if not value or (value.casefold() in BACK and meant_value(type_, value) not in type_.words):
        talk.say("Nothing changed.")
        return
    draft = session.bench.with_value(name, meant_value(type_, value), session.draft)
    if any(finding.code == "option-value" for finding in session.bench.composed(draft)[1]):
        talk.say(f'"{label_of(setting)}" can be {choices_in_words(type_)}, not `{value}`.')
        return
    session.change(draft)


def _row(name: str, setting: OptionSetting) -> PickerRow:
    line = f"{label_of(setting)}: {value_in_words(value_text(setting))}  ({choices_in_words(setting.type)})"
    return PickerRow(name, line, setting.document.title, (name, setting.name, label_of(setting)))


class MixDialogue:
    def __init__(self, console: Console, library: Library) -> None:
        self.talk = Conversation(console)
        self.library = library
        self.entries = {entry.id: entry for entry in entries_of(library)}
        self.session: MixSession | None = None

    def run(self, draft: Recipe | None, family: str | None = None) -> None:
        """Ask until the mix is saved or the person leaves. Without a draft, ask for the game first: one of a family if
        its id is given."""
        try:
            while not self._mix(draft or Recipe(self._game(family))):
                draft = family = None
        except MixLeft:
            self._say_mix_so_far()
        except KeyboardInterrupt:
            self.talk.say()
            self._say_mix_so_far()
            raise Stopped from None

    def _game(self, frame: str | None) -> str:
        """Return the id of the game that the person takes, or raise MixLeft."""
        of_family = None if frame is None else {document.id for document in family(self.library, frame)}

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

    def _mix(self, draft: Recipe) -> bool:
        """Ask for the changes, and save the mix. Return False if the person goes back to the games."""
        self.session = MixSession(draft, self.talk, self.library, self.entries)
        self._introduce(self.session)
        while choose_rules(self.session) == "next":
            while choose_options(self.session) == "next":
                if SavingStep(self.session).ask():
                    return True
                if not self.session.draft.changes or not options_of(self.session):
                    break
        return False

    def _introduce(self, session: MixSession) -> None:
        entry = self.entries.get(session.bench.original.id)
        self.talk.say()
        self.talk.say(session.bench.original.title, "bold")
        text = text_by_default(entry, self.entries) if entry is not None else ""
        if text:
            self.talk.paragraph(text, 2)
        session.begin()

    def _say_mix_so_far(self) -> None:
        """Say after the person leaves that no file was written, and how to play the mix."""
        self.talk.console.say("Nothing was saved.")
        if self.session is not None and self.session.draft.changes:
            line = self.session.bench.line(self.session.draft)
            self.talk.console.say(f"The mix so far: parlour play {shell_word(line)}")


class StartDialogue(MixDialogue):
    """The dialogue of `parlour mix`, up to a table instead of a file."""

    def arguments(self) -> list[str]:
        """Ask, and return the arguments of `parlour play`. Raises MixLeft if the person leaves."""
        while True:
            self.session = MixSession(Recipe(self._game(None)), self.talk, self.library, self.entries)
            self._introduce(self.session)
            while choose_rules(self.session) == "next":
                seats = self._seats(self.session.draft)
                if seats is not None:
                    return [self.session.bench.line(self.session.draft), *seats]

    def _seats(self, draft: Recipe) -> list[str] | None:
        """Return the options about the players, or None if the person goes back."""
        players = made(draft).players
        tables = {n: f"you and {n - 1} other{'s' if n > 2 else ''}" if n > 1 else "you alone" for n in players}
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
            every = [PickerRow(str(n), f"{n}  {meaning}") for n, meaning in meanings.items()]
            return [choice for choice in every if all(word in choice.line for word in words)]

        _, id = Picker(self.talk, question, choices, at=at).pick()
        return int(id) if id else None

    def _names(self, count: int) -> list[str]:
        """Return the names of the people at this keyboard, or nothing for one without a name."""
        while True:
            text = self.talk.ask("Your name, or those of all at this keyboard, with commas (Enter: none) > ")
            given = [name.strip() for name in text.split(",") if name.strip()]
            try:
                names_of([*given, *(f"Bot {n}" for n in range(len(given) + 1, count + 1))], count)
                return given
            except ValueError as error:
                self.talk.say(f"{capitalised(str(error))}.")


def arguments_of_play(console: Console) -> list[str] | None:
    """Return the arguments of `parlour play` that the person chooses, or None if they leave."""
    try:
        return StartDialogue(console, Library.standard()).arguments()
    except MixLeft:
        return None
