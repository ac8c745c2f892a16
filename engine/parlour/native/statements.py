"""Statements as machine code has them. They do the same as in generated source but after a fault: that is noted here,
and something harmless is gone on with, so nothing may be done that a state can't bear."""

from __future__ import annotations

from parlour import program as p
from parlour.generated.moving import Moving
from parlour.generated.naming import indented


class Bearing(Moving):
    def only_if(self, test: str, lines: list[str], origin: p.Origin | None) -> list[str]:
        return [f"if {test}:", *indented(lines), "else:", f"    no_card(s, {self.naming.origin(origin)})"]

    def only_if_there(self, card: str, lines: list[str], origin: p.Origin | None) -> list[str]:
        return self.only_if(f"s[{self.layout.where} + {self.bare(card)}] >= 0", lines, origin)
