"""The types of the language: their relations, and their names in messages."""

from __future__ import annotations

from parlour.lang import syntax as s
from parlour.program import MEMBERS, SETS, Type

BOOL = Type("bool")
INT = Type("int")
RANK = Type("rank")
SUIT = Type("suit")
COLOUR = Type("colour")
CARD = Type("card")
PLAYER = Type("player")
SIDE = Type("side")
ZONE = Type("zone")
RANKS = Type("ranks")
SUITS = Type("suits")
COLOURS = Type("colours")
CARDS = Type("cards")
PLAYERS = Type("players")
SIDES = Type("sides")
FACES = Type("cards", "faces")  # literal cards such as [4♠, K♠]: every card that shows such a face
FACE = Type("card", "face")  # one literal card
NOTHING = Type("bool", "none", optional=True)  # the word `none` before its type is known

SIMPLE = {
    name: Type(name)
    for name in (
        "bool", "int", "rank", "suit", "colour", "card", "player", "side", "zone",
        "ranks", "suits", "colours", "cards", "players", "sides",
    )
}  # fmt: skip


def is_set(type_: Type) -> bool:
    return type_.kind in MEMBERS


def is_literal(type_: Type) -> bool:
    """True for literal cards, whose value is a face or a set of faces."""
    return type_.kind in ("card", "cards") and bool(type_.name)


def joint(one: Type, other: Type) -> Type:
    """Return the type that has room for both: literal cards become cards beside others, and a card a set of cards."""
    kinds = {one.kind, other.kind}
    if kinds == {"zone"} or not kinds <= {"card", "cards", "zone"}:
        return one
    literal = is_literal(one) and is_literal(other)
    if kinds == {"card"}:
        return Type("card", "face" if literal else "", one.optional or other.optional)
    return FACES if literal else CARDS


def member(type_: Type) -> Type:
    """Return the type of the members of a set."""
    if type_ == FACES:
        return FACE
    return Type(MEMBERS[type_.kind], type_.name)


def set_of(type_: Type) -> Type | None:
    if type_ == FACE:
        return FACES
    kind = SETS.get(type_.kind)
    return None if kind is None else Type(kind, type_.name)


def plain(type_: Type) -> Type:
    """Return the type without `or none`."""
    return Type(type_.kind, type_.name) if type_.optional else type_


def optional(type_: Type) -> Type:
    return type_ if is_set(type_) else Type(type_.kind, type_.name, True)


def in_words(type_: Type) -> str:
    """Return the type in words: `a card`, `a set of players`."""
    words = {
        "bool": "a condition (true or false)",
        "int": "a number",
        "rank": "a rank",
        "suit": "a suit",
        "colour": "a colour",
        "card": "a card",
        "player": "a player",
        "side": "a side",
        "zone": "a zone",
        "ranks": "a set of ranks",
        "suits": "a set of suits",
        "colours": "a set of colours",
        "cards": "a set of cards",
        "players": "a set of players",
        "sides": "a set of sides",
    }
    if type_ == NOTHING:
        return "none"
    if type_.kind == "enum":
        text = f"a word of {type_.name}"
    elif type_.kind == "values":
        text = f"a set of words of {type_.name}"
    elif type_.kind == "record":
        text = f"a {type_.name}"
    else:
        text = words[type_.kind]
    return f"{text} or none" if type_.optional else text


def expected(type_: Type) -> str:
    """Return the values that fit this type, in words: where a set fits, one member does too."""
    if type_.kind == "values":
        return f"a word or words of {type_.name}"
    if type_.kind in ("ranks", "suits", "colours", "cards", "players", "sides"):
        return f"a {type_.kind[:-1]} or {type_.kind}"
    return in_words(type_)


def test_for(type_: Type, absent: bool) -> str:
    """Return the test for a missing value of this type: sets are empty, and others are none."""
    if is_set(type_) or type_.kind == "zone":
        return "is empty" if absent else "is not empty"
    return "is none" if absent else "is some"


def condition_help(type_: Type, node: s.Expr) -> str | None:
    """Return a help text for a value where a condition belongs."""
    text, last = node.span.text, node
    while isinstance(last, s.Binary):
        last = last.right
    if isinstance(last, s.Quantified | s.Total | s.Choice):  # its last part would take what follows
        text = f"({text})"
    if type_.optional:
        return f"write `{text} is some`"
    if isinstance(node, s.Number) or type_.kind in ("rank", "suit", "colour"):
        kind = "rank" if type_.kind == "int" else type_.kind
        return f"compare something with it, for example `c.{kind} == {text}`"
    if type_.kind == "int":
        return f"compare it, for example `{text} > 0`"
    if type_.kind == "zone":
        return f"write `{text} has cards`"
    return f"write `{text} is not empty`" if is_set(type_) else None
