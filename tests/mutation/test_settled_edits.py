"""Options settle an edit in the mixes where their values leave the same of the text before and after it."""

from __future__ import annotations

from random import Random
from types import MappingProxyType

import pytest

from parlour.base.source import Source, Span
from parlour.documents.composition import Composition
from parlour.documents.document import Scalar
from parlour.examples.mixing import ExampleMix
from parlour.lang import syntax as s
from parlour.mutation.courses import Course
from parlour.mutation.lockstep import Lockstep
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.mutation.remaining import FALSE, NOTHING, TRUE, remaining
from parlour.mutation.sites import Form, parsed
from parlour.mutation.trials import SettledEdits, grafted
from parlour.mutation.work import MutationPlan, Work
from parlour.states.state import Table

OPTIONS = MappingProxyType({
    "pick": (s.WordLit, "stuck"), "size": (s.Number, 4), "cap": NOTHING, "open": TRUE, "deal.closed": FALSE,
})  # fmt: skip


def left_of(text: str, form: Form = "expression") -> object:
    tree = parsed(Scalar(text, True, Span(Source("text", text), 0, len(text))), form)
    assert tree is not None, text
    return remaining(tree, OPTIONS)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("options.pick == stuck and c == d", "c == d"),
        ("c == d and options.pick == stuck", "c == d"),
        ("options.pick == other and c == d", "options.pick == never"),
        ("options.pick != stuck or c == d", "c == d"),
        ("options.open or c == d", "true"),
        ("options.deal.closed and c == d", "not options.open"),
        ("options.size > 3 and c == d", "c == d"),
        ("options.size >= 4 and 4 <= options.size and c == d", "c == d"),
        ("options.size < 4", "options.size > 4"),
        ("options.cap is none", "options.size is some"),
        ("c == d if options.cap == none else c", "c == d"),
        ("any c in x where options.open", "any c in x where true"),
    ],
)
def test_a_value_decides_a_condition(one: str, other: str) -> None:
    assert left_of(one) == left_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("c == d and options.pick == other", "false"),  # the left side can fail
        ("options.unknown == stuck and c == d", "c == d"),
        ("stuck == other", "false"),  # names, not words
        ("options.size + 1 > 3", "true"),
        ("c == d", "d == c"),
    ],
)
def test_nothing_else_is_decided(one: str, other: str) -> None:
    assert left_of(one) != left_of(other)


def test_decided_steps_and_actions_are_left_out() -> None:
    steps = "if options.open:\n  a = 1\n  b = 2\nelse:\n  c = 3\nnothing"
    assert left_of(steps, "steps") == left_of("a = 1\nb = 2", "steps")
    assert left_of("if options.deal.closed: a = 1", "steps") == left_of("nothing", "steps")
    actions = 'one "one" if options.deal.closed: a = 1\ntwo "two" if options.open: b = 1'
    assert left_of(actions, "actions") == left_of('two "two": b = 1', "actions")


@pytest.mark.long
def test_a_settled_edit_leaves_the_same_game() -> None:
    """Where options settle an edit, no move and no legal move differs in two games from new deals."""
    work = Work.of(MutationPlan(("draw-one",), (), (), None, 1, 1, trace=False))
    (target,) = work.targets
    edits, mixes = SettledEdits(target.document), dict.fromkeys(judge.mix for judge in target.bench.judges)
    compared = 0
    for mutant in target.mutants:
        changed = grafted(mutant)
        edited = None if changed.document is None else edits.text(changed.document)
        if edited is None:
            continue
        settled = [mix for mix in mixes if edited.same_in(composition_of(work, mix))]
        assert len(settled) < len(mixes), mutant.sentence
        for mix in settled[:1]:
            after = MutatedMixes(work.gallery.mixes.library, files=changed.files()).table(mix, None)
            before = work.gallery.mixes.table(mix, None)
            step = Lockstep(before, after)
            for seed in (1, 2):
                assert step.deal(dealt(before, seed), seed) is None, mutant.sentence
            compared += 1
    assert compared >= 8


def composition_of(work: Work, mix: ExampleMix) -> Composition:
    composition = work.gallery.composition(mix)
    assert composition is not None
    return composition


def dealt(table: Table, seed: int) -> Course:
    return Course(table, lambda: table.machine.start(seed), Random(seed), 60)
