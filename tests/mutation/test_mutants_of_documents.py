"""The mutants of a document: which ones there are, and that each is one edit of the text."""

import re
from pathlib import Path

import pytest

from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Node, Scalar
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.mixing.compose import compose
from parlour.mutation.edits import OPERATORS
from parlour.mutation.mutants import Mutant, Surroundings, mutants_of
from parlour.schema.document_text import read_document
from scaffold.counting import write_counting
from scaffold.files import write


def document(path: Path) -> Document:
    found, problems = load(path)
    assert found is not None, problems
    return found


def mutants(path: Path, subject: str | Path | None = None) -> tuple[Mutant, ...]:
    composition, _ = compose(Library.standard(), subject or path, (), (), {})
    assert composition is not None
    return mutants_of(document(path), Surroundings.of(composition))


def changes(path: Path) -> dict[str, list[str]]:
    """The sentences by operators."""
    found: dict[str, list[str]] = {}
    for mutant in mutants(path):
        found.setdefault(mutant.edit.operator, []).append(mutant.edit.sentence)
    return found


def test_the_mutants_of_a_small_frame(tmp_path: Path) -> None:
    found = changes(write_counting(tmp_path))
    assert found["number"] == [
        "`1` becomes `0`", "`1` becomes `2`",  # one
        "`3` becomes `2`", "`3` becomes `4`",
        "`100` becomes `101`", "`100` becomes `99`",
        "`1` becomes `0`", "`1` becomes `2`",  # hum
        "`4` becomes `3`", "`4` becomes `5`",
    ]  # fmt: skip
    assert found["boundary"] == ["`tally < 3` becomes `tally <= 3`"]
    assert found["drop-condition"] == ["drops `hundred if tally < 3`"]
    assert found["drop-action"] == ["drops `one: tally += 1`", "drops `hundred if tally < 3: tally += 100`"]
    assert "drops `ask act(first())`" in found["drop-step"]
    assert "drops `repeat 4 times: ask act(first()) hum()`" in found["drop-step"]
    assert [s for s in found["setting"] if "2..3" in s] == [
        "`2..3` becomes `1..3`", "`2..3` becomes `2..2`", "`2..3` becomes `2..4`", "`2..3` becomes `3..3`",
    ]  # fmt: skip


LIMIT = """\
frame: limited
title: Limited
extends: table
text: A loop with a limit.
players: 2
deck: {pack: 52, each: game}
options:
  safety: {type: int, in: 1..9, default: 4, text: rounds at most}
  rounds: {type: int, in: 1..9, default: 7, text: rounds}
state:
  done: {type: int, each: game, text: rounds that are over}
stages:
  game: |
    repeat:
      done += 1
    until done >= options.rounds limit options.safety
"""


def test_an_option_that_only_stops_a_loop_stays_as_it_is(tmp_path: Path) -> None:
    """With the option in another place too, its default has mutants."""
    assert changes(write(tmp_path / "limited.yaml", LIMIT))["option"] == ["`7` becomes `6`", "`7` becomes `8`"]
    also = LIMIT.replace("done += 1", "done += options.safety")
    assert changes(write(tmp_path / "limited.yaml", also))["option"] == [
        "`4` becomes `3`", "`4` becomes `5`", "`7` becomes `6`", "`7` becomes `8`",
    ]  # fmt: skip


def test_the_page_says_what_each_operator_does() -> None:
    page = (Path(__file__).parents[2] / "docs" / "validating.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", page.partition("These are the operators")[2], re.MULTILINE))
    assert {name: meaning for name, meaning in rows.items() if name in OPERATORS} == OPERATORS


def test_every_operator_has_something_to_do() -> None:
    games = {"shithead": "ctsr", "twos-link": "ctsr", "ace-switches": "ctg", "tens-clear": "ctg", "ctg": "ctg"}
    used = {mutant.edit.operator for id, game in games.items() for mutant in mutants(document_path(id), game)}
    assert used == set(OPERATORS)


def document_path(id: str) -> Path:
    found, problems = Library.standard().find(id, ("frame", "rule", "game"))
    assert found is not None, problems
    return found.path


@pytest.mark.parametrize("id", ["last-card-call", "draw-one", "gin-rummy", "red-and-black"])
def test_the_mutant_of_a_mix_is_the_mix_with_its_edit_in_the_file(id: str) -> None:
    """The changed composition says what people would get who change the file by hand."""
    subject = {"gin-rummy": "gin-rummy", "red-and-black": "red-and-black"}.get(id, "last-one")
    path = document_path(id)
    before, _ = compose(Library.standard(), subject)
    assert before is not None
    for number, mutant in enumerate(mutants(path, subject), 1):
        assert mutant.id == f"{id}:{number}"
        edit = mutant.edit
        if edit.operator == "drop-rule":
            continue  # a mix without the rule
        after = edit.applied(before)
        changed = [name for name in before.sections if texts(after, name) != texts(before, name)]
        options = [key for key in before.options if after.options[key].value != before.options[key].value]
        assert changed or options, mutant
        if edit.drops_entry:
            continue  # the text also loses a comma or a dash
        text = mutant.document.source.text
        text = text[: edit.span.start] + edit.new + text[edit.span.end :]
        contents, problems = read_document(text.encode(), Source("again", text))
        assert contents is not None, problems
        written = [plain(node) for node in doc.walk(contents.node)]
        for name in changed:
            assert all(plain(m.value) in written for m in after.sections[name] if m.document.id == id), mutant


def texts(composition: Composition, section: str) -> list[object]:
    return [plain(member.value) for member in composition.sections[section]]


def plain(node: Node) -> object:
    match node:
        case Scalar():
            return node.value, node.plain
        case doc.Sequence():
            return [plain(item) for item in node.items]
        case _:
            return [(entry.key.value, plain(entry.value)) for entry in node.entries]
