"""Turns the parse tree into nodes of the package `syntax`. A rule of grammar.lark with the name of a node has just the
parts of the node; for each other rule there is a method.

Reports what the grammar can't say about a single node. Doesn't look up names, and knows no types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, TypeVar

from lark import Token, Transformer, v_args
from lark.tree import Meta

from parlour.base.source import Span
from parlour.lang import syntax as s
from parlour.lang.text_to_parse import Piece, Text, TextProblems
from parlour.program import shape

Block = tuple[s.Stmt, ...]
T = TypeVar("T")

_NODES: dict[str, type[Any]] = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower(): node
    for name, node in vars(s).items()
    if isinstance(node, type) and issubclass(node, s.Node)
}
"""The nodes by the names of their rules."""


@v_args(inline=True, meta=True)
class Builder(Transformer[Token, object]):
    """Builds nodes. A method gets the place of its rule and the nodes of its parts; a missing optional part is None."""

    def __init__(self, report: TextProblems, template: Callable[[Text], s.Template]) -> None:
        super().__init__()
        self._report = report
        self._text = report.text
        self._template = template

    def __default__(self, rule: str, parts: list[object], meta: Meta) -> object:
        """Build the node with the name of a rule: its fields are the parts in their order, and the places of words."""
        left, words = iter(parts), dict[str, object]()
        values: list[object] = [self._span(meta)]
        for field in fields(_NODES[rule])[1:]:
            if field.name.endswith("_span"):
                word = words[field.name.removesuffix("_span")]
                values.append(self._token(word) if isinstance(word, Token) else None)
            else:
                words[field.name] = part = next(left, None)
                values.append(_value(field.type, part, left))
        return _NODES[rule](*values)

    def _span(self, meta: Meta) -> Span:
        return self._text.at(meta.start_pos, meta.end_pos)

    def _token(self, token: Token) -> Span:
        start, end = _ends(token)
        return self._text.at(start, end)

    def _word(self, _: Meta, *words: Token) -> str:
        return " ".join(words)

    compare = membership = state = switched = seats_kind = quantifier = total_kind = extreme = assign_op = face = _word
    form = hook_time = _word

    def _several(self, _: Meta, *parts: T | None) -> tuple[T, ...]:
        return tuple(part for part in parts if part is not None)

    lets = statements_text = params = selector = block = logged = slots = _several

    # ---------------------------------------------------------------- whole texts

    def expression_text(self, meta: Meta, lets: tuple[s.Naming, ...] | None, value: s.Expr) -> s.Expr:
        return value if lets is None else s.Given(self._span(meta), lets, value)

    def actions_text(self, _: Meta, actions: s.Actions | None) -> s.Actions:
        return actions or s.Actions(self._text.at(0, len(self._text.value)), (), None)

    def param(self, meta: Meta, name: s.Name, type: s.TypeName | None) -> s.Param:
        return s.Param(self._span(meta), name.id, type)

    def key_range(self, meta: Meta, numbers: s.RangeLit) -> s.Param:
        return s.Param(self._span(meta), "", None, numbers)

    # ---------------------------------------------------------------- expressions

    def hyphened(self, meta: Meta, name: Token, _: Token, number: Token) -> s.WordLit:
        return s.WordLit(self._span(meta), f"{name}-{number}")

    def truth(self, meta: Meta, word: Token) -> s.Truth:
        return s.Truth(self._span(meta), word == "true")

    def suit(self, meta: Meta, suit: Token) -> s.SuitLit:
        return s.SuitLit(self._span(meta), shape(suit))

    def card(self, meta: Meta, card: Token) -> s.CardLit:
        return s.CardLit(self._span(meta), shape(card))

    def word(self, meta: Meta, string: Token) -> s.WordLit:
        return s.WordLit(self._span(meta), string[1:-1])

    def binary(self, meta: Meta, left: s.Expr, op: str, right: s.Expr) -> s.Binary:
        return s.Binary(self._span(meta), str(op), left, right)

    def choice(self, meta: Meta, then: s.Expr, test: s.Expr, other: s.Expr) -> s.Choice:
        return s.Choice(self._span(meta), test, then, other)

    def is_state(self, meta: Meta, value: s.Expr, negation: Token | None, what: str) -> s.Is:
        return s.Is(self._span(meta), value, what, negation is not None)

    def has_cards(self, meta: Meta, value: s.Expr, negation: Token | None) -> s.Is:
        return s.Is(self._span(meta), value, "cards", negation is not None)

    def sets_among(self, meta: Meta, amount: s.Expr, of: s.Expr, limit: s.Expr | None) -> s.SetsAmong:
        return s.SetsAmong(self._span(meta), *_bounds(amount), of, limit)

    # ---------------------------------------------------------------- statements

    def assign(self, meta: Meta, target: s.Expr, op: str, value: s.Expr) -> s.Assign:
        if not isinstance(target, s.Name | s.Call | s.Field):
            self._wrong(target, "can't set this: expected a variable or a mark of a card")
        return s.Assign(self._span(meta), target, op, value)

    def play_stage(self, meta: Meta, stage: Token | s.Call) -> s.PlayStage:
        if isinstance(stage, Token):
            return s.PlayStage(self._span(meta), str(stage), self._token(stage), ())
        return s.PlayStage(self._span(meta), stage.name, stage.name_span, stage.args)

    def move(
        self, meta: Meta, cards: s.Expr, start: s.Expr | None, to: s.Expr, place: s.Expr | None, face: str | None
    ) -> s.Move:
        if isinstance(place, s.Name) and place.id in ("top", "bottom"):
            return s.Move(self._span(meta), cards, start, to, place.id, None, face)
        return s.Move(self._span(meta), cards, start, to, None, place, face)

    def deal(
        self, meta: Meta, count: s.Expr, source: s.Expr, each: Token | None, to: s.Expr, start: s.Expr | None
    ) -> s.Deal:
        return s.Deal(self._span(meta), count, source, to, each is not None, start)

    def turn(self, meta: Meta, face: str, cards: s.Expr) -> s.Turn:
        return s.Turn(self._span(meta), face == "up", cards)

    def show(self, meta: Meta, cards: s.Expr, to: s.Expr) -> s.Show:
        return s.Show(self._span(meta), cards, _some_players(to))

    def say(self, meta: Meta, to: s.Expr | None, line: Token) -> s.Say:
        return s.Say(self._span(meta), self._quoted(line), _some_players(to))

    def elif_(self, meta: Meta, test: s.Expr, then: Block, other: Block | None) -> Block:
        return (s.If(self._span(meta), test, then, other or ()),)

    def else_(self, _: Meta, block: Block) -> Block:
        return block

    otherwise = else_
    repeated = else_

    def ask(self, meta: Meta, prompt: s.Expr) -> s.Ask | s.AskHere:
        if isinstance(prompt, s.Call):
            return s.Ask(self._span(meta), prompt)
        self._wrong(prompt, "expected a question such as `act(p)`, or a player with a `:` and a list of actions")
        return s.AskHere(self._span(meta), prompt, s.Actions(self._span(meta), (), None))

    def ask_first_named(self, meta: Meta, call: s.Call, each: s.Each, nobody: s.Actions | None = None) -> s.AskFirst:
        return s.AskFirst(self._span(meta), each, nobody or self._no_actions(meta), call)

    def poll_named(self, meta: Meta, call: s.Call, each: s.Each, nobody: s.Actions | None = None) -> s.Poll:
        return s.Poll(self._span(meta), each, nobody or self._no_actions(meta), call)

    def only_else(self, meta: Meta, block: Block) -> s.Actions:
        return s.Actions(self._span(meta), (), block)

    def _no_actions(self, meta: Meta) -> s.Actions:
        return s.Actions(self._text.at(meta.end_pos, meta.end_pos), (), None)

    def _wrong(self, node: s.Node, message: str) -> None:
        self._report.note("syntax", message, node.span)

    # ---------------------------------------------------------------- actions

    def actions(self, meta: Meta, *offers: s.Wording | s.Action | s.Include | Block | None) -> s.Actions:
        items = tuple(offer for offer in offers if isinstance(offer, s.Action | s.Include))
        otherwise = offers[-1] if isinstance(offers[-1], tuple) else None
        wording = offers[0] if isinstance(offers[0], s.Wording) else None
        return s.Actions(self._span(meta), items, otherwise, wording)

    def wording(self, meta: Meta, instead: Token | None, string: Token) -> s.Wording:
        return s.Wording(self._span(meta), self._quoted(string), instead is not None)

    def only_action(self, meta: Meta, offer: s.Action | s.Include) -> s.Actions:
        return s.Actions(self._span(meta), (offer,), None)

    def notation(self, _: Meta, string: Token | None) -> s.Template | None:
        return None if string is None else self._quoted(string)

    def _quoted(self, string: Token) -> s.Template:
        start, end = _ends(string)
        return self._template(Piece(self._text, start + 1, end - 1))

    def body(self, _: Meta, block: Block | None = None) -> Block | None:
        return block

    def slot(self, meta: Meta, var: Token, domain: _Domain) -> s.Slot:
        return s.Slot(self._span(meta), str(var), self._token(var), *domain)

    def each_of(self, _: Meta, domain: s.Expr) -> _Domain:
        return ("each", domain, None, None)

    def form_of(self, _: Meta, form: str, domain: s.Expr) -> _Domain:
        return (form, domain, None, None)

    def sets_of(self, _: Meta, amount: s.Expr, domain: s.Expr) -> _Domain:
        return ("sets", domain, *_bounds(amount))


_Domain = tuple[str, s.Expr, s.Expr | None, s.Expr | None]


def _value(kind: object, part: object, others: Iterator[object]) -> object:
    """Return a part as a field of this type has it. A tuple takes the `others` too, unless the part is one already."""
    match part:
        case _ if kind == "bool":
            return part is not None
        case None:
            return () if str(kind).startswith("tuple") and not str(kind).endswith("None") else None
        case Token():
            return int(part) if kind == "int" else str(part)
        case s.Node() if str(kind).startswith("tuple"):
            return (part, *others)
        case _:
            return part


def _bounds(amount: s.Expr) -> tuple[s.Expr, s.Expr]:
    """Return the least and the largest of some numbers, or one number twice."""
    return (amount.low, amount.high) if isinstance(amount, s.RangeLit) else (amount, amount)


def _some_players(to: s.Expr | None) -> s.Expr | None:
    """Return who sees or reads something; None for everybody."""
    return None if isinstance(to, s.Name) and to.id == "everybody" else to


def _ends(token: Token) -> tuple[int, int]:
    assert token.start_pos is not None
    assert token.end_pos is not None
    return token.start_pos, token.end_pos
