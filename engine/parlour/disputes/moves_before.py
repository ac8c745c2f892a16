"""Separates a move from the one before it, as in `bid 1♣ over 1♥` or `check after a bet`. Knows no game."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour import program as p
from parlour.disputes.argued_cards import is_written
from parlour.library.spellings import in_digits
from parlour.views.signs import in_signs

_AFTER = re.compile(r"(.+?) (?:over|after|on top of) (?:an? |the |my |your |their )?(.+)", re.IGNORECASE)


@dataclass(frozen=True)
class Answering:
    """A move, and the move of the player before it."""

    before: str
    move: str


def answering(program: p.Program, text: str) -> Answering | None:
    """Return the two moves of an input that names both; None for other inputs. The second needs no verb of its own."""
    said = _AFTER.fullmatch(" ".join(text.split()))
    if said is None:
        return None
    first, second = (as_bid(program, part) for part in said.groups())
    verb = first.partition(" ")[0]
    if not _begins(program, verb):
        return None
    for before in (second, as_bid(program, f"{verb} {said[2]}")):
        if is_written(program, before) or (" " not in before and _begins(program, before)):
            return Answering(before, first)
    return None


def as_bid(program: p.Program, text: str) -> str:
    """Return `bid 1 ♥` for `bid 1♥` and `bid one heart`, if moves with this verb have a number and then a suit."""
    verb, _, rest = text.partition(" ")
    bids = any(_kinds(arm)[-2:] == ["int", "suit"] for arm in _arms(program) if _verb(arm) == verb.casefold())
    found = re.fullmatch(r"(\d+|[a-z]+) ?(\S+)", rest, re.IGNORECASE) if bids else None
    sign = in_signs(found[2], program.deck.design) if found is not None else ""
    if found is None or sign not in program.deck.design.signs:
        return text
    return f"{verb} {in_digits(found[1]) or found[1]} {sign}"


def _arms(program: p.Program) -> list[p.Arm]:
    return [arm for question in program.questions for arm in question.arms if isinstance(arm.notation[0], str)]


def _begins(program: p.Program, verb: str) -> bool:
    return any(_verb(arm) == verb.casefold() for arm in _arms(program))


def _verb(arm: p.Arm) -> str:
    first = arm.notation[0]
    return first.casefold().split(" ")[0] if isinstance(first, str) else ""


def _kinds(arm: p.Arm) -> list[str]:
    return [piece.type.kind for piece in arm.notation if isinstance(piece, p.Hole)]
