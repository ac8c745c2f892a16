"""Gives suits to the cards of a play that names one by a suit of the table, as in `7 of trumps on an ace`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour import program as p
from parlour.disputes.plain import Given
from parlour.disputes.spoken_cards import in_ranks, of_rank, rank_in
from parlour.table.cards import Pack
from parlour.views.signs import in_signs


@dataclass(frozen=True)
class SuitedPlay:
    """A play in cards, and the variable with the suit that it names."""

    text: str
    given: Given


def with_suits_of_table(program: p.Program, pack: Pack, text: str) -> SuitedPlay | None:
    """Return a play in cards: the named card has the first suit, and ranks alone have another one. None for other
    inputs."""
    design = pack.design
    for variable in (v for v in program.variables if v.type.kind == "suit" and v.text and not v.keys):
        named = re.compile(rf"(\S+) of (?:the )?{re.escape(variable.text)}s?\b", re.IGNORECASE)
        plain = in_signs(in_ranks(named.sub(r"\1 of#", text), design), design)
        words = plain.replace(" of#", "#").split()
        cards = [rank_in(word.rstrip("#"), pack) for word in words]
        if not any(rank is not None and word.endswith("#") for word, rank in zip(words, cards, strict=True)):
            continue
        own, *others = design.signs
        told = [
            word.rstrip("#") if rank is None else _card(rank, own if word.endswith("#") else others[-1:], pack)
            for word, rank in zip(words, cards, strict=True)
        ]
        return SuitedPlay(" ".join(told), {variable.name: own})
    return None


def _card(rank: str, signs: str | list[str], pack: Pack) -> str:
    return next((name for name in of_rank(rank, pack) if any(sign in name for sign in signs)), rank)
