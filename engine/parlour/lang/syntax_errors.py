"""Writes the messages for syntax errors.

Each check below recognizes one kind of error and returns a finding; the first finding is reported. This module knows
the words that the parser read and expected, not how it works.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from parlour.base.diagnostics import did_you_mean
from parlour.lang.expectations import Misread, condition_with, expectation, for_each, foreign_word, method
from parlour.lang.failure import ParseFailure
from parlour.lang.lexer import Lexeme
from parlour.lang.syntax import VERBS
from parlour.lang.text_to_parse import TextProblems

COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "in", "is", "has"})
QUANTIFIERS = frozenset({"any", "all", "no", "count", "those", "the", "sum", "most", "least"})
TOTALS = ("sum", "most", "least")
CONSTRUCTS = QUANTIFIERS | {"may", "possible", "not"}  # words that need something after them
HEADINGS = ("heading", "hook_heading")  # a number in one begins the range of a key
BEFORE_WORDS = frozenset({"==", "!=", "=", "[", ","})  # where a word of a list can follow
AFTER_NAMES = frozenset({":", "if", "for", "does", "only"})  # what follows the name of an action
PARTS = frozenset({"and", "or", "if", "else", "where", "=", "+=", "-=", ",", ";", ":"})
JOINED = "YAML joins these lines: for steps, put `|` after the colon above; a value is one expression"
POLLS = (["ask", "first"], ["ask", "together"], ["poll"])  # what begins a question of several players
HEADS = frozenset({"if", "elif", "else", "for", "while", "repeat", "repeated", "otherwise"})

# What can begin a line only after something else.
SECOND_PARTS = {
    "elif": "an `if`",
    "else": "an `if` or the actions of a question",
    "until": "`repeat:`",
    "otherwise": "a loop with `while` or `until`",
    "repeated": "a loop with `while` or `until`",
}


def explain(failure: ParseFailure, report: TextProblems) -> None:
    finding = _first_finding(failure)
    if finding.help is None and failure.previous and report.joins_lines(failure.previous.end, failure.lexeme.start):
        finding = replace(finding, help=JOINED)
    at = finding.lexeme or failure.lexeme
    if failure.line is not None and failure.previous is not None and at.start in failure.line.links:
        at = failure.previous  # the error is at the end of the line above
    fixes = () if finding.right is None else report.writing(*finding.right)
    report.error(finding.code, finding.message, at.start, at.end, finding.help, fixes=fixes)


def _first_finding(failure: ParseFailure) -> Misread:
    for check in CHECKS:
        finding = check(failure)
        if finding is not None:
            return finding
    return Misread("syntax", expectation(failure))


# ---------------------------------------------------------------- lines and blocks


def _empty(f: ParseFailure) -> Misread | None:
    if f.line is not None or f.above is not None:
        return None
    steps = f.kind == "statements_text"
    help = "write `nothing` if nothing should happen" if steps else None
    what = "steps" if steps else "an expression"
    return Misread("syntax-empty", f"expected {what}, found nothing", help)


def _indentation(f: ParseFailure) -> Misread | None:
    if f.terminal == "_INDENT":
        return Misread("syntax-indent", "unexpected indentation: the line above doesn't end with `:`")
    if f.lacks_block and f.above is not None:
        help = "indent its steps by two spaces, or write `nothing` after the `:`"
        return Misread("syntax-indent", "expected an indented block under this line", help, f.above.lexemes[-1])
    return None


def _until(f: ParseFailure) -> Misread | None:
    if f.possible != {"until"}:
        return None
    help = "write `until …` under the block, or use `repeat n times:`"
    return Misread("syntax", "missing `until` after the block of `repeat`", help)


def _keep(f: ParseFailure) -> Misread | None:
    if f.possible != {"keep"}:
        return None
    help = "write `keep if …` under the block, with the condition under which its steps count"
    return Misread("syntax", "missing `keep if` after the block of `attempt`", help)


def _said(f: ParseFailure) -> Misread | None:
    if f.previous is None or f.previous.text != "say" or "STRING" not in f.possible or ":" in f.possible or f.at_end:
        return None
    help = 'put the text in quotes, and names in braces: `say "{p} draws"`'
    return Misread("syntax", f"expected a text in quotes after `say`, found `{f.lexeme.text}`", help)


def _colon(f: ParseFailure) -> Misread | None:
    if ":" not in f.possible or f.first not in HEADS:
        return None
    if f.at_end:
        end = f.earlier[-1].end
        return Misread("syntax-colon", "missing `:` at the end of the line", right=(end, end, ":"))
    if f.terminal in ("NAME", "CALLEE"):
        return Misread("syntax-colon", f"missing `:` before `{f.lexeme.text}`")
    return None


def _alone(f: ParseFailure) -> Misread | None:
    """Report a value, or a verb, on its own."""
    if "+=" not in f.possible or not (f.at_end or f.lexeme.text == ";"):
        return None
    last = f.earlier[-1]
    if last.text != f.verb:
        help = "set a variable, `x = …`, or run a procedure, `draw(p, 1)`"
        return Misread("syntax", "expected a step, found a value", help)
    if VERBS.get(last.text):
        return Misread("syntax", f"`{last.text}` is incomplete", f"for example {VERBS[last.text]}", last)
    help = did_you_mean(last.text, VERBS) or f"to run a procedure, write `{last.text}()`"
    return Misread("syntax", f"expected a step, found only `{last.text}`", help, last)


def _block_on_line(f: ParseFailure) -> Misread | None:
    """Report a block on the line of another, as in `if a: if b: …`."""
    if f.previous is None:
        return None
    begun = next((i for i in range(len(f.earlier), 0, -1) if f.earlier[i - 1].text == ":"), 0)
    words = [*f.earlier[begun:], f.lexeme]
    asking = [word.text for word in words[:-1]]
    asked = asking in POLLS or (asking[:1] in (["ask"], ["poll"]) and f.lexeme.text == ":")
    if (begun and asked) or ("let" in f.possible and f.lexeme.text in HEADS):
        help = "put it on the next line, indented"
        return Misread("syntax", f"`{words[0].text}` must begin on a line of its own", help, words[0])
    return None


def _only_else(f: ParseFailure) -> Misread | None:
    """Report what follows a question that somebody answers: `poll react(q) for q in players: draw(q, 1)`."""
    ends = f.previous is not None and f.previous.text == ":" and f.possible == {"_NEWLINE"}
    if f.in_actions or not (ends or f.possible == {"else"}):
        return None
    help = "below the question, indented: `else: …`, for when nobody answers; other steps follow after it"
    return Misread("syntax", "only an `else:` can follow this question", help)


def _second_part(f: ParseFailure) -> Misread | None:
    if f.index > 0 or not f.beginnings & {"let", "include"} or f.lexeme.text not in SECOND_PARTS:
        return None
    return Misread("syntax", f"`{f.lexeme.text}` must follow {SECOND_PARTS[f.lexeme.text]}")


# ---------------------------------------------------------------- words


def _else_if(f: ParseFailure) -> Misread | None:
    if f.lexeme.text == "if" and f.previous is not None and f.previous.text == "else":
        right = f.previous.start, f.lexeme.end, "elif"
        return Misread("syntax-word", "write `elif` instead of `else if`", right=right)
    return None


def _misspelt(f: ParseFailure) -> Misread | None:
    """Report a word in place of a keyword, or a first word that is nearly one."""
    if f.terminal in ("NAME", "CALLEE"):
        help = did_you_mean(f.lexeme.text, _words(f.possible))
        if help is not None:
            return Misread("syntax-word", f"unknown word `{f.lexeme.text}`", help)
    if f.index != 1 or f.lexeme.kind == "SIGN" or f.line is None or f.first in f.beginnings:
        return None
    first = f.line.lexemes[0]
    known = {"include", "instead", "else"} if f.in_actions else VERBS.keys() | HEADS | {"let"}
    help = did_you_mean(first.text, known & f.beginnings) if first.kind == "WORD" else None
    return None if help is None else Misread("syntax-word", f"unknown word `{first.text}`", help, first)


def _words(possible: frozenset[str]) -> list[str]:
    return [word for word in possible if word.islower()]


def _reserved(f: ParseFailure) -> Misread | None:
    if f.kind in HEADINGS and f.earlier and f.earlier[-1].kind == "RESERVED":
        return _no_name(f.earlier[-1])
    name_wanted = "NAME" in f.possible and (f.kind in HEADINGS or "NUMBER" not in f.possible)
    if f.lexeme.kind != "RESERVED" or not name_wanted or f.possible & COMPARISONS:
        return None
    if (
        f.lexeme.text == "count"
        and len(f.earlier) > 1
        and f.earlier[-1].text == "."
        and f.earlier[-2].text != "options"
    ):
        return _no_name(f.lexeme, "for the number of cards or members, write `.size`")
    return _no_name(f.lexeme)


def _no_name(word: Lexeme, help: str | None = None) -> Misread:
    help = help or f"choose another name, for example `my-{word.text}`"
    return Misread("syntax-name", f"`{word.text}` is a keyword and can't be a name", help, word)


def _word_of_list(f: ParseFailure) -> Misread | None:
    """Report a word of a list that is also a keyword, as in `options.mix == any and …`."""
    earlier = f.earlier
    if f.kind in HEADINGS:
        return None
    if f.lexeme.kind == "RESERVED" and "NUMBER" in f.possible and earlier and earlier[-1].text in BEFORE_WORDS:
        return _in_quotes(f.lexeme)
    if not earlier or earlier[-1].text not in CONSTRUCTS or f.lexeme.text == "(":
        return None
    if f.line is not None and any(lexeme.text == "in" for lexeme in f.line.lexemes[f.index + 1 : f.index + 2]):
        return None
    ends = f.at_end or f.lexeme.kind in ("RESERVED", "SIGN")
    if ends and (len(earlier) == 1 or earlier[-2].text in BEFORE_WORDS):
        return _in_quotes(earlier[-1])
    return None


def _in_quotes(word: Lexeme) -> Misread:
    help = f'if you mean a word of a list, write it in quotes: `"{word.text}"`'
    return Misread("syntax-name", f"`{word.text}` is a keyword", help, word)


def _spaced(f: ParseFailure) -> Misread | None:
    """Report a keyword with a bracket, as in `to(pile)`."""
    if f.terminal == "CALLEE" and f.lexeme.text in f.possible:
        return Misread("syntax-word", f"missing space after `{f.lexeme.text}`")
    return None


def _record(f: ParseFailure) -> Misread | None:
    if f.terminal == "RECORD":
        return Misread("syntax-name", f"unexpected `{f.lexeme.text}`: names are lower-case")
    if f.previous is None or f.previous.kind != "RECORD" or "(" not in f.possible:
        return None
    name = f.previous.text
    help = f"write `{name}(…)` to create a record; other names are lower-case"
    return Misread("syntax-name", f"`{name}` looks like a record", help, f.previous)


def _call_of_record(f: ParseFailure) -> Misread | None:
    """Report `Hand(p)`: a capital letter begins a record, and its brackets have fields."""
    begun = [one for one, bracket in pairwise(f.earlier[-3:]) if one.kind == "RECORD" and bracket.text == "("]
    if not begun or not {":", "NAME"} & f.possible:
        return None
    name, made = begun[-1].text, "`field: value`"
    message = f"expected {made} in the brackets of `{name}`: a capital letter begins a record"
    return Misread("syntax-name", message, f"did you mean `{name.lower()}(…)`?", begun[-1])


# ---------------------------------------------------------------- expressions


def _assignment(f: ParseFailure) -> Misread | None:
    sign = f.lexeme.text
    if sign == "=":
        right = f.lexeme.start, f.lexeme.end, "=="
        return Misread("syntax-assignment", "`=` sets a variable; to compare, write `==`", right=right)
    if sign in ("+=", "-="):
        return Misread("syntax-assignment", f"unexpected `{sign}`, which sets a variable")
    if sign == "==" and "+=" in f.possible:
        right = f.lexeme.start, f.lexeme.end, "="
        return Misread("syntax-assignment", "`==` compares; to set a variable, write `=`", right=right)
    return None


def _chain(f: ParseFailure) -> Misread | None:
    """Report a second comparison, or a comparison of a quantifier without brackets."""
    if f.lexeme.text not in COMPARISONS | {"not"}:
        return None
    words = [lexeme.text for lexeme in f.same_brackets()] + ["", ""]
    for i, word in enumerate(words):
        binding = word == "in" and words[i + 2] in QUANTIFIERS | {"for"}
        if word in ("any", "all", "no") and words[i + 2] != "in":
            help = f"write `{word} … in … where …`, as in `{word} q in players where hand(q) has cards`"
            return Misread("syntax", f"`{word}` needs a name and a set", help)
        if word in QUANTIFIERS and words[i + 1] != "with":
            help = f"put brackets around it: `({word} …) {f.lexeme.text} …`"
            return Misread("syntax-chain", f"`{word} …` needs brackets in a comparison", help)
        if word in COMPARISONS and not binding:
            quantifier = next((other for other in words[i:] if other in QUANTIFIERS), None)
            if quantifier is not None and "where" in words[i:]:
                help = f"to compare the result, put brackets around it: `({quantifier} … where …) {f.lexeme.text} …`"
                return Misread("syntax-chain", "can't compare twice after `where`", help)
            return Misread("syntax-chain", "can't chain comparisons", "write `a < b and b < c`")
        if word in PARTS:
            return None
    return None


def _for(f: ParseFailure) -> Misread | None:
    """Report a `for` that doesn't belong to a total, and a second one."""
    if f.lexeme.text != "for" or f.index == 0 or "for" in f.possible:
        return None
    words = [lexeme.text for lexeme in f.same_brackets()]
    first = next((word for word in words if word in QUANTIFIERS), None)
    if first in TOTALS and "for" in words:
        help = f"put another total in brackets: `{first} ({first} … for d in …) for c in …`"
        return Misread("syntax", f"`{first}` can't have a second `for`", help)
    if first is not None and first not in TOTALS:
        help = f"write `{first} c in … where …`; in the condition you can write another `{first} d in …`"
        return Misread("syntax", f"`{first}` can't have a `for`", help)
    if f.verb == "for" and f.kind == "statements_text":
        help = "end this line with `:`, and write the second `for` below it, indented"
        return Misread("syntax", "a loop can't have a second `for`", help)
    if f.in_actions:
        return Misread(
            "syntax", "an action can't have a second `for`", "separate choices by commas: `for c in …, d in …`"
        )
    if f.kind == "statements_text" and f.verb not in (*HEADS, "let"):
        return Misread("syntax", "`for` must come before the step", "write `for c in …: …`")
    help = "write `sum … for c in …` for a total, or `those c in … where …` for the members of a set"
    return Misread("syntax", "`for` needs `sum`, `most` or `least` before it", help)


