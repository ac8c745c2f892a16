"""The menu on Windows: another module gives keys there, with codes of its own, and `termios` is missing."""

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from parlour.mixer import picker
from parlour.mixer.picker import Conversation, Picker, PickerRow
from parlour.terminal import keys as keys_here
from scaffold.terminal import Screen, Typing


class KeysOfWindows(ModuleType):
    """What `msvcrt` has for keys, pressed in advance."""

    pressed: list[str]

    def kbhit(self) -> bool:
        return bool(self.pressed)

    def getwch(self) -> str:
        return self.pressed.pop(0)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[KeysOfWindows]:
    typed = KeysOfWindows("msvcrt")
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "win32")
        there.setitem(sys.modules, "msvcrt", typed)
        for name in ("termios", "tty", "select"):
            there.setitem(sys.modules, name, None)
        importlib.reload(keys_here)
        there.setattr(picker, "keys", keys_here.keys)
        there.setattr(picker, "can_read_keys", lambda console: True)
        yield typed
    importlib.reload(keys_here)


def chosen(typed: KeysOfWindows, *pressed: str) -> tuple[str, str]:
    typed.pressed = [*pressed]
    rows = [PickerRow(name, name) for name in ("one", "two", "three")]
    talk = Conversation(keys_here.Console(Typing([]), Screen(True), Screen(True)))
    return Picker(talk, "Which?", lambda words: [row for row in rows if all(w in row.line for w in words)]).pick()


def test_arrows_and_words_choose(windows: KeysOfWindows) -> None:
    assert chosen(windows, "\xe0", "P", "\r") == ("enter", "two")
    assert chosen(windows, "\xe0", "P", "\xe0", "P", "\0", "H", "\r") == ("enter", "two")
    assert chosen(windows, "t", "h", "x", "\b", "\r") == ("enter", "three")
    assert chosen(windows, "\x1b") == ("escape", "")


def test_control_c_interrupts(windows: KeysOfWindows) -> None:
    with pytest.raises(KeyboardInterrupt):
        chosen(windows, "\x03")
