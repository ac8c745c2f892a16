"""`legal(s)` and `step(s, move)` for every question: the one that is longest, so likely the one that is asked most, is
answered here, without a call; the others by their own functions. Which functions may count steps decides how.

Works on the text of functions that are written already.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from parlour.generated.naming import definition, indented

COUNT_STEPS = frozenset({"spend", "spent", "deal_to", "deal_round"})  # of what `runtime` has

_NAME = re.compile(r"\b[a-z]\w*")
_PLACE = re.compile(r"return \((\d+),")  # from where to go on
_RETURN = re.compile(r"( *)return (.+)")


def dispatching(written: Mapping[str, str], asked: Collection[int], spending: Collection[str]) -> dict[str, str]:
    """Both functions. `spending` are those that may count steps."""
    likely = [n for n in asked if f"legal_{n}" not in spending]
    if not likely:
        return {}
    number = max(likely, key=lambda n: len(written[f"legal_{n}"]) + len(written[f"step_{n}"]))
    legal = [_RETURN.sub(r"\1return \2 or unanswerable(s)", line) for line in _body(written[f"legal_{number}"])]
    asking = ["asked = s[0]", f"if asked == {number}:"]
    return {
        "legal": definition("legal", [], [*asking, *indented(legal), "return answers[asked](s) or unanswerable(s)"]),
        "step": definition("step", ["move"], [
            *asking,
            *indented(_gone_on(_body(written[f"step_{number}"]), spending)),
            "return go_on(s, steps[asked](s, move))",
        ]),
    }  # fmt: skip


def spending_of(written: Mapping[str, str]) -> frozenset[str]:
    """The functions that may count steps, themselves or in what they call or hand on."""
    names = {name: set(_NAME.findall(text)) - {name} for name, text in written.items()}
    for name, text in written.items():
        names[name] |= {f"b_{pc}" for pc in _PLACE.findall(text)}
    found: set[str] = set(COUNT_STEPS)
    while more := {name for name, of in names.items() if name not in found and not found.isdisjoint(of)}:
        found |= more
    return frozenset(found & names.keys())


def _body(text: str) -> list[str]:
    return [line[4:] for line in text.split("\n")[1:]]


def _gone_on(lines: list[str], spending: Collection[str]) -> list[str]:
    """What a function leaves to be done is done; not where nothing is left and no steps can have been counted."""
    found, counted = list[str](), False
    for line in lines:
        counted = counted or any(name in spending or name in COUNT_STEPS for name in _NAME.findall(line))
        left = _RETURN.fullmatch(line)
        if left is not None and (counted or left[2] != "None"):
            line = f"{left[1]}return go_on(s, {left[2]})"
        found.append(line)
    return found
