"""Errors of a mix that only occur with options at their limits, and warnings about too many cards or choices.

A few mixes are compiled: all options at their first value, all at their second, and so on. For each error, the set of
options is halved until few options remain that cause it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic
from parlour.base.printable import value_word
from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.mixing.compiler import Compiled
from parlour.states.table_sizes import dealable

CROWDED = ("many-choices", "too-many-cards")  # warnings that depend on how large an option is

Compile = Callable[[Mapping[str, str]], Compiled]
Values = Mapping[str, str]
Key = tuple[str, object]

_OPTION = re.compile(r"\boptions\.([a-z][a-z0-9.-]*[a-z0-9])")


def at_limits(
    composition: Composition,
    fixed: Values,
    compile_with: Compile,
    rule: Document | None = None,
    known: Sequence[Diagnostic] = (),
) -> Iterator[Diagnostic]:
    """Yield the errors with other options, each with the options that cause it; `fixed` options keep their values.
    Findings that are `known` are left out.

    In a mix made to check one rule, only the options that this rule declares or reads change.
    """
    settings = [s for s in composition.options.values() if s.full_name not in fixed and s.name not in fixed]
    if rule is not None:
        read = set(_OPTION.findall(rule.source.text))
        settings = [s for s in settings if s.document is rule or s.name in read or s.full_name in read]
    choices = {setting.full_name: limits for setting in settings if (limits := limits_of(setting))}
    now = {setting.full_name: written_value(setting) for setting in settings}
    seen: set[Key] = {_key(finding) for finding in known}
    for number in range(max(map(len, choices.values()), default=0)):
        values = {name: limits[number % len(limits)] for name, limits in choices.items()}
        others = {name: value for name, value in values.items() if value != now[name]}
        for error in _errors(compile_with(others)) if others else ():
            key = _key(error)
            if key in seen:
                continue
            few, errors = _fewest(others, key, compile_with)
            said = " ".join(f"--set {name}={value}" for name, value in few.items())
            for one in errors:
                if _key(one) not in seen:
                    seen.add(_key(one))
                    yield replace(one, message=f"with {said}: {one.message}")


def _fewest(values: Values, key: Key, compile_with: Compile) -> tuple[Values, list[Diagnostic]]:
    """Return a subset of these options that causes an error, and all errors with it."""
    while len(values) > 1:
        items, half = list(values.items()), len(values) // 2
        for part in (dict(items[:half]), dict(items[half:])):
            if any(_key(error) == key for error in _errors(compile_with(part))):
                values = part
                break
        else:
            break
    return values, _errors(compile_with(values))


def _key(error: Diagnostic) -> Key:
    return error.code, None if error.span is None else (error.span.source.name, error.span.start, error.span.end)


def _errors(compiled: Compiled) -> list[Diagnostic]:
    crowded = CROWDED if any(d.code in CROWDED for d in compiled.findings) and _fewest_play(compiled) else ()
    return [d for d in compiled.findings if d.severity == "error" or d.code in crowded]


def _fewest_play(compiled: Compiled) -> bool:
    """True if `possible` admits the smallest number of players, which the estimates of cards and choices use."""
    program = compiled.program
    return program is not None and min(program.players, default=0) in dealable(program)


def limits_of(setting: OptionSetting) -> list[str]:
    """Return the values to try: every word, and the bounds of a number. Ranks, suits and cards have none."""
    kind = setting.type
    match kind.kind:
        case "word":
            found = list(kind.words)
        case "bool":
            found = ["true", "false"]
        case "int":
            found = [str(bound) for bound in (kind.low, kind.high) if bound is not None]
        case _:
            found = []
    return [*found, "none"] if kind.optional else found


def written_value(setting: OptionSetting) -> str:
    """Return the value of an option as `--set` takes it."""
    value = setting.data
    return " ".join(value) if isinstance(value, list) else value_word(value)
