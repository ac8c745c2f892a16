"""The choices of an action as one number in native code, in the form of `table.packing`."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from parlour import program as p
from parlour.native.ir import Body
from parlour.table.layout import Layout
from parlour.table.packing import digit


def fits(layout: Layout, question: p.Question, width: int) -> bool:
    """True if a cell can hold any answer to a question, with a sign and a bit for a misplay."""
    payloads = max((prod(digit(layout, slot).radix for slot in arm.slots) for arm in question.arms), default=1)
    return (2 * len(question.arms) * payloads).bit_length() <= width - 2


def packed(b: Body, layout: Layout, arm: p.Arm, chosen: Sequence[str]) -> str:
    payload = "0"
    for slot, v in zip(arm.slots, chosen, strict=True):
        d = digit(layout, slot)
        payload = b.operate("+", b.operate("*", payload, str(d.radix)), b.operate("+", v, str(d.bias)))
    return payload


def split_off(b: Body, number: str, radix: int) -> tuple[str, str]:
    """A number without its last digit, and that digit. No instruction divides more than 64 bits. A shift cuts off a
    digit that is a set of cards, and division handles all other digits 32 bits at a time."""
    if b.width == 64:
        return b.narrow("udiv", number, str(radix), 64), b.narrow("urem", number, str(radix), 64)
    if radix & radix - 1 == 0:
        return b.operate(">>", number, str(radix.bit_length() - 1)), b.operate("&", number, str(radix - 1))
    result, rest = "0", "0"
    for at in reversed(range(0, b.width, 32)):
        part = b.operate("&", b.operate(">>", number, str(at)), str((1 << 32) - 1))
        part = b.operate("|", b.operate("<<", rest, "32"), part)
        result = b.operate("|", result, b.operate("<<", b.narrow("udiv", part, str(radix), 64), str(at)))
        rest = b.narrow("urem", part, str(radix), 64)
    return result, rest
