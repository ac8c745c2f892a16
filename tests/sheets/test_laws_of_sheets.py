"""Laws of the sheet of every shipped game."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest

import parlour
from parlour.base.place import shipped
from parlour.documents.composition import Document, scalars
from parlour.documents.document import entries_in
from parlour.documents.prose import all_conditions, filled, options_by_name, text_of
from parlour.documents.replaced_members import versions
from parlour.documents.sheet_sentences import applies, owners, sheet_sentences
from parlour.game import Game
from parlour.library.library import Library
from parlour.lints.linter import check_absent
from parlour.lints.member_texts import texts
from parlour.lints.player_texts import check_numbers
from parlour.mixing.compose import compose
from parlour.sheets.assembly import parts_of, sheet_of
from parlour.sheets.model import Paragraph, Sheet
from parlour.sheets.page import as_page
from parlour.sheets.text import as_markdown, as_text

LIBRARY = Library.standard()
GAMES = sorted(
    listed.id
    for listed in LIBRARY.listed("game")
    if listed.path.resolve().is_relative_to(shipped("rulesets").resolve())
)

WITH_MOST_RULES = ["crazy-eights", "last-one", "trevor-cut-throat", "sh", "ctg", "red-and-black", "hearts",
                   "two-handed-hearts", "whist", "gin-rummy", "animalball-cutthroat"]  # fmt: skip


@cache
def game(id: str) -> Game:
    return parlour.load(id)


@cache
def sheet(id: str) -> Sheet:
    return sheet_of(game(id))


@cache
def frames(id: str) -> frozenset[str]:
    composition, _ = compose(LIBRARY, id)
    assert composition is not None
    return frozenset(document.id for document in composition.documents if document.kind == "frame")


@cache
def rules() -> tuple[Document, ...]:
    found = (LIBRARY.find(id, ("rule",))[0] for id in LIBRARY.ids("rule"))
    return tuple(rule for rule in found if rule is not None)


def is_well_formed(text: str) -> bool:
    """True for sentences without braces, gaps and single fragments."""
    bare = set("{}") & set(text) or re.search(r"  | [.,;:]|[.,;:][.,;:]", text)
    return not bare and (text[0].isupper() or text[0].isdigit()) and text.rstrip('"').endswith((".", "?"))


def outside(id: str) -> list[Document]:
    """Return the rules that a game doesn't use."""
    used = {use.rule.id for use in game(id).composition.uses}
    return [rule for rule in rules() if rule.id not in used]


def paragraphs(of: Sheet) -> Iterator[Paragraph]:
    yield Paragraph(of.text, of.id)
    for part in (*of.parts.values(), *(row.words for row in of.chart), of.kinds, of.settings):
        yield from part


@pytest.mark.parametrize("id", LIBRARY.ids("frame"))
def test_no_frame_names_a_rule(id: str) -> None:
    """Whoever adds a rule writes its sentences there; `sheet: {changes: …}` takes those of the frame off the sheet."""
    frame, _ = LIBRARY.find(id, ("frame",))
    assert frame is not None
    texts = [entry.value.span.text for entry in entries_in(frame.node) if entry.key.value != "examples"]
    assert [c.written for text in texts for c in all_conditions(" ".join(text.split())) if c.rule is not None] == []


@pytest.mark.one_in(8)
@pytest.mark.parametrize("id", GAMES)
def test_every_rule_of_the_mix_appears_once(id: str) -> None:
    told = Counter(p.document for part in sheet(id).parts.values() for p in part if p.title is not None)
    rules = [use.rule for use in game(id).composition.uses]  # some have nothing to say with these options
    assert told == Counter(rule.id for rule in rules if not rule.text or text_of(rule, game(id).composition))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("id", GAMES)
def test_the_parts_that_a_player_needs_are_there(id: str) -> None:
    assert {"aim", "deal", "turn", "end"} <= set(sheet(id).parts)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("id", GAMES)
def test_nothing_is_left_unfilled(id: str) -> None:
    for paragraph in paragraphs(sheet(id)):
        assert is_well_formed(paragraph.text), paragraph.text


@pytest.mark.one_in(2)
@pytest.mark.parametrize("id", GAMES)
def test_no_sentence_speaks_of_an_absent_rule(id: str) -> None:
    assert list(check_absent(game(id).composition, lambda: outside(id))) == []


@pytest.mark.one_in(2)
@pytest.mark.parametrize("id", GAMES)
def test_every_power_of_the_mix_is_in_the_chart(id: str) -> None:
    """Compare the documents that give powers with those in the chart. A card outside the pack has no row. Neither has a
    rule that is off at the start: the chart is for cards that act from the first deal."""
    told = {p.document for row in sheet(id).chart for p in row.words}
    mix = game(id).composition
    powers = {m.document.id for m in mix.sections["powers"] if m.key.value != "Jk" and mix.holds_at_start(m.document)}
    assert powers <= told
    assert told.isdisjoint(rule for rule, on in mix.switchable.items() if not on)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("id", GAMES)
