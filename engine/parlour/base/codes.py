"""The codes of all findings: a stable name, the usual severity, and the meaning in a few words.

A code without an entry here can't be reported. Each code has a page, `docs/findings/CODE.md`. Keep the tables in
alphabetical order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class FindingCode:
    """`severity` is the default; a finding can have another severity, for example under `--strict`."""

    name: str
    severity: Severity
    meaning: str
    chapter: str


_WRITTEN = {
    "file-encoding": "a file that isn't UTF-8",
    "file-missing": "a file that doesn't exist",
    "file-unreadable": "a file that Parlour can't open",
    "schema-kind": "not exactly one of `frame:`, `rule:`, `game:` and `deck:`",
    "schema-missing-key": "a missing key",
    "schema-type": "a value of the wrong kind",
    "schema-unknown-key": "an unknown key",
    "schema-value": "a value that isn't allowed here",
    "syntax": "an invalid expression, step or action",
    "syntax-assignment": "`=` and `==` confused",
    "syntax-brace": "an error in the braces of a text",
    "syntax-bracket": "a bracket that is never opened or never closed",
    "syntax-call": "arguments that don't follow the name directly in `(…)`",
    "syntax-chain": "comparisons in a chain, as in `a < b < c`",
    "syntax-character": "a character that can't be part of an expression",
    "syntax-colon": "a missing `:`",
    "syntax-empty": "a missing expression or step",
    "syntax-indent": "wrong indentation in steps",
    "syntax-name": "a word that can't be a name",
    "syntax-number": "an invalid number or card",
    "syntax-size": "an expression that is too long or too deep",
    "syntax-word": "a word that isn't part of the language",
    "yaml-anchor": "an anchor or alias, which Parlour doesn't support",
    "yaml-comma-in-flow-text": "a comma that ends a value inside `{…}`",
    "yaml-complex-key": "a list or a mapping as a key",
    "yaml-control-character": "an invisible character",
    "yaml-duplicate-key": "the same key twice in a mapping",
    "yaml-empty": "an empty file",
    "yaml-line-separator": "a character that only some programs treat as a line break",
    "yaml-merge-key": "a merge key, which Parlour doesn't support",
    "yaml-several-documents": "several YAML documents in one file",
    "yaml-syntax": "invalid YAML",
    "yaml-tag": "a tag, which Parlour doesn't support",
    "yaml-too-deep": "more than 64 levels of nesting",
    "yaml-too-large": "a file over 1 MiB",
}

_MEANT = {
    "arity": "a wrong number of arguments or parameters",
    "assignment": "a change to something that steps can't set",
    "attempt": "an attempt that can't be undone",
    "chance": "`random` without a set or a range to draw from",
    "clash": "two values that can apply at the same time",
    "clause": "an incomplete clause of a permission",
    "closed-group": "an exception to a group that allows none",
    "constant": "a value that must be constant and isn't",
    "cost": "a function, condition or procedure that might take too long",
    "count": "a negative number of things",
    "deck": "a deck that contradicts itself, or cards that the deck doesn't have",
    "division": "a division by a constant 0",
    "empty-range": "a range that contains nothing, such as `5..3`",
    "end": "the end of a stage that might not be running",
    "facet": "an incomplete facet",
    "guise": "no suitable mark that stores what a card counts as",
    "instead": "`instead` without anything to replace",
    "key-range": "a number that a zone or variable doesn't have",
    "main": "a frame without its first stage",
    "melding": "an incomplete or contradictory `melding:` section",
    "name-twice": "two things with the same name",
    "never-empty": "a zone declared as never empty that could become empty",
    "next": "`next` outside a poll",
    "no-answer": "a question that might have no possible answer",
    "no-body": "an action that does nothing",
    "none": "a value that can be missing",
    "offers-hidden": "an action that offers cards hidden from the player who chooses",
    "option-bounds": "wrong bounds of an option",
    "outcome": "a missing result, or one with another meaning than its name",
    "players": "missing or contradictory numbers of players",
    "policy": "a policy that contradicts itself or uses hidden cards",
    "reaction": "`blind` or `quiet` at an action that can't have it",
    "recursion": "a function or procedure that runs itself",
    "resume": "a place where a position can't continue",
    "sides": "sides that don't contain each seat exactly once",
    "stop": "`stop` outside a loop",
    "text-braces": "braces in a text that players would see",
    "text-condition": "words in a text for a value that the option can't have",
    "type": "a value of the wrong type",
    "unknown-field": "an unknown field of a value",
    "unknown-name": "an unknown name",
    "unknown-option": "an unknown option in an expression",
    "unknown-parameter": "a parameter without a known type",
    "unknown-type": "an unknown or missing type",
    "zone": "a zone that can't do this",
}

_MIXED = {
    "compose-clash": "the same name for two things in a mix",
    "compose-cycle": "a ruleset that extends itself",
    "compose-excludes": "two rules that exclude each other",
    "compose-group-taken": "two rules from the same group",
    "compose-needs": "a rule that needs another rule",
    "compose-replaced-twice": "two rules that replace the same thing",
    "compose-replaces-nothing": "`instead` without anything to replace",
    "compose-required": "a part that the frame requires and nobody defines",
    "compose-same-id": "a rule with the same id as a frame or game",
    "compose-used-twice": "two different rules with the same id",
    "compose-without-unused": "a rule to remove that isn't in the mix",
    "compose-wrong-frame": "a rule for another family of games",
    "hook-order": "two hooks whose order matters but isn't declared",
    "library-twice": "two files with the same id in one folder",
    "library-unknown": "an unknown id of a game, rule or frame",
    "library-wrong-kind": "a document of the wrong kind",
    "mix-line": "a mix in one line that Parlour can't read",
    "nobody-plays": "a mix that nobody can play",
    "option-ambiguous": "an option's name that several rules share",
    "option-set-twice": "two values for one option",
    "option-unknown": "an unknown option of a mix",
    "option-value": "a value that an option can't have",
    "unswitchable": "a rule that play can't switch on and off",
}

_WARNINGS = {
    "all-of-several": "a test that needs all cards with a face, of which the pack has several",
    "allow-nothing": "an `allow` that overrides no `forbid`",
    "always-false": "a condition that can never be true",
    "always-true": "a condition that can't be false",
    "check-no-game": "a rule that no available game can use",
    "else-never": "an `else:` that never runs",
    "endless-loop": "a loop that only its limit can end",
    "forbid-needless": "a `forbid` that has no effect",
    "hidden-name": "a name that hides another one",
    "hook-never": "a hook that never runs",
    "hook-overwrites": "a power that overwrites a change by another power",
    "ignore-invalid": "a comment that Parlour can't use",
    "joker-without-rule": "jokers that no rule gives a meaning",
    "library-too-large": "a folder with too many files",
    "library-unreadable": "a file or folder that Parlour couldn't read",
    "many-choices": "too many choices at once",
    "mark-outside": "a mark set in a zone where cards lose it",
    "never-called": "a rule's change to a function that nothing calls in a mix",
    "never-set": "a variable, mark or zone that no step sets",
    "never-switched": "a rule that play never switches on",
    "never-won": "a game that all players always win together",
    "one-of-several": "a literal card of which the pack has several, where a single card is needed",
    "option-idle": "an option that changes nothing in a game that sets it",
    "players-excluded": "a number of players that the game's own conditions exclude",
    "power-absent": "a power for cards that the pack never has",
    "proceed": "`proceed` twice in one block, missing in a hook, or outside of one",
    "shown-deal": "a deal that shows everybody its cards",
    "suit-in-name": "an added card with the name of a suit",
    "text-absent": "a rule text that names a rule outside the mix",
    "text-constant": "a number in a rule text, although an option sets it",
    "text-rank": "a rule text about other ranks than the rule",
    "too-many-cards": "more cards than the pack has",
    "unread": "an option, mark or class that nothing reads",
    "unshuffled": "a deal from a pack that nobody shuffles",
    "unused": "a name that nothing uses",
    "written-alike": "two moves with the same text",
}

_NOTES = {
    "check-goes-with": "which games accept a rule",
    "check-no-mix": "a part that no available mix includes",
    "check-refused": "a game that refuses a rule",
    "compose-advises": "a mix that a rule advises against",
    "compose-group-replaced": "a rule that replaces another of its group",
    "compose-used-already": "a rule named twice",
    "ignore-unused": "a comment that ignores nothing",
    "library-shadowed": "a file that hides another one with the same id",
    "option-without-rule": "a value for an option whose rule isn't in the mix",
    "rule-idle": "a rule without effect in a mix",
    "rule-without-examples": "a rule without examples",
    "rule-without-text": "a rule without a text for players",
    "rules-clash": "two rules of a mix that work against each other",
    "sheet-sentence": "a replaced member whose sentence the rule sheet loses",
    "survived": "a change to a ruleset that no example notices",
    "tells-hidden": "an action whose presence reveals hidden cards",
    "uncovered": "something that no example exercises",
    "zone-text": "a visible zone without a text, with an id that isn't a word",
}

_PLAYED = {
    "example-failed": "an example whose result isn't the expected one",
    "example-fault": "a runtime error in an example",
    "example-malformed": "an example that Parlour can't read",
    "example-table": "an example with an impossible table",
    "position": "a file without a position",
    "ruleset-fault": "a runtime error during play",
}

_SEARCHED = {
    "deep-endless": "a game that doesn't end",
    "deep-fault": "a runtime error, found by playing",
    "deep-leak": "moves that depend on cards hidden from the player who chooses",
    "deep-stuck": "a position in which nobody has a choice and nothing changes",
}

_SUSPECTED = {
    "deep-dead-action": "an action that no player could ever choose",
    "deep-dead-rule": "a rule that never changed anything",
    "deep-never-asked": "a player who never has a decision",
    "deep-no-winner": "a game that nobody can win, or that all players always win",
    "deep-one-sided": "a seat that wins far more or far less often than the others",
    "deep-repeats": "a position that players can repeat for ever",
    "deep-same-result": "a result that is always the same for all players",
}

CHAPTERS: Mapping[str, tuple[Severity, Mapping[str, str]]] = {
    "Errors in YAML or syntax": ("error", _WRITTEN),
    "Errors in the meaning": ("error", _MEANT),
    "Errors in a mix": ("error", _MIXED),
    "Warnings": ("warning", _WARNINGS),
    "Notes": ("note", _NOTES),
    "Errors in examples and during play": ("error", _PLAYED),
    "Errors found by playing": ("error", _SEARCHED),
    "Warnings found by playing": ("warning", _SUSPECTED),
}
"""The tables under the headings of docs/findings.md, with their severities."""

CODES: Mapping[str, FindingCode] = MappingProxyType(
    {
        name: FindingCode(name, severity, meaning, chapter)
        for chapter, (severity, table) in CHAPTERS.items()
        for name, meaning in table.items()
    }
)

NOT_CHECKED = frozenset({"survived", "uncovered"})
"""The codes of findings that `parlour check` doesn't look for: other commands report them."""

OF_MIXES = frozenset((*_MIXED, "players"))
"""The codes of errors in which rules and options come together."""
