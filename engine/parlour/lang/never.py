"""Hooks that never run: what they are about is never done, or a question that is only ever included in others.

Looks at what texts say, not at what options leave of them: a step that an option leaves out counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from parlour.composition import Member
from parlour.diagnostics import Diagnostic
from parlour.document import Mapping, Scalar, Sequence
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.lang.symbols import Tables
from parlour.source import Span


def check_hooks_run(tables: Tables) -> None:
    """A warning for each hook on something that no step does."""
    done, included = {_main(tables)}, set[str]()
    for section in ("procedures", "stages", "prompts", "when", "misplay", "powers"):
        for member in tables.composition.sections.get(section, ()):
            for text in _texts(member):
                for node in _nodes(_read(section, text)):
                    done |= _done_by(node)
                    if isinstance(node, s.Include):
                        included.add(node.call.name)
    for member in tables.composition.sections.get("when", ()):
        head = parser.parse_hook_heading(member.key, [])
        if head is not None and head.target.name not in done:
            _report(tables, head.target.name, member.key.span, head.target.name in included)


def _report(tables: Tables, name: str, span: Span, included: bool) -> None:
    if name in tables.prompts and included:
        message = f"this never happens: `{name}` is only included in other questions, nothing asks it"
        help_ = "name a question that includes it, or a procedure that its actions run"
    elif name in tables.prompts:
        message, help_ = f"this never happens: nothing asks `{name}`", f"`ask {name}(…)` asks it"
    elif name in tables.stages:
        message, help_ = f"this never happens: nothing plays `{name}`", f"`play {name}` plays it"
    elif name in tables.procedures:
        message, help_ = f"this never happens: nothing runs `{name}`", f"`{name}(…)` runs it"
    else:
        return  # there is no such thing, which has been said
    tables.problems.append(Diagnostic("hook-never", message, span, "warning", help=help_))


def _main(tables: Tables) -> str:
    node = tables.composition.single("main")
    return node.value if isinstance(node, Scalar) else ""


def _texts(member: Member) -> Iterator[Scalar]:
    """Whatever may be steps: the text itself, or what stands under keys such as `instead` and `do`."""
    stack = [member.value]
    while stack:
        node = stack.pop()
        if isinstance(node, Scalar):
            yield node
        elif isinstance(node, Mapping):
            stack += [entry.value for entry in node.entries]
        elif isinstance(node, Sequence):
            stack += node.items


def _read(section: str, text: Scalar) -> object:
    return parser.parse_actions(text, []) if section == "prompts" else parser.parse_statements(text, [])


def _done_by(node: object) -> set[str]:
    """The procedures, stages and questions that a step or an action names."""
    match node:
        case s.Do(call=call) | s.Ask(call=call):
            return {call.name}
        case s.PlayStage(name=name):
            return {name}
        case s.Action(does=does, id=id):
            return {id if does is None else does.name}
        case _:
            return set()


def _nodes(root: object) -> Iterator[object]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, tuple):
            stack += node
        elif is_dataclass(node) and not isinstance(node, Span):
            stack += [getattr(node, f.name) for f in fields(node)]