def _where(f: ParseFailure) -> Misread | None:
    """Report `middle where c.rank == 3`, a condition on the members of a set without a word for the result."""
    if f.lexeme.text != "where" or f.in_actions or not QUANTIFIERS.isdisjoint(w.text for w in f.same_brackets()):
        return None
    return Misread("syntax", expectation(f), "write `those c in … where …` for the members of a set")


def _is(f: ParseFailure) -> Misread | None:
    if not {"empty", "some"} <= f.possible:
        return None
    return Misread("syntax-word", "expected `empty`, `none` or `some` after `is`; to compare, write `==`")


def _has(f: ParseFailure) -> Misread | None:
    if f.previous is None or f.previous.text != "has" or "cards" not in f.possible:
        return None
    return Misread("syntax-word", "expected `cards` or `no cards` after `has`; for other sets, write `is not empty`")


def _quantifier(f: ParseFailure) -> Misread | None:
    """Report `2 * count c in hand(p)`: what follows belongs to the quantifier."""
    if f.lexeme.text not in QUANTIFIERS or "NUMBER" not in f.possible or f.previous is None or f.at_end:
        return None
    return Misread("syntax", expectation(f), f"put it in brackets: `{f.previous.text} ({f.lexeme.text} …)`")


def _sets_of_cards(f: ParseFailure) -> Misread | None:
    """Report `pairs of hand(p)` and `runs of 5 cards of hand(p)` as a choice."""
    words = [lexeme.text for lexeme in f.earlier]
    if "for" not in words or f.previous is None:
        return None
    if f.lexeme.text == "of" and f.previous.kind == "WORD" and words[-2:-1] == ["in"]:
        help = "write `groups of`, `melds of`, `runs of`, `double runs of`, `triple runs of`, or `2 cards of`"
        return Misread("syntax", f"unknown choice `{f.previous.text} of`", help, f.previous)
    if f.lexeme.text == "cards" and words[-2:-1] == ["of"]:
        help = f"write the number as a condition: `{words[-3]} of … where cs.size == {f.previous.text}`"
        return Misread("syntax", expectation(f), help)
    return None


