"""What is wrong with a mix only where its options are at their limits.

A few mixes are compiled: all options at their first value, all at their second, and so on. Where one of them has an
error, the option that brings it about is found by setting each alone. What an error means is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from parlour.compiler import Compiled
from parlour.composition import Composition, OptionSetting
from parlour.diagnostics import Diagnostic

Compile = Callable[[Mapping[str, str]], Compiled]


def at_limits(composition: Composition, fixed: Mapping[str, str], compile_with: Compile) -> Iterator[Diagnostic]:
    """The errors with other options than the mix has, each with what to set; `fixed` are options to leave alone."""
    settings = [s for s in composition.options.values() if s.full_name not in fixed and s.name not in fixed]
    choices = {setting.full_name: found for setting in settings if (found := _limits(setting))}
    seen: set[tuple[str, str]] = set()
    for number in range(max(map(len, choices.values()), default=0)):
        values = {name: found[number % len(found)] for name, found in choices.items()}
        together = _errors(compile_with(values))
        if not together:
            continue
        alone = [({name: value}, _errors(compile_with({name: value}))) for name, value in values.items()]
        for chosen, errors in [one for one in alone if one[1]] or [(values, together)]:
            said = " ".join(f"--set {name}={value}" for name, value in chosen.items())
            for error in errors:
                if (error.code, error.message) not in seen:
                    seen.add((error.code, error.message))
                    yield replace(error, message=f"with {said}: {error.message}")


def _errors(compiled: Compiled) -> list[Diagnostic]:
    return [finding for finding in compiled.findings if finding.severity == "error"]


def _limits(setting: OptionSetting) -> list[str]:
    """Every word, and the bounds of a number. Ranks, suits and cards have no limits."""
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
