"""The common parts of all questions of the dialogue: words that people can type, and the next step after an answer."""

from __future__ import annotations

from typing import Literal

Step = Literal["next", "back"]

BACK = ("b", "back")
HELP_WORDS = ("h", "help", "?")
NEXT = ("done", "next", "n", "ok")
UNDO = ("u", "undo")
