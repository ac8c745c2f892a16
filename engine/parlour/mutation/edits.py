"""An edit: one stretch of a document replaced by another text, with the operator that does so."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.base.source import Span

WIDTH = 60  # of a quoted text


@dataclass(frozen=True)
class Edit:
    """`around` is the stretch to show with the edit: `a == b`, if the edit replaces only `==`."""

    operator: str
    span: Span
    new: str
    around: Span

    @property
    def sentence(self) -> str:
        """The edit in a few words: "drops `draw(p, 2)`", "`a == b` becomes `a != b`"."""
        old = shortened(self.around.text)
        if self.operator.startswith("drop-") and self.new in DROPPED:
            return f"drops `{old}`"
        before = self.around.text[: self.span.start - self.around.start]
        after = self.around.text[self.span.end - self.around.start :]
        return f"`{old}` becomes `{shortened(before + self.new + after)}`"


DROPPED = ("", "nothing", "{}", "[]", "true")


def edit(operator: str, span: Span, new: str, around: Span | None = None) -> Edit:
    return Edit(operator, span, new, around or span)


def shortened(text: str) -> str:
    """Return some code on one line, and cut it if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= WIDTH else line[: WIDTH - 1].rstrip() + "…"