def _call(f: ParseFailure) -> Misread | None:
    """Report `hand[p]` and `hand (p)`."""
    name = f.previous
    if name is None or name.kind != "WORD":
        return None
    if f.lexeme.text == "[":
        return Misread("syntax-call", f"write `{name.text}(…)` instead of `{name.text}[…]`")
    if f.lexeme.text == "(" and name.end < f.lexeme.start:
        return Misread("syntax-call", f"write `{name.text}(…)` without a space before the bracket")
    return None


def _range(f: ParseFailure) -> Misread | None:
    if f.lexeme.text != "..":
        return None
    return Misread("syntax", "a range can only follow `in` or `random`, or be in a list", "write a list: `[1..6]`")


def _number(f: ParseFailure) -> Misread | None:
    before = [lexeme.kind for lexeme in f.earlier[-2:]]
    if f.lexeme.kind != "NUMBER" or before != ["NUMBER", "SIGN"] or f.earlier[-1].text != ".":
        return None
    help = "there are no fractions: count in halves or tenths, for example; a range has two dots, `1..6`"
    return Misread("syntax-number", "expected a whole number", help)


def _random(f: ParseFailure) -> Misread | None:
    if f.previous is None or f.previous.text != "random" or f.at_end:
        return None
    help = "write `let x = random …` on a line of its own, and use `x`"
    return Misread("syntax", "`random …` can only come right after `=`", help, f.previous)