def test_each_format_has_each_paragraph(id: str) -> None:
    flat = " ".join(as_text(sheet(id)).split())
    marked = as_markdown(sheet(id)).replace("\\", "")
    page = unescape(re.sub(r"<[^>]*>|\ufe0e", "", as_page(sheet(id))))
    for paragraph in paragraphs(sheet(id)):
        assert paragraph.text in flat
        assert paragraph.text in marked
        assert paragraph.text in page


@pytest.mark.one_in(2)
@pytest.mark.parametrize("id", GAMES)
def test_no_number_contradicts_an_option(id: str) -> None:
    """A number in a text that is the default of an option must show the option."""
    composition = game(id).composition
    assert list(check_numbers(composition, texts(composition))) == []


OTHERWISE = {"functions": "'true'", "procedures": "nothing", "stages": "nothing", "prompts": "'\"?\"'"}
OTHER_DECK = {"pack": "52", "ace": "high", "ranks": "[2..9]"}


def otherwise(extended: str, name: str) -> str:
    """Return a game that extends another one and replaces the member that a sentence of the sheet calls `name`."""
    start = f"game: another\ntitle: Another\nextends: {extended}\n"
    section, _, key = name.rpartition(".")
    if section == "deck":
        return f"{start}deck: {{{key}: {OTHER_DECK[key]}}}\n"
    member = versions(name, game(extended).composition)[-1]
    if section == "may":
        clause = f"{key}: {{instead: true, forbid: 'true', says: nobody can}}"
        actions = [each for each in game(extended).composition.sections["may"] if each.name == member.name]
        return f"{start}may: {{'{actions[0].key.value}': {{{clause}}}}}\n"
    if section in ("state", "zones"):
        return f"{start}{section}: {{'{member.key.value}': {{instead: true, {member.value.span.text[1:]}}}\n"
    return f"{start}{member.section}: {{'{member.key.value}': {{instead: {OTHERWISE[member.section]}}}}}\n"


@pytest.mark.parametrize("id", GAMES)
def test_a_replaced_member_takes_its_sentences_along(id: str, tmp_path: Path) -> None:
    """Extend the game and replace a member: sentences that belong to it disappear, and those of others stay."""
    composition = game(id).composition
    sentences = [
        (text, member, [name for name, replaced in owners(key) if not replaced])
        for member in composition.sections["sheet"]
        for key, text in sheet_sentences(member.value)
        if key is not None and applies(key, member, composition)
    ]
    told = " ".join(p.text for p in paragraphs(sheet(id)))
    shown = [(filled(text.value, m.document, composition), names) for text, m, names in sentences]
    shown = [(words, names) for words, names in shown if words and words in told]
    assert shown
    for name in {name for _, names in shown for name in names}:
        path = tmp_path / "another.yaml"
        path.write_text(otherwise(id, name), encoding="utf-8")
        after, problems = compose(LIBRARY, path)
        assert after is not None, problems
        left = " ".join(p.text for part in parts_of(after).values() for p in part)
        for words, names in shown:
            assert (words in left) == (name not in names), f"{name}: {words}"


@pytest.mark.one_in(4)
@pytest.mark.parametrize("part", range(4))
def test_the_words_of_every_rule_fit_a_game(part: int) -> None:
    """Add each rule, with those that it needs, to a game of its family, if the two go together: no sentence speaks of a
    rule outside the mix."""
    tried, chosen = 0, rules()[part::4]
    for rule in chosen:
        needed = [n.value for n in scalars(rule.node.get("needs")) if " " not in n.value]
        for frame in scalars(rule.node.get("for")):
            games = [id for id in GAMES if frame.value in frames(id)]
            composed = (compose(LIBRARY, game, (*needed, rule.id))[0] for game in games)
            composition = next((found for found in composed if found is not None), None)
            if composition is not None:
                tried += 1
                there = {document.id for document in composition.documents}
                absent = [other for other in rules() if other.id not in there]
                assert list(check_absent(composition, lambda absent=absent: absent)) == [], rule.id
                for said in parts_of(composition).values():
                    assert not [p.text for p in said if not is_well_formed(p.text)], rule.id
    assert tried > 0.9 * len(chosen)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("id", WITH_MOST_RULES)
def test_the_words_fit_every_value_of_an_option(id: str) -> None:
    for setting in options_by_name(game(id).composition).values():
        for word in ("true", "false") if setting.type.kind == "bool" else setting.type.words:
            composition, _ = compose(LIBRARY, id, (), (), {setting.full_name: word})
            if composition is not None:
                for part in parts_of(composition).values():
                    assert not [p.text for p in part if not is_well_formed(p.text)], f"{setting.full_name} = {word}"
