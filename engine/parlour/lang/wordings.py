"""The lines in which questions are put: each document can word a question, and another one can reword it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from parlour.base.diagnostics import Related
from parlour.lang import syntax as s
from parlour.lang.symbols import Scope, Tables

_Worded = tuple[s.Wording, Scope]
_T = TypeVar("_T")
_RANKS = ("frame", "rule", "game")  # of documents that reword a question, the last one counts


def by_precedence(*said: tuple[_T, Scope]) -> list[tuple[_T, Scope]]:
    """Sort what several documents say so that the last one decides: a game decides over its rules."""
    return sorted(said, key=lambda each: _RANKS.index(each[1].document.kind))


@dataclass
class Wordings:
    """The wordings of all prompts, as the documents of one composition give them."""

    tables: Tables
    first: dict[str, _Worded] = field(default_factory=dict)
    others: dict[str, list[_Worded]] = field(default_factory=dict)  # those with `instead`

    def add(self, prompt: str, wording: s.Wording, scope: Scope) -> None:
        if wording.instead:
            self.others.setdefault(prompt, []).append((wording, scope))
            return
        if prompt in self.first:
            (one, _), (other, _) = by_precedence(self.first[prompt], (wording, scope))
            related = (Related(one.span, "the first one"),)
            message = f"the question `{prompt}` has two wordings"
            help_ = 'remove one of them, or write `instead "…"` to replace the first one'
            self.tables.error("name-twice", message, other.span, help=help_, related=related)
        self.first.setdefault(prompt, (wording, scope))

    def of(self, prompt: str) -> _Worded | None:
        """Return the wording that applies: that of a game takes precedence over that of a rule."""
        worded = self.first.get(prompt)
        in_order = by_precedence(*self.others.get(prompt, ()))
        for number, (wording, scope) in enumerate(in_order):
            if worded is None:
                message = f"`instead` replaces nothing: the question `{prompt}` has no wording"
                self.tables.error("instead", message, wording.span, help="remove `instead` to add it")
            elif number and scope.document.kind == worded[1].document.kind == "rule":
                message = f"`{worded[1].document.id}` and `{scope.document.id}` both reword `{prompt}`"
                related = (Related(worded[0].span, "the other wording"),)
                help_ = "use only one of the two rules"
                self.tables.error("instead", message, wording.span, help=help_, related=related)
            worded = wording, scope
        return worded