def _string(f: ParseFailure) -> Misread | None:
    if f.terminal != "STRING":
        return None
    if f.in_actions:
        return Misread("syntax", "the text of an action must come directly after its name")
    return Misread("syntax", "a string can only follow the name of an action")


# ---------------------------------------------------------------- actions


def _action(f: ParseFailure) -> Misread | None:
    if not f.in_actions or f.line is None:
        return None
    if f.index == 0 and f.terminal == "CALLEE":
        call = f"{f.lexeme.text}(…)"
        help = f"write `x does {call}` to offer a call, or `include {call}` for the actions of a question"
        return Misread("syntax", "the name of an action can't have brackets", help)
    if f.index == 0 and f.lexeme.kind == "RESERVED":
        word = f.lexeme.text
        if _is_named(f):
            help = f'choose another name, followed by the text for players in quotes: `say-{word} "{word}"`'
            return _no_name(f.lexeme, help)
        help = "begin with the name of an action, and write its steps after its `:`"
        return Misread("syntax", f"expected an action, found `{word}`, which begins a step", help)
    if f.index == 1 and f.lexeme.text in ("=", "+=", "-="):
        return Misread("syntax", "expected an action, found a step; the steps of an action come after its `:`")
    if f.index == 1 and f.terminal == "NAME" and f.first not in f.beginnings and not _misspelt(f):
        help = "join words with `-`; write the text for players in quotes after the name"
        return Misread("syntax", "the name of an action must be one word", help)
    return _parts_of_action(f)


