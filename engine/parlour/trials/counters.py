"""A Program that also counts the choices of each action and the beginnings of each part of a game.

Executions count how often each rule fires. Here each action and stage gets an extra rule of its own, so that all
executions count them without knowing. Such a Program plays the same games as the original.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from parlour import program as p
from parlour.program.walking import walk


@dataclass(frozen=True)
class CountedAction:
    """One action of a question, or of several that include the same prompt."""

    id: str
    origin: p.Origin
    last: bool  # offered only if nothing else is


@dataclass(frozen=True)
class CountedProgram:
    """The Program with its counters: first those of its rules, then of these actions, then one for all stages."""

    program: p.Program
    rules: tuple[p.Origin, ...]
    actions: tuple[CountedAction, ...]

    @property
    def stages(self) -> int:
        """The place of the counter of stages."""
        return len(self.rules) + len(self.actions)


def counted(program: p.Program) -> CountedProgram:
    """Return the Program with counters. It has the same questions, and its moves have the same numbers."""
    places: dict[CountedAction, int] = {}
    questions: list[p.Question] = []
    first = len(program.rules)
    for question in program.questions:
        arms = []
        for arm in question.arms:
            action = CountedAction(arm.id, arm.origin, arm.last)
            place = places.setdefault(action, first + len(places))
            arms.append(replace(arm, fires=(*arm.fires, p.Firing(place, None))))
        questions.append(replace(question, arms=tuple(arms)))
    stages = first + len(places)
    code = tuple(_noted(program, instr, stages) for instr in program.code)
    rules = (*program.rules, *(action.origin for action in places), *program.rules[:1])
    digest = f"{program.digest} counted"
    made = replace(program, digest=digest, questions=tuple(questions), code=code, rules=rules)
    return CountedProgram(made, program.rules, tuple(places))


def _noted(program: p.Program, instr: p.Instr, place: int) -> p.Instr:
    """Count the beginning of a stage that gathers the cards, or that can end with a word."""
    if not isinstance(instr, p.Do):
        return instr
    entered = [program.stages[node.stage] for node in walk(instr.stmt) if isinstance(node, p.EnterStage)]
    if not any(stage.cards or stage.endings for stage in entered):
        return instr
    return replace(instr, stmt=p.Seq((instr.stmt, p.RuleFired(place))))
