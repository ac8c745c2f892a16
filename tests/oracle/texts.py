"""What players read (docs/language.md, section Lines): templates with values, and the names of things."""

from __future__ import annotations

from oracle.things import Card, Colour, Face, Guised, Player, Rank, Record, Side, Suit, Zone
from oracle.values import Scope, Values
from parlour.lang import syntax as s


class Texts(Values):
    """Values that can also be written."""

    def template(self, template: s.Template, scope: Scope) -> str:
        text = ""
        for part in template.parts:
            match part:
                case str():
                    text += part
                case s.Hole(_, value):
                    text += self.written(self.value(value, scope), bare=text.endswith(("seat ", "Seat ")))
                case s.Words(_, test, words):
                    if self.true(test, scope):
                        text += self.template(words, scope)
        return " ".join(text.split())

    def written(self, value: object, bare: bool = False) -> str:
        match value:
            case None:
                return "none"
            case bool():
                return "true" if value else "false"
            case Card():
                shown = self.shown(value)
                assert shown is not None
                return value.face.name if shown == value.face else f"{value.face.name} as {shown.name}"
            case Guised(card, face):
                return card.face.name if face == card.face else f"{card.face.name} as {face.name}"
            case Face(name) | Colour(name) | Rank(name):
                return name
            case Suit(sign):
                return sign
            case Player(seat):
                return str(seat) if bare else f"seat {seat}"
            case Side(_, seats):
                return self._seats_written(seats, bare)
            case Zone():
                return " ".join(map(self.written, self.in_order(value)))
            case frozenset():
                members = self.in_order(value)
                if members and isinstance(members[0], Player | Side):
                    seats = [x for m in members for x in ((m.seat,) if isinstance(m, Player) else m.seats)]
                    return self._seats_written(tuple(sorted(seats)), bare)
                return " ".join(map(self.written, members)) or "none"
            case str():
                return value if value in self.state.switchable else value.replace("-", " ")
            case Record():
                return ", ".join(self.written(field) for _, field in value.fields)
        return str(value)

    @staticmethod
    def _seats_written(seats: tuple[int, ...], bare: bool) -> str:
        if not seats:
            return "none"
        listed = " and ".join(filter(None, [", ".join(map(str, seats[:-1])), str(seats[-1])]))
        return listed if bare else f"seat{'s' * (len(seats) > 1)} {listed}"
