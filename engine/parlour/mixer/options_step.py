"""The third question: which options the mix sets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.base.diagnostics import did_you_mean
from parlour.cli.keys import can_read_keys
from parlour.documents.composition import OptionSetting
from parlour.documents.option_types import meant_value
from parlour.documents.prose import options_by_name, value_in_words, value_text
from parlour.library.spellings import has_words, spelling
from parlour.mixer.conversation import BACK, HELP_WORDS, NEXT, UNDO, Step
from parlour.mixer.mix_session import MixSession
from parlour.mixer.picker import Picker, PickerRow
from parlour.mixer.wording import titled
from parlour.rulebook.option_words import choices_in_words, default_of, label_of, values_in_words

HELP = """\
  3, or a name               ask for another value of this option
  3 7, or hand-size 7        set it; `3 default` removes your value
  ? 3                        show the name and the values of an option
  / and a word               list only options that mention a word; / alone lists all
  m                          show the mix so far
  Enter                      continue and save the mix
  u                          undo the last change
  b                          go back to the rules
  q                          quit without saving"""

_NUMBERED = re.compile(r"(\d+)(?:\s*[=:]\s*|\s+|$)(.*)")


@dataclass(frozen=True)
class NumberedOption:
    number: int
    name: str
    setting: OptionSetting

    @property
    def label(self) -> str:
        return label_of(self.setting)

    @property
    def line(self) -> str:
        return f"{self.label}: {value_in_words(value_text(self.setting))}  ({choices_in_words(self.setting.type)})"


class OptionsStep:
    def __init__(self, session: MixSession) -> None:
        self.session = session
        self.talk = session.talk

    @property
    def rows(self) -> list[NumberedOption]:
        """The options of the mix: those of the game, then those of its rules."""
        composition, _ = self.session.bench.composed(self.session.draft)
        named = options_by_name(composition) if composition is not None else {}
        ordered = sorted(named.items(), key=lambda item: item[1].document.kind == "rule")
        return [NumberedOption(number, name, setting) for number, (name, setting) in enumerate(ordered, 1)]

    def ask(self) -> Step:
        rows = self.rows
        if not rows:
            return "next"
        if can_read_keys(self.talk.console):
            return self._pick()
        self._show(rows)
        while True:
            answer = self.talk.ask(f"Options? 1 to {len(rows)} and a value; Enter when done, h for help > ")
            word = answer.casefold()
            if not word:
                return "next"
            if word in BACK:
                return "back"
            self._answer(answer, word)

    def _pick(self) -> Step:
        picker = Picker(self.talk.console, "Options", self._listed)
        while True:
            key, number = picker.pick()
            if key == "escape":
                return "back"
            if number == "next":
                return "next"
            if number:
                self._change(number)
                picker.words, picker.at = "", 0

    def _listed(self, words: Sequence[str]) -> list[PickerRow]:
        """Return the options that mention all these words, after the row that continues."""
        rows = [PickerRow(str(row.number), row.line, row.setting.document.title) for row in self._mentioning(words)]
        return rows if words else [PickerRow("next", "continue with these"), *rows]

    def _mentioning(self, words: Sequence[str]) -> list[NumberedOption]:
        def text(row: NumberedOption) -> str:
            return f"{row.name} {row.line} {row.setting.document.title}".casefold()

        return [row for row in self.rows if all(word.casefold() in text(row) for word in words)]

    def _answer(self, answer: str, word: str) -> None:
        if word in HELP_WORDS:
            self.talk.console.say(HELP)
        elif word in UNDO:
            self.session.undo()
        elif word in NEXT:
            self.talk.say("Press Enter to continue.")
        elif word in ("m", "mix"):
            self.session.say_mix()
        elif word.startswith("/"):
            self._search(word[1:].split())
        elif word.startswith("?"):
            self._explain(answer[1:].strip())
        else:
            self._change(answer)

    def _show(self, rows: list[NumberedOption]) -> None:
        heading = None
        for row in rows:
            document = row.setting.document
            title = document.title if document.kind == "rule" else self.session.bench.plain.title
            if title != heading:
                self.talk.say()
                self.talk.say(title, "bold")
                heading = title
            self.talk.console.write_up([f"  {row.number:>3}  {row.line}"], 5)
        self.talk.say()

    def _search(self, words: list[str]) -> None:
        rows = self._mentioning(words)
        if rows:
            self._show(rows)
        else:
            self.talk.say(f"No option mentions `{' '.join(words)}`.")

    def _explain(self, text: str) -> None:
        row = self._option(text)
        if row is not None:
            usual = f"normally {value_in_words(default_of(row.setting))}"
            self.talk.say(f"  {row.line}", "bold")
            self._values(row)
            self.talk.say(f"  {usual}; on the command line: --set {row.name}={value_text(row.setting)}")

    def _values(self, row: NumberedOption) -> None:
        """Say what each value means, if the option says so."""
        for value, meaning in values_in_words(row.setting.type):
            self.talk.say(f"    {value_in_words(value)}: {meaning}")

    def _option(self, text: str, line: str = "") -> NumberedOption | None:
        """Return the option with this number or name, or say why there is none: the whole line can name a rule."""
        rows = self.rows
        if text.isdecimal():
            if 1 <= int(text) <= len(rows):
                return rows[int(text) - 1]
            self.talk.say(f"There is no number {text}: the numbers are 1 to {len(rows)}.")
            return None
        found = _named(text, rows)
        if len(found) == 1:
            return found[0]
        rule = None if found else self.session.bench.rule(line or text)
        if rule is not None:
            self.talk.say(f"{titled(rule.title)} is a house rule, not an option. Type b to go back to the rules.")
        elif found:
            self.talk.say(f"Several options match `{text}`:")
            self._show(found)
        else:
            help = did_you_mean(text, [row.name for row in rows])
            self.talk.say(f"No option is called `{text}`" + (f"; {help}" if help else "."))
        return None

    def meant(self, text: str) -> NumberedOption | None:
        """Return the option that a line names by words, with or without a value."""
        found = [] if _NUMBERED.fullmatch(text) else _named(self._name_and_value(text)[0], self.rows)
        return found[0] if len(found) == 1 else None

    def _change(self, text: str) -> None:
        name, value = self._name_and_value(text)
        row = self._option(name, text)
        if row is None:
            return
        if not value:
            self._values(row)
            value = self.talk.ask(f"{row.label} ({choices_in_words(row.setting.type)}) > ")
        kind = row.setting.type
        leaves = value.casefold() in (*UNDO, *BACK) and meant_value(kind, value) not in kind.words
        if not value or leaves:
            self.talk.say("Nothing changed.")
            return
        written = default_of(row.setting) if value.casefold() == "default" else meant_value(row.setting.type, value)
        draft = self.session.bench.with_value(row.name, written, self.session.draft)
        if any(finding.code == "option-value" for finding in self.session.bench.composed(draft)[1]):
            self.talk.say(f'"{row.label}" can be {choices_in_words(row.setting.type)}, not `{value}`.')
            return
        self.session.change(draft)

    def _name_and_value(self, text: str) -> tuple[str, str]:
        """Split what somebody typed. Without a sign, the name is the longest beginning that names options."""
        numbered = _NUMBERED.fullmatch(text)
        if numbered is not None:
            return numbered[1], numbered[2]
        name, sign, value = text.partition("=") if "=" in text else text.partition(":")
        if sign:
            return name.strip(), value.strip()
        rows = self.rows
        known = (split for split in _splits(text) if _named(split[0], rows))
        name, _, value = text.rpartition(" ")
        return next(known, (name or text, value if name else ""))


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Yield all ways to split a line between words, the longest beginning first."""
    words = text.split()
    for count in range(len(words), 0, -1):
        yield " ".join(words[:count]), " ".join(words[count:])


def _named(text: str, rows: list[NumberedOption]) -> list[NumberedOption]:
    """Return the options with a name, or else those with a label or a name that contains it."""
    said = spelling(text)
    if not said:
        return []
    exact = [row for row in rows if said in (spelling(row.name), spelling(row.setting.name), spelling(row.label))]
    return exact or [row for row in rows if has_words(row.label, text) or has_words(row.name, text)]
