"""The third question: which options the mix sets."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.documents.composition import OptionSetting
from parlour.documents.option_types import meant_value
from parlour.documents.prose import options_by_name, value_in_words, value_text
from parlour.mixer.conversation import BACK, Step
from parlour.mixer.mix_session import MixSession
from parlour.mixer.picker import Picker, PickerRow
from parlour.rulebook.option_words import choices_in_words, default_of, label_of, values_in_words

CONTINUE = PickerRow("next", "continue with these")


class OptionsStep:
    def __init__(self, session: MixSession) -> None:
        self.session = session
        self.talk = session.talk

    @property
    def options(self) -> dict[str, OptionSetting]:
        """The options of the mix by their names: those of the game, then those of its rules."""
        composition, _ = self.session.bench.composed(self.session.draft)
        named = options_by_name(composition) if composition is not None else {}
        return dict(sorted(named.items(), key=lambda item: item[1].document.kind == "rule"))

    def ask(self) -> Step:
        picker = Picker(self.talk, "Options:", self._choices)
        while self.options:
            key, name = picker.pick()
            if key == "escape":
                return "back"
            if name == CONTINUE.id:
                break
            if name:
                self._change(name)
                picker.words, picker.at = "", 0
        return "next"

    def _choices(self, words: Sequence[str]) -> list[PickerRow]:
        """Return the options that mention all these words; without words, after the row that continues."""
        rows = [_row(name, setting) for name, setting in self.options.items()]
        if not words:
            return [CONTINUE, *rows]
        texts = [f"{row.id} {row.line} {row.about}".casefold() for row in rows]
        return [row for row, text in zip(rows, texts, strict=True) if all(word.casefold() in text for word in words)]

    def _change(self, name: str) -> None:
        """Ask for another value of an option."""
        setting = self.options[name]
        type_ = setting.type
        for word, meaning in values_in_words(type_):
            self.talk.say(f"    {value_in_words(word)}: {meaning}")
        usual = f"normally {value_in_words(default_of(setting))}"
        value = self.talk.ask(f"{label_of(setting)} ({choices_in_words(type_)}; {usual}) > ")
        if not value or (value.casefold() in BACK and meant_value(type_, value) not in type_.words):
            self.talk.say("Nothing changed.")
            return
        draft = self.session.bench.with_value(name, meant_value(type_, value), self.session.draft)
        if any(finding.code == "option-value" for finding in self.session.bench.composed(draft)[1]):
            self.talk.say(f'"{label_of(setting)}" can be {choices_in_words(type_)}, not `{value}`.')
            return
        self.session.change(draft)


def _row(name: str, setting: OptionSetting) -> PickerRow:
    line = f"{label_of(setting)}: {value_in_words(value_text(setting))}  ({choices_in_words(setting.type)})"
    return PickerRow(name, line, setting.document.title, (name, setting.name, label_of(setting)))
