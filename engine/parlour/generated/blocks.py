"""The linear code as Python source: a function for each place that can be jumped to, which runs up to the next jump
or question and says where to go on, or -1.

A jump forward is followed at once where the function stays short.
"""

from __future__ import annotations

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.naming import Naming, Scope, definition
from parlour.generated.statements import Statements
from parlour.machine.layout import OVER, QUESTION

LONGEST = 40  # instructions in one function


class Blocks:
    """Writes the code of one source."""

    def __init__(self, naming: Naming, expressions: Expressions, statements: Statements) -> None:
        self.naming = naming
        self.program = naming.program
        self.x = expressions
        self.statements = statements
        self.wanted: list[int] = []
        self.known: set[int] = set()
        self.sites: dict[int, list[int]] = {}  # by local: from where a routine is called
        for instr in self.program.code:
            if isinstance(instr, p.Gosub):
                self.sites.setdefault(instr.back, []).append(instr.site)

    def want(self, pc: int) -> int:
        if pc not in self.known:
            self.known.add(pc)
            self.wanted.append(pc)
        return pc

    def write(self) -> None:
        """Everything that can be reached from what was wanted."""
        while self.wanted:
            pc = self.wanted.pop()
            self.naming.function(f"b_{pc}", lambda pc=pc: definition(f"b_{pc}", [], self._from(pc)))  # type: ignore[misc]  # the place of this round

    def _from(self, pc: int) -> list[str]:
        lines: list[str] = []
        passed: set[int] = set()
        while pc not in passed and len(passed) < LONGEST:
            passed.add(pc)
            match self.program.code[pc]:
                case p.Do(stmt, origin):
                    lines += self.statements.lines(stmt, Scope({}, origin))
                    pc += 1
                case p.Branch(test, otherwise, origin):
                    lines.append(f"if not {self.x.truth(test, Scope({}, origin))}:")
                    lines.append(f"    return {self.want(otherwise)}")
                    pc += 1
                case p.Jump(to, clear):
                    lines += self._clear(clear)
                    pc = to
                case p.Gosub(to, back, site, clear):
                    lines.append(f"s[{self.naming.cell(back)}] = {site}")
                    lines += self._clear(clear)
                    pc = to
                case p.Return(back, clear) if len(self.sites.get(back, [])) == 1:
                    lines += self._clear(clear)
                    pc = self.program.returns[self.sites[back][0] - 1]
                case p.Return(back, clear):
                    for site in self.sites.get(back, []):
                        self.want(self.program.returns[site - 1])
                    return [*lines, f"site = s[{self.naming.cell(back)}]", *self._clear(clear), "return RETURNS[site]"]
                case p.AskOf(question):
                    return [*lines, *self._ask(question)]
                case p.Unseal(question, player):
                    return [*lines, *self._unseal(question, player)]
                case p.Finish(clear):
                    return [*lines, *self._clear(clear), f"s[{QUESTION}] = {OVER}", "return -1"]
        return [*lines, f"return {self.want(pc)}"]

    def _clear(self, locals_: tuple[int, ...]) -> list[str]:
        """Kept locals become zero; the others are gone at the next question anyway."""
        kept = self.naming.layout.kept
        cells = [kept[local] for local in locals_ if local in kept]
        return [f"{' = '.join(f's[{cell}]' for cell in cells)} = 0"] if cells else []

    def _ask(self, number: int) -> list[str]:
        question = self.program.questions[number]
        lines = []
        if question.otherwise is not None:
            lines = [f"if not legal_{number}(s):", f"    return {self.want(question.otherwise)}"]
        for arm in question.arms:
            self.want(arm.target)
        return [*lines, *self._clear(question.clear), f"s[{QUESTION}] = {number}", "return -1"]

    def _unseal(self, number: int, player: p.Expr) -> list[str]:
        """The sealed answer is kept as 1 + 2 * move + (1 when it is a misplay)."""
        sealed = self.program.questions[number].sealed
        assert sealed is not None, "only a sealed answer can be opened"
        array = self.naming.layout.variables[sealed]
        seat = self.x.value(player, Scope({}, None))
        for arm in self.program.questions[number].arms:
            self.want(arm.target)
            if arm.misplay is not None:
                self.want(arm.misplay)
        return [f"return unseal(s, {number}, {array.at} + {seat})"]
