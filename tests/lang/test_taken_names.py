"""`check` reports a declaration with a name of the language once, at the declaration, whatever else uses the name."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.base.diagnostics import Diagnostic
from parlour.lang.vocabulary import FUNCTIONS, TABLE_NAMES
from parlour.mixing.compiler import compile_ruleset

HEAD = "rule: own\ntitle: Own\nfor: eights\ntext: A name.\n"


def findings(folder: Path, declared: str, subject: str = "crazy-eights") -> tuple[Diagnostic, ...]:
    file = folder / "own.yaml"
    file.write_text(HEAD + declared, encoding="utf-8")
    return tuple(d for d in compile_ruleset(subject, with_=[file]).findings if d.severity == "error")


DECLARATIONS = [
    "zones:\n  {}: {{seen: everybody, ordered: true, text: own}}\n",
    "zones:\n  {}(player): {{seen: everybody, ordered: true, text: own}}\n",
    "state:\n  {}: {{type: int, each: hand, seen: everybody, text: own}}\n",
    "functions:\n  {}(): 1\n",
]


def test_a_name_of_the_language_is_taken(tmp_path: Path) -> None:
    """For each kind of declaration, one rule declares all these names."""
    functions = dict.fromkeys(FUNCTIONS, "a function of the language")
    names = dict.fromkeys([*TABLE_NAMES, "box", "ending", "options"], "a name of the language")
    for declared in DECLARATIONS:
        taken = functions | (names if "(" not in declared else {})
        section, entry = declared.split("\n", 1)
        found = findings(tmp_path, section + "\n" + "".join(entry.format(name) for name in taken))
        told = {(d.code, d.message, d.span.line_and_column) for d in found if d.span is not None}
        assert len(found) == len(taken)
        lines = enumerate(taken.items(), start=6)
        assert told == {("name-twice", f"`{name}` is {what}", (line, 3)) for line, (name, what) in lines}


@pytest.mark.parametrize("subject", ["eights", "crazy-eights"])
def test_the_later_document_is_blamed_for_a_name_of_its_frame(tmp_path: Path, subject: str) -> None:
    (found,) = findings(tmp_path, DECLARATIONS[0].format("winners"), subject)
    assert found.span is not None
    assert (found.span.source.name, found.code) == (str(tmp_path / "own.yaml"), "name-twice")


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("procedures:\n  turn(p): nothing\n", "two things have the name `turn`"),
        ("procedures:\n  act(p): nothing\n", "two things have the name `act`"),
        ("stages:\n  draw: nothing\n", "two things have the name `draw`"),
        ("logs:\n  pile: {of: card, room: 3, seen: everybody}\n", "`pile` is already the name"),
        ("logs:\n  next: {of: card, room: 3, seen: everybody}\n", "`next` is a function of the language"),
    ],
)
def test_a_stage_a_question_or_a_log_of_the_frame_keeps_its_name(tmp_path: Path, declared: str, message: str) -> None:
    (found,) = findings(tmp_path, declared)
    assert found.code == "name-twice"
    assert found.message.startswith(message)
    assert found.span is not None
    assert found.span.source.name == str(tmp_path / "own.yaml")


def test_a_zone_and_a_function_with_brackets_are_different_names(tmp_path: Path) -> None:
    assert findings(tmp_path, DECLARATIONS[0].format("aside") + "functions:\n  aside(): 1\n") == ()
    (found,) = findings(tmp_path, DECLARATIONS[1].format("aside") + '  "hand_size(player)": {seen: owner, text: own}\n')
    assert found.message == "`hand_size` is already the name of something else"
