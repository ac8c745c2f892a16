"""Turns the parse tree into nodes of the package `syntax`: one method for each rule of grammar.lark, except the rules
in `syntax.PLAIN`.

Reports what the grammar can't say about a single node. Doesn't look up names, and knows no types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from lark import Token, Transformer, v_args
from lark.tree import Meta

from parlour.base.source import Span
from parlour.lang import syntax as s
from parlour.lang.text_to_parse import Piece, Text, TextProblems
from parlour.program import shape

Block = tuple[s.Stmt, ...]
T = TypeVar("T")


@v_args(inline=True, meta=True)
class Builder(Transformer[Token, object]):
    """Builds nodes. A method gets the place of its rule and the nodes of its parts; a missing optional part is None."""

    def __init__(self, report: TextProblems, template: Callable[[Text], s.Template]) -> None:
        super().__init__()
        self._report = report
        self._text = report.text
        self._template = template

    def __default__(self, rule: str, parts: list[object], meta: Meta) -> object:
        """Build a node from exactly these parts."""
        return s.PLAIN[rule](self._span(meta), *parts)

    def _span(self, meta: Meta) -> Span:
        return self._text.at(meta.start_pos, meta.end_pos)

    def _token(self, token: Token) -> Span:
        start, end = _ends(token)
        return self._text.at(start, end)

    # ---------------------------------------------------------------- whole texts

    def expression_text(self, meta: Meta, lets: tuple[s.Naming, ...] | None, value: s.Expr) -> s.Expr:
        return value if lets is None else s.Given(self._span(meta), lets, value)

    def lets(self, _: Meta, *lets: s.Naming) -> tuple[s.Naming, ...]:
        return lets

    def naming(self, meta: Meta, name: Token, value: s.Expr) -> s.Naming:
        return s.Naming(self._span(meta), str(name), self._token(name), value)

    def statements_text(self, _: Meta, *statements: s.Stmt) -> Block:
        return statements

    def actions_text(self, _: Meta, actions: s.Actions | None) -> s.Actions:
        return actions or s.Actions(self._text.at(0, len(self._text.value)), (), None)

    def odds_text(self, meta: Meta, chances: s.Expr, of: s.Expr, test: s.Expr | None) -> s.Odds:
        return s.Odds(self._span(meta), chances, of, test)

    def heading(self, meta: Meta, name: Token, params: tuple[s.Param, ...] | None = None) -> s.Heading:
        return s.Heading(self._span(meta), str(name), params)

    def hook_heading(self, meta: Meta, when: str, target: s.Heading) -> s.HookHeading:
        return s.HookHeading(self._span(meta), when, target)

    def hook_time(self, _: Meta, *words: Token) -> str:
        return " ".join(words)

    def params(self, _: Meta, *params: s.Param | None) -> tuple[s.Param, ...]:
        return _present(params)

    def param(self, meta: Meta, name: s.Name, type: s.TypeName | None) -> s.Param:
        return s.Param(self._span(meta), name.id, type)

    def key_range(self, meta: Meta, numbers: s.RangeLit) -> s.Param:
        return s.Param(self._span(meta), "", None, numbers)

    def type(self, meta: Meta, name: Token, optional: Token | None) -> s.TypeName:
        return s.TypeName(self._span(meta), str(name), optional is not None)

    def selector(self, _: Meta, *values: s.Expr) -> tuple[s.Expr, ...]:
        return values

    # ---------------------------------------------------------------- literals and names

    def name(self, meta: Meta, name: Token) -> s.Name:
        return s.Name(self._span(meta), str(name))

    def hyphened(self, meta: Meta, name: Token, _: Token, number: Token) -> s.WordLit:
        return s.WordLit(self._span(meta), f"{name}-{number}")

    def number(self, meta: Meta, number: Token) -> s.Number:
        return s.Number(self._span(meta), int(number))

    def truth(self, meta: Meta, word: Token) -> s.Truth:
        return s.Truth(self._span(meta), word == "true")

    def nothing(self, meta: Meta) -> s.Nothing:
        return s.Nothing(self._span(meta))

    def rank(self, meta: Meta, rank: Token) -> s.RankLit:
        return s.RankLit(self._span(meta), str(rank))

    def suit(self, meta: Meta, suit: Token) -> s.SuitLit:
        return s.SuitLit(self._span(meta), shape(suit))

    def card(self, meta: Meta, card: Token) -> s.CardLit:
        return s.CardLit(self._span(meta), shape(card))

    def word(self, meta: Meta, string: Token) -> s.WordLit:
        return s.WordLit(self._span(meta), string[1:-1])

    def list_(self, meta: Meta, *items: s.Expr | None) -> s.ListLit:
        return s.ListLit(self._span(meta), _present(items))

    def range(self, meta: Meta, low: s.Expr, high: s.Expr) -> s.RangeLit:
        return s.RangeLit(self._span(meta), low, high)

    # ---------------------------------------------------------------- expressions

    def call(self, meta: Meta, name: Token, *args: s.Expr | None) -> s.Call:
        return s.Call(self._span(meta), str(name), _present(args), self._token(name))

    def field(self, meta: Meta, of: s.Expr, name: Token) -> s.Field:
        return s.Field(self._span(meta), of, str(name), self._token(name))

    def negated(self, meta: Meta, value: s.Expr) -> s.Not:
        return s.Not(self._span(meta), value)

    def minus(self, meta: Meta, value: s.Expr) -> s.Minus:
        return s.Minus(self._span(meta), value)

    def binary(self, meta: Meta, left: s.Expr, op: str, right: s.Expr) -> s.Binary:
        return s.Binary(self._span(meta), str(op), left, right)

    def inside(self, meta: Meta, left: s.Expr, right: s.Expr) -> s.Binary:
        return s.Binary(self._span(meta), "in", left, right)

    def outside(self, meta: Meta, left: s.Expr, right: s.Expr) -> s.Binary:
        return s.Binary(self._span(meta), "not in", left, right)

    def choice(self, meta: Meta, then: s.Expr, test: s.Expr, other: s.Expr) -> s.Choice:
        return s.Choice(self._span(meta), test, then, other)

    def is_state(self, meta: Meta, value: s.Expr, negation: Token | None, what: str) -> s.Is:
        return s.Is(self._span(meta), value, what, negation is not None)

    def has_cards(self, meta: Meta, value: s.Expr, negation: Token | None) -> s.Is:
        return s.Is(self._span(meta), value, "cards", negation is not None)

    def card_as(self, meta: Meta, card: s.Expr, face: s.Expr) -> s.As:
        return s.As(self._span(meta), card, face)

    def may(self, meta: Meta, call: s.Call) -> s.May:
        return s.May(self._span(meta), call)

    def possible(self, meta: Meta, call: s.Call) -> s.Possible:
        return s.Possible(self._span(meta), call)

    def seats(self, meta: Meta, kind: str, player: s.Expr) -> s.Seats:
        return s.Seats(self._span(meta), kind, player)

    def field_value(self, meta: Meta, name: Token, value: s.Expr) -> s.FieldValue:
        return s.FieldValue(self._span(meta), str(name), value)

    def make(self, meta: Meta, record: Token, *fields: s.FieldValue | None) -> s.Make:
        return s.Make(self._span(meta), str(record), _present(fields))

    def changed(self, meta: Meta, value: s.Expr, *fields: s.FieldValue) -> s.Changed:
        return s.Changed(self._span(meta), value, fields)

    def quantified(self, meta: Meta, kind: str, each: s.Each) -> s.Quantified:
        return s.Quantified(self._span(meta), kind, each)

    def total(self, meta: Meta, kind: str, value: s.Expr, each: s.Each) -> s.Total:
        return s.Total(self._span(meta), kind, value, each)

    def each(
        self,
        meta: Meta,
        var: Token,
        domain: s.Expr,
        where: s.Expr | None,
        order: str | None,
        by: s.Expr | None,
    ) -> s.Each:
        return s.Each(self._span(meta), str(var), self._token(var), domain, where, order, by)

    def sets_among(self, meta: Meta, amount: s.Expr, of: s.Expr, limit: s.Expr | None) -> s.SetsAmong:
        low, high = (amount.low, amount.high) if isinstance(amount, s.RangeLit) else (amount, amount)
        return s.SetsAmong(self._span(meta), low, high, of, limit)

    def chance(self, meta: Meta, of: s.Expr) -> s.Chance:
        return s.Chance(self._span(meta), of)

    def _word(self, _: Meta, word: Token) -> str:
        return str(word)

    compare = state = switched = seats_kind = quantifier = total_kind = extreme = assign_op = face = multiple = _word

    # ---------------------------------------------------------------- statements

    def block(self, _: Meta, *statements: s.Stmt) -> Block:
        return statements

    def let(self, meta: Meta, name: Token, value: s.Expr) -> s.Let:
        return s.Let(self._span(meta), str(name), self._token(name), value)

    def assign(self, meta: Meta, target: s.Expr, op: str, value: s.Expr) -> s.Assign:
        if not isinstance(target, s.Name | s.Call | s.Field):
            self._wrong(target, "can't set this: expected a variable or a mark of a card")
        return s.Assign(self._span(meta), target, op, value)

    def play_stage(self, meta: Meta, stage: Token | s.Call) -> s.PlayStage:
        if isinstance(stage, Token):
            return s.PlayStage(self._span(meta), str(stage), self._token(stage), ())
        return s.PlayStage(self._span(meta), stage.name, stage.name_span, stage.args)

    def end(self, meta: Meta, stage: Token, ending: Token | None) -> s.End:
        as_ending = (None, None) if ending is None else (str(ending), self._token(ending))
        return s.End(self._span(meta), str(stage), self._token(stage), *as_ending)

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
        everybody = isinstance(to, s.Name) and to.id == "everybody"
        return s.Show(self._span(meta), cards, None if everybody else to)

    def say(self, meta: Meta, to: s.Expr | None, line: Token) -> s.Say:
        everybody = isinstance(to, s.Name) and to.id == "everybody"
        return s.Say(self._span(meta), self._quoted(line), None if everybody else to)

    def log(self, meta: Meta, name: Token, value: s.Expr | tuple[s.FieldValue, ...]) -> s.Log:
        return s.Log(self._span(meta), str(name), self._token(name), value)

    def logged(self, _: Meta, *fields: s.FieldValue) -> tuple[s.FieldValue, ...]:
        return fields

    def leave(self, meta: Meta, player: s.Expr, stage: Token) -> s.Leave:
        return s.Leave(self._span(meta), player, str(stage), self._token(stage))

    def if_(self, meta: Meta, test: s.Expr, then: Block, other: Block | None) -> s.If:
        return s.If(self._span(meta), test, then, other or ())

    def elif_(self, meta: Meta, test: s.Expr, then: Block, other: Block | None) -> Block:
        return (s.If(self._span(meta), test, then, other or ()),)

    def else_(self, _: Meta, block: Block) -> Block:
        return block

    otherwise = else_
    repeated = else_

    def resume_here(self, meta: Meta, mover: s.Expr | None, name: Token | None) -> s.ResumeHere:
        return s.ResumeHere(self._span(meta), None if name is None else str(name), mover)

    def ask(self, meta: Meta, prompt: s.Expr) -> s.Ask | s.AskHere:
        if isinstance(prompt, s.Call):
            return s.Ask(self._span(meta), prompt)
        self._wrong(prompt, "expected a question such as `act(p)`, or a player with a `:` and a list of actions")
        return s.AskHere(self._span(meta), prompt, s.Actions(self._span(meta), (), None))

    def ask_here(self, meta: Meta, player: s.Expr, actions: s.Actions) -> s.AskHere:
        return s.AskHere(self._span(meta), player, actions)

    def ask_together(self, meta: Meta, each: s.Each, actions: s.Actions) -> s.AskTogether:
        return s.AskTogether(self._span(meta), each, actions)

    def ask_first(self, meta: Meta, each: s.Each, actions: s.Actions) -> s.AskFirst:
        return s.AskFirst(self._span(meta), each, actions)

    def ask_first_named(self, meta: Meta, call: s.Call, each: s.Each, nobody: s.Actions | None = None) -> s.AskFirst:
        return s.AskFirst(self._span(meta), each, nobody or self._no_actions(meta), call)

    def poll(self, meta: Meta, each: s.Each, actions: s.Actions) -> s.Poll:
        return s.Poll(self._span(meta), each, actions)

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

    def wording(self, meta: Meta, instead: bool, string: Token) -> s.Wording:
        return s.Wording(self._span(meta), self._quoted(string), instead)

    def only_action(self, meta: Meta, offer: s.Action | s.Include) -> s.Actions:
        return s.Actions(self._span(meta), (offer,), None)

    def action(
        self,
        meta: Meta,
        instead: bool,
        id: Token,
        notation: s.Template | None,
        test: s.Expr | None,
        offers: tuple[tuple[s.Slot, ...], s.Expr | None],
        does: s.Call | None,
        blind: tuple[bool, s.Call | None],
        last: bool,
        quiet: bool,
        body: Block | None,
    ) -> s.Action:
        slots, where = offers
        return s.Action(
            self._span(meta),
            str(id),
            self._token(id),
            notation,
            instead,
            slots,
            test,
            where,
            does,
            *blind,
            last,
            quiet,
            body,
        )

    def include(self, meta: Meta, call: s.Call, where: s.Expr | None) -> s.Include:
        return s.Include(self._span(meta), call, where)

    def notation(self, _: Meta, string: Token | None) -> s.Template | None:
        return None if string is None else self._quoted(string)

    def _quoted(self, string: Token) -> s.Template:
        start, end = _ends(string)
        return self._template(Piece(self._text, start + 1, end - 1))

    def offers(
        self, _: Meta, slots: tuple[s.Slot, ...] | None, where: s.Expr | None
    ) -> tuple[tuple[s.Slot, ...], s.Expr | None]:
        return (slots or (), where)

    def instead(self, _: Meta, word: Token | None) -> bool:
        return word is not None

    last = quiet = instead

    def blind(self, _: Meta, word: Token | None, wrong: s.Call | None = None) -> tuple[bool, s.Call | None]:
        return word is not None, wrong

    def _optional(self, _: Meta, part: T | None = None) -> T | None:
        return part

    test = does = body = _optional

    def slots(self, _: Meta, *slots: s.Slot) -> tuple[s.Slot, ...]:
        return slots

    def slot(self, meta: Meta, var: Token, domain: _Domain) -> s.Slot:
        return s.Slot(self._span(meta), str(var), self._token(var), *domain)

    def each_of(self, _: Meta, domain: s.Expr) -> _Domain:
        return ("each", domain, None, None)

    def groups_of(self, _: Meta, domain: s.Expr) -> _Domain:
        return ("groups", domain, None, None)

    def melds_of(self, _: Meta, domain: s.Expr) -> _Domain:
        return ("melds", domain, None, None)

    def runs_of(self, _: Meta, multiple: str | None, domain: s.Expr) -> _Domain:
        return (f"{multiple} runs" if multiple else "runs", domain, None, None)

    def faces_of(self, _: Meta, domain: s.Expr) -> _Domain:
        return ("faces", domain, None, None)

    def guises_of(self, _: Meta, domain: s.Expr) -> _Domain:
        return ("guises", domain, None, None)

    def places_of(self, _: Meta, domain: s.Expr) -> _Domain:
        return ("places", domain, None, None)

    def sets_of(self, _: Meta, amount: s.Expr, domain: s.Expr) -> _Domain:
        if isinstance(amount, s.RangeLit):
            return ("sets", domain, amount.low, amount.high)
        return ("sets", domain, amount, amount)


_Domain = tuple[str, s.Expr, s.Expr | None, s.Expr | None]


def _present(parts: tuple[T | None, ...]) -> tuple[T, ...]:
    return tuple(part for part in parts if part is not None)


def _ends(token: Token) -> tuple[int, int]:
    assert token.start_pos is not None
    assert token.end_pos is not None
    return token.start_pos, token.end_pos
