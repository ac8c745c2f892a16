"""What all questions of the dialogue have in common: words that can be typed, and where an answer leads."""

from __future__ import annotations

from typing import Literal

Step = Literal["next", "back"]

BACK = ("b", "back")
HELP_WORDS = ("h", "help", "?")
NEXT = ("done", "next", "n", "ok")
UNDO = ("u", "undo")
