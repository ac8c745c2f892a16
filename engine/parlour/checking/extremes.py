"""Errors of a mix that only occur with options at their limits, and warnings about too many cards or choices.

A few mixes are compiled: all options at their first value, all at their second, and so on. For each error,
options are left out until only those remain that cause it together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic
from parlour.base.shrinking import minimal
from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.mixing.compiler import Compiled
from parlour.mixing.recipes import Recipe
from parlour.states.table_sizes import dealable

CROWDED = ("many-choices", "too-many-cards")  # warnings that depend on how large an option is

Values = Mapping[str, str]
Key = tuple[str, object]


def at_limits(
    composition: Composition, mix: Recipe, rule: Document | None = None, known: Sequence[Diagnostic] = ()
) -> Iterator[Diagnostic]:
    """Yield the errors with other options, each with the options that cause it; those that the mix sets keep their
    values. Findings that are `known` are left out.

    In a mix made to check one rule, only the options that this rule declares or reads change.
    """
    settings = [s for s in composition.options.values() if not {s.full_name, s.name} & mix.options.keys()]
    if rule is not None:
        from parlour.lints.member_texts import texts  # slow to import, and only needed here
        from parlour.lints.option_ranges import options_in

        own = [text for text in texts(composition) if text.member.document is rule]
        read = {setting for text in own for setting in options_in(text, composition)}
        settings = [setting for setting in settings if setting.document is rule or setting in read]
    choices = {setting.full_name: limits for setting in settings if (limits := limits_of(setting))}
    now = {setting.full_name: setting.written for setting in settings}
    seen: set[Key] = {_key(finding) for finding in known}
    for number in range(max(map(len, choices.values()), default=0)):
        values = {name: limits[number % len(limits)] for name, limits in choices.items()}
        others = {name: value for name, value in values.items() if value != now[name]}
        for error in _errors(mix.set_to(others).compiled()) if others else ():
            key = _key(error)
            if key in seen:
                continue
            few = _fewest(others, key, mix)
            options = " ".join(f"--set {name}={value}" for name, value in few.items())
            for one in _errors(mix.set_to(few).compiled()):
                if _key(one) not in seen:
                    seen.add(_key(one))
                    yield replace(one, message=f"with {options}: {one.message}")


def _fewest(values: Values, key: Key, mix: Recipe) -> Values:
    """Return those of these options that cause an error together."""

    def causes(some: Sequence[tuple[str, str]]) -> bool:
        return bool(some) and any(_key(error) == key for error in _errors(mix.set_to(dict(some)).compiled()))

    return dict(minimal([*values.items()], causes))


def _key(error: Diagnostic) -> Key:
    return error.code, None if error.span is None else (error.span.source.name, error.span.start, error.span.end)


def _errors(compiled: Compiled) -> list[Diagnostic]:
    """Return the errors, and crowded tables if the fewest players, whom the estimates are about, can play at all."""
    program, crowded = compiled.program, tuple[str, ...]()
    if any(d.code in CROWDED for d in compiled.findings) and program is not None:
        crowded = CROWDED if min(program.players, default=0) in dealable(program) else ()
    return [d for d in compiled.findings if d.severity == "error" or d.code in crowded]


def limits_of(setting: OptionSetting) -> list[str]:
    """Return the values to try: every word, and the bounds of a number. Ranks, suits and cards have none."""
    kind = setting.type
    values = [*kind.choices, *(str(bound) for bound in (kind.low, kind.high) if bound is not None)]
    return [*values, "none"] if kind.optional else values
