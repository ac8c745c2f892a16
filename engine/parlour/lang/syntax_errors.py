"""What went wrong in a text that can't be read, in words that help whoever wrote it.

Each check below knows one kind of mistake, and gives a finding when it sees it; the first one is reported. How the
parser works is not known here, only what it saw and what it could have used instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from parlour.base.diagnostics import did_you_mean
from parlour.lang.card_words import card_help
from parlour.lang.expectations import expectation
from parlour.lang.failure import Failure
from parlour.lang.lexer import VERBS, Lexeme
from parlour.lang.text import Report

COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "in", "is", "has"})
QUANTIFIERS = frozenset({"any", "all", "no", "count", "those", "the", "sum", "most", "least"})
CONSTRUCTS = QUANTIFIERS | {"may", "possible", "not"}  # words that go on with something of their own
BEFORE_WORDS = frozenset({"==", "!=", "=", "[", ","})  # where a word of a list can follow
AFTER_NAMES = frozenset({":", "if", "for", "does", "only"})  # what follows the name of an action
PARTS = frozenset({"and", "or", "if", "else", "where", "=", "+=", "-=", ",", ";", ":"})
HEADS = frozenset({"if", "elif", "else", "for", "while", "repeat", "repeated", "otherwise"})

# Words of other languages at the beginning of a line, and elsewhere.
FOREIGN_STATEMENTS = {
    "break": "a loop is left with `stop`",
    "continue": "there is no `continue`; put the rest of the loop under an `if`",
    "pass": "to do nothing write `nothing`",
    "return": "a procedure gives nothing back; a function is a single expression",
    "var": "a name is given to a value with `let`",
    "set": "a variable is set with `x = …`",
    "unless": "instead of `unless` write `if not`",
    "foreach": "instead of `foreach` write `for`",
    "elseif": "`elseif` is written `elif`",
    "elsif": "`elsif` is written `elif`",
}
# What may come first on a line only under something else.
SECOND_PARTS = {
    "elif": "an `if`",
    "else": "an `if`, or after the actions of a question",
    "until": "`repeat:`",
    "otherwise": "a loop with a limit",
    "repeated": "a loop with a limit",
}
EXAMPLES = {
    "play": "`play turn(p)`",
    "end": "`end hand`",
    "move": "`move c to pile`",
    "deal": "`deal 5 from stock to each hand`",
    "shuffle": "`shuffle stock`",
    "turn": "`turn up c`",
    "show": "`show hand(p) to q`",
    "reverse": "`reverse direction`",
    "resume": "`resume here with up`",
    "ask": "`ask act(p)`",
    "poll": "`poll q in seats after p:`",
}
FOREIGN_WORDS = {
    "then": "instead of `then` write `:`",
    "do": "instead of `do` write `:`",
    "xor": "instead of `xor` compare with `!=`",
    "equals": "to compare write `==`",
}


@dataclass(frozen=True)
class Finding:
    code: str
    message: str
    help: str | None = None
    lexeme: Lexeme | None = None  # where, if not where the parser stopped


def explain(failure: Failure, report: Report) -> None:
    finding = _first_finding(failure)
    at = finding.lexeme or failure.lexeme
    if failure.line is not None and failure.previous is not None and at.start in failure.line.links:
        at = failure.previous  # the mistake is that the line above ends there
    report.error(finding.code, finding.message, at.start, at.end, finding.help)


def _first_finding(failure: Failure) -> Finding:
    for check in CHECKS:
        finding = check(failure)
        if finding is not None:
            return finding
    return Finding("syntax", expectation(failure))


# ---------------------------------------------------------------- lines and blocks


def _empty(f: Failure) -> Finding | None:
    if f.line is not None or f.above is not None:
        return None
    help = "write `nothing` if nothing is to be done" if f.kind == "statements_text" else None
    return Finding("syntax-empty", "there is nothing here", help)


def _indentation(f: Failure) -> Finding | None:
    if f.terminal == "_INDENT":
        return Finding("syntax-indent", "this line is indented, but the line above does not end in `:`")
    if f.lacks_block and f.above is not None:
        help = "indent what belongs to it by two spaces, or write `nothing` after the `:`"
        return Finding("syntax-indent", "nothing is indented under this line", help, f.above.lexemes[-1])
    return None


def _until(f: Failure) -> Finding | None:
    if f.possible != {"until"}:
        return None
    help = "write `until … limit …` under the block, or `repeat n times:`"
    return Finding("syntax", "`until` is missing after the block of `repeat`", help)


def _limit(f: Failure) -> Finding | None:
    if "limit" not in f.possible or not (f.at_end or f.lexeme.text == ":"):
        return None
    help = f"write `{f.first} … limit 100`, for example"
    return Finding("syntax", f"`{f.first}` needs a limit, so that it is sure to end", help)


def _colon(f: Failure) -> Finding | None:
    if ":" not in f.possible or f.first not in HEADS:
        return None
    if f.at_end:
        return Finding("syntax-colon", "a `:` is missing at the end of the line")
    if f.terminal in ("NAME", "CALLEE"):
        return Finding("syntax-colon", f"a `:` is missing before `{f.lexeme.text}`")
    return None


def _alone(f: Failure) -> Finding | None:
    """A value, or a verb, with nothing else."""
    if "+=" not in f.possible or not (f.at_end or f.lexeme.text == ";"):
        return None
    last = f.earlier[-1]
    if last.text != f.verb:
        help = "set a variable, `x = …`, or run a procedure, `draw(p, 1)`"
        return Finding("syntax", "this is a value, but a line says what to do", help)
    if last.text in EXAMPLES:
        return Finding("syntax", f"`{last.text}` says what to do, but not with what", EXAMPLES[last.text], last)
    help = did_you_mean(last.text, VERBS) or f"to run a procedure write `{last.text}()`"
    return Finding("syntax", f"`{last.text}` alone says nothing", help, last)


def _block_on_line(f: Failure) -> Finding | None:
    """`if a: if b: …`"""
    if f.previous is None or "let" not in f.possible or f.lexeme.text not in HEADS | {"ask", "poll"}:
        return None
    return Finding("syntax", f"`{f.lexeme.text}` begins on a line of its own", "indent it on the next line")


def _second_part(f: Failure) -> Finding | None:
    if f.index > 0 or not f.beginnings & {"let", "include"} or f.lexeme.text not in SECOND_PARTS:
        return None
    return Finding("syntax", f"`{f.lexeme.text}` stands only under {SECOND_PARTS[f.lexeme.text]}")


# ---------------------------------------------------------------- words


def _else_if(f: Failure) -> Finding | None:
    if f.lexeme.text == "if" and f.previous is not None and f.previous.text == "else":
        return Finding("syntax-word", "`else if` is written `elif`")
    return None


def _foreign(f: Failure) -> Finding | None:
    if f.lexeme.text in FOREIGN_WORDS and f.terminal == "NAME":
        return Finding("syntax-word", FOREIGN_WORDS[f.lexeme.text])
    if f.index <= 1 and f.first in FOREIGN_STATEMENTS and f.line is not None and not f.in_actions:
        return Finding("syntax-word", FOREIGN_STATEMENTS[f.first], lexeme=f.line.lexemes[0])
    return None


def _misspelt(f: Failure) -> Finding | None:
    """A word where a keyword could stand, or a first word that is nearly one."""
    if f.terminal in ("NAME", "CALLEE"):
        help = did_you_mean(f.lexeme.text, _words(f.possible))
        if help is not None:
            return Finding("syntax-word", f"unknown word `{f.lexeme.text}`", help)
    if f.index != 1 or f.lexeme.kind == "SIGN" or f.line is None or f.first in f.beginnings:
        return None
    first = f.line.lexemes[0]
    known = {"include", "instead", "else"} if f.in_actions else VERBS | HEADS | {"let"}
    help = did_you_mean(first.text, known & f.beginnings) if first.kind == "WORD" else None
    return None if help is None else Finding("syntax-word", f"unknown word `{first.text}`", help, first)


def _words(possible: frozenset[str]) -> list[str]:
    return [word for word in possible if word.islower()]


def _reserved(f: Failure) -> Finding | None:
    name_wanted = "NAME" in f.possible and "NUMBER" not in f.possible
    if f.lexeme.kind != "RESERVED" or not name_wanted or f.possible & COMPARISONS:
        return None
    return _no_name(f.lexeme)


def _no_name(word: Lexeme, help: str | None = None) -> Finding:
    help = help or f"choose another name; it may be part of one, such as `my-{word.text}`"
    return Finding("syntax-name", f"`{word.text}` is a word of the language and can't be a name", help, word)


def _word_of_list(f: Failure) -> Finding | None:
    """`options.mix == any and …`: a word of a list that the language needs itself."""
    earlier = f.earlier
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


def _in_quotes(word: Lexeme) -> Finding:
    help = f'to mean a word of a list, write it in quotes: `"{word.text}"`'
    return Finding("syntax-name", f"`{word.text}` is a word of the language", help, word)


def _spaced(f: Failure) -> Finding | None:
    """`to(pile)`, where a keyword was meant."""
    if f.terminal == "CALLEE" and f.lexeme.text in f.possible:
        return Finding("syntax-word", f"write a space after `{f.lexeme.text}`")
    return None


def _record(f: Failure) -> Finding | None:
    if f.terminal == "RECORD":
        return Finding("syntax-name", f"names are written in small letters; `{f.lexeme.text}` is not expected here")
    if f.previous is None or f.previous.kind != "RECORD" or "(" not in f.possible:
        return None
    name = f.previous.text
    if (help := card_help(name)) is not None:
        return Finding("syntax-name", f"`{name}` is a word for a card", help, f.previous)
    help = f"a record is made with `{name}(…)`; other names are written in small letters"
    return Finding("syntax-name", f"`{name}` is written like a record", help, f.previous)


# ---------------------------------------------------------------- expressions


def _assignment(f: Failure) -> Finding | None:
    sign = f.lexeme.text
    if sign == "=":
        return Finding("syntax-assignment", "`=` sets a variable; to compare write `==`")
    if sign in ("+=", "-="):
        return Finding("syntax-assignment", f"`{sign}` sets a variable, and can't stand here")
    if sign == "==" and "+=" in f.possible:
        return Finding("syntax-assignment", "`==` compares; to set a variable write `=`")
    return None


def _chain(f: Failure) -> Finding | None:
    """A second comparison, or one of a quantifier without brackets."""
    if f.lexeme.text not in COMPARISONS | {"not"}:
        return None
    words = [lexeme.text for lexeme in f.same_brackets()] + ["", ""]
    for i, word in enumerate(words):
        binding = word == "in" and words[i + 2] in QUANTIFIERS | {"for"}
        if word in QUANTIFIERS and words[i + 1] != "with":
            help = f"put brackets around it: `({word} …) {f.lexeme.text} …`"
            return Finding("syntax-chain", f"`{word} …` can't be compared without brackets", help)
        if word in COMPARISONS and not binding:
            return Finding("syntax-chain", "a comparison can't be chained", "write `a < b and b < c`")
        if word in PARTS:
            return None
    return None


def _is(f: Failure) -> Finding | None:
    if not {"empty", "some"} <= f.possible:
        return None
    return Finding("syntax-word", "`is` goes with `empty`, `none` or `some`; to compare write `==`")


def _call(f: Failure) -> Finding | None:
    """`hand[p]`, `hand (p)`."""
    name = f.previous
    if name is None or name.kind != "WORD":
        return None
    if f.lexeme.text == "[":
        return Finding("syntax-call", f"`{name.text}[…]` is written `{name.text}(…)`")
    if f.lexeme.text == "(" and name.end < f.lexeme.start:
        return Finding("syntax-call", f"`{name.text} (…)` is written `{name.text}(…)`, without the space")
    return None


def _range(f: Failure) -> Finding | None:
    if f.lexeme.text != "..":
        return None
    return Finding("syntax", "a range stands after `in`, after `random` or in a list", "a list of it is `[1..6]`")


def _number(f: Failure) -> Finding | None:
    before = [lexeme.kind for lexeme in f.earlier[-2:]]
    if f.lexeme.kind != "NUMBER" or before != ["NUMBER", "SIGN"] or f.earlier[-1].text != ".":
        return None
    return Finding("syntax-number", "numbers are whole", "a range is written with two dots, `1..6`")


def _random(f: Failure) -> Finding | None:
    if f.previous is None or f.previous.text != "random" or f.at_end:
        return None
    help = "write `let x = random …` on a line of its own, and use `x`"
    return Finding("syntax", "`random …` stands only right after an `=`", help, f.previous)


def _string(f: Failure) -> Finding | None:
    if f.terminal != "STRING":
        return None
    if f.in_actions:
        return Finding("syntax", "the text of an action stands directly after its name")
    return Finding("syntax", "a text in quotes stands only after the name of an action")


# ---------------------------------------------------------------- actions


def _action(f: Failure) -> Finding | None:
    if not f.in_actions or f.line is None:
        return None
    if f.index == 0 and f.terminal == "CALLEE":
        help = f"`x does {f.lexeme.text}(…)` offers a call, `include {f.lexeme.text}(…)` the actions of a prompt"
        return Finding("syntax", "an action has a name without brackets", help)
    if f.index == 0 and f.lexeme.kind == "RESERVED":
        word = f.lexeme.text
        if _is_named(f):
            help = f'choose another name, and write what players read in quotes after it: `say-{word} "{word}"`'
            return _no_name(f.lexeme, help)
        help = "begin with the name of an action, and write what it does after its `:`"
        return Finding("syntax", f"`{word}` begins a statement, and this is a list of actions", help)
    if f.index == 1 and f.lexeme.text in ("=", "+=", "-="):
        return Finding("syntax", "this is a list of actions; what an action does comes after its `:`")
    if f.index == 1 and f.terminal == "NAME" and f.first not in f.beginnings and not _misspelt(f):
        help = "join words with `-`; what players read stands in quotes after the name"
        return Finding("syntax", "an action has a name of one word", help)
    return _parts_of_action(f)


def _is_named(f: Failure) -> bool:
    """Does the line go on as behind the name of an action?"""
    following = f.line.lexemes[1:2] if f.line else []
    if f.lexeme.text not in HEADS | {"let"} or not following:
        return True
    return following[0].kind == "STRING" or following[0].text in AFTER_NAMES


def _parts_of_action(f: Failure) -> Finding | None:
    if f.lexeme.kind == "RESERVED" and f.previous is not None and f.previous.text in ("instead", "for", ","):
        return None
    slots = any(lexeme.text == "for" for lexeme in f.earlier)
    if f.lexeme.text == "where" and not slots:
        help = "write `if …`, or say before it what there is to choose, `for c in …`"
        return Finding("syntax", "`where` judges what is chosen, and nothing is", help)
    if f.lexeme.text == "if" and slots:
        return Finding("syntax", "`if` stands before `for`; what judges a choice is `where`")
    if f.lexeme.text == "as" and "does" in f.possible:
        return Finding("syntax-word", "what an action does comes after `does`")
    return None


def _after_else(f: Failure) -> Finding | None:
    if f.index > 0 or not f.possible <= {"_DEDENT", "$END"}:
        return None
    return Finding("syntax", "nothing can follow the `else` of a list of actions")


def _order(f: Failure) -> Finding | None:
    if f.lexeme.text == "where" and any(lexeme.text == "with" for lexeme in f.same_brackets()):
        return Finding("syntax", "`where` stands before `with`")
    return None


CHECKS: tuple[Callable[[Failure], Finding | None], ...] = (
    _empty,
    _indentation,
    _until,
    _limit,
    _block_on_line,
    _second_part,
    _after_else,
    _action,
    _else_if,
    _foreign,
    _alone,
    _word_of_list,
    _spaced,
    _reserved,
    _assignment,
    _chain,
    _is,
    _call,
    _range,
    _random,
    _string,
    _order,
    _number,
    _record,
    _misspelt,
    _colon,
)
