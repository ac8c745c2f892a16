"""Reports calls of procedures, stages and questions that don't exist, and says how to write what was probably meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from parlour.base.diagnostics import nearest
from parlour.lang import syntax as s
from parlour.lang.symbols import Tables

Kind = Literal["procedure", "stage", "question"]


def unknown_call(tables: Tables, kind: Kind, call: s.Call, actions_of: Callable[[str], Iterable[object]]) -> None:
    """Report a call of something that doesn't exist. `actions_of` returns the ids of a question's actions."""
    name = call.name
    known = {"procedure": tables.procedures, "stage": tables.stages, "question": tables.prompts}[kind]
    action = None if kind == "procedure" else _as_action(tables, call, actions_of)
    help_ = action or _of_other_kind(tables, call)
    if help_ is None and kind == "procedure" and nearest(name, known) is None:
        help_ = _as_variable(tables, name)
    message = f"unknown {kind} `{name}`"
    if help_ is not None:
        tables.error("unknown-name", message, call.name_span, help=help_)
    else:
        tables.unknown("unknown-name", message, name, call.name_span, list(known))


def _of_other_kind(tables: Tables, call: s.Call) -> str | None:
    name, text = call.name, " ".join(call.span.text.split())
    if name in tables.stages:
        return f"`{name}` is a stage: write `play {text}`"
    if name in tables.prompts:
        return f"`{name}` is a question: write `ask {name}(…)`"
    if name in tables.procedures:
        return f"`{name}` is a procedure: write `{text if '(' in text else f'{name}()'}`"
    if name in tables.functions:
        return f"`{name}` is a function: it returns a value and runs no steps"
    return None


def _as_variable(tables: Tables, name: str) -> str | None:
    near = nearest(name, tables.variables)
    return f"to change the variable `{near}`, write `{near} = …` or `{near} += …`" if near is not None else None


def _as_action(tables: Tables, call: s.Call, actions_of: Callable[[str], Iterable[object]]) -> str | None:
    """Return the question that has an action of this name."""
    for prompt, declared in tables.prompts.items():
        if call.name in actions_of(prompt):
            fits = len(call.args) == len(declared.params.types)
            args = ", ".join(arg.span.text for arg in call.args) if fits else "…"
            return f"`{call.name}` is an action of the question `{prompt}`: write `ask {prompt}({args})`"
    return None