def _is_named(f: ParseFailure) -> bool:
    """True if the line continues as after the name of an action."""
    following = f.line.lexemes[1:2] if f.line else []
    if f.lexeme.text not in HEADS | {"let"} or not following:
        return True
    return following[0].kind == "STRING" or following[0].text in AFTER_NAMES


def _parts_of_action(f: ParseFailure) -> Misread | None:
    if f.lexeme.kind == "RESERVED" and f.previous is not None and f.previous.text in ("instead", "for", ","):
        return None
    slots = any(lexeme.text == "for" for lexeme in f.earlier)
    if f.lexeme.text == "where" and not slots:
        help = "write `if …`, or put a choice before it: `for c in …`"
        return Misread("syntax", "`where` needs a choice to test", help)
    if f.lexeme.text == "if" and slots:
        return Misread("syntax", "`if` must come before `for`; to test a choice, use `where`")
    if f.lexeme.text == "as" and "does" in f.possible:
        return Misread("syntax-word", "write `does` instead of `as`")
    return None


def _after_else(f: ParseFailure) -> Misread | None:
    if f.index > 0 or not f.possible <= {"_DEDENT", "$END"}:
        return None
    return Misread("syntax", "nothing can follow the `else` of a list of actions")


def _order(f: ParseFailure) -> Misread | None:
    if f.lexeme.text == "where" and any(lexeme.text == "with" for lexeme in f.same_brackets()):
        return Misread("syntax", "`where` must come before `with`")
    return None


CHECKS: tuple[Callable[[ParseFailure], Misread | None], ...] = (
    _empty,
    _indentation,
    _until,
    _keep,
    _said,
    _block_on_line,
    _only_else,
    _second_part,
    _after_else,
    _action,
    _else_if,
    foreign_word,
    _alone,
    _word_of_list,
    _spaced,
    _reserved,
    _assignment,
    _for,
    _where,
    _chain,
    _is,
    _call,
    _range,
    _random,
    method,
    for_each,
    condition_with,
    _string,
    _order,
    _number,
    _record,
    _call_of_record,
    _misspelt,
    _has,
    _sets_of_cards,
    _quantifier,
    _colon,
)
