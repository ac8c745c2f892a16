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


@dataclass(frozen=True)
class Operator:
    name: str
    text: str


OPERATORS = (
    Operator("and-or", "swaps `and` and `or`"),
    Operator("arithmetic", "swaps `+` and `-`, and replaces `&` by `-`"),
    Operator("boundary", "swaps `<` and `<=`, `>` and `>=`"),
    Operator("branch", "always takes the same side of `a if test else b`"),
    Operator("compare", "swaps `==` and `!=`, `in` and `not in`"),
    Operator("drop-action", "drops an action of a question"),
    Operator("drop-clause", "drops a clause that forbids or allows something"),
    Operator("drop-condition", "drops a condition: `if`, `where` or `only if nothing else`"),
    Operator("drop-hook", "drops a hook"),
    Operator("drop-item", "drops an item of a list, or a change to a record"),
    Operator("drop-member", "drops a member of a class"),
    Operator("drop-operand", "drops one side of `and` or `or`"),
    Operator("drop-power", "drops the power of a card"),
    Operator("drop-rule", "drops a rule that the game uses"),
    Operator("drop-step", "drops a step"),
    Operator("lifetime", "lets a variable or the deck begin again with another stage (`each`)"),
    Operator("negate", "negates a condition"),
    Operator("number", "makes a number greater or smaller by one"),
    Operator("option", "changes the default of an option, or the value that a game sets"),
    Operator("other-end", "swaps `top` and `bottom`"),
    Operator("other-player", "swaps a player and the next one"),
    Operator("other-zone", "replaces a zone with another one of the same kind"),
    Operator("quantifier", "swaps `any` and `all`, `no` and `any`, `most` and `least`"),
    Operator("setting", "changes the players, the pack, or the players who see a zone or variable"),
    Operator("truth", "swaps `true` and `false`"),
)

NAMES = tuple(operator.name for operator in OPERATORS)
