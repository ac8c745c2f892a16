"""The rules of docs/style.md that a program can check: banned phrases, and the width of the pages."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scaffold.syntax_trees import nodes
from scaffold.yaml_files import data_of, names_of_examples

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "engine" / "parlour"
WIDTH = 100
LONGEST = 25  # words of a sentence

GIVEN_UP = (
    "anew",
    "are told",
    "asked for in vain",
    "at fault",
    "be had",
    "come of it",
    "comes of it",
    "dealt anew",
    "gone on with",
    "goes on with",
    "go on with",
    "in spite of",
    "is asked",
    "is gone on",
    "is told",
    "is wanted",
    "it says so here",
    "lessened",
    "like cards",
    "machine code",
    "may not be",
    "mistake of the ruleset",
    "none but",
    "of no zone",
    "one word too many",
    "stands here",
    "tells of",
    "that is found here",
    "to be gone",
    "was wanted",
    "what came of",
    "what stands",
    "whoever",
    "written out",
)
ELLIPTICAL = re.compile(
    r"(then|or|and|but|so|also|those|this|they|it|that)\b"
    r"|an option \w+ (it|that|them|this)\b"
    r"|.*\b(that option|as (before|always|usual))\b",
    re.IGNORECASE,
)  # names of examples that need the name above them
READ = {"title", "text", "says", "description", "markdownDescription", "patternErrorMessage"}
PHRASE = re.compile("|".join(rf"(?<!\w){re.escape(phrase)}(?!\w)" for phrase in GIVEN_UP), re.IGNORECASE)
VAGUE = {"found", "told", "held", "kept", "laid"}  # names that fit any variable
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))


def prose(page: Path) -> str:
    """Return a page without its fences. Other tests check the strings of programs."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def phrases(text: str) -> list[str]:
    return [match[0] for match in PHRASE.finditer(text)]


def sentences(page: Path) -> Iterator[str]:
    """Yield the sentences of paragraphs and items, without the code in them."""
    for block in re.split(r"\n\s*\n|\n\s*(?:[-*]|\d+\.) ", prose(page)):
        if not block.lstrip().startswith(("|", "#")):
            text = re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "", block))
            yield from re.split(r"(?<=[.!?:;])[\"'*_)]*\s+", " ".join(text.split()))


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module that aren't docstrings, with their lines."""
    docstrings = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def test_pages_are_in_plain_english() -> None:
    texts_of_pages = {page: prose(page) for page in PAGES}
    style = ROOT / "docs" / "style.md"  # its tables show phrases to avoid
    lines = [line for line in texts_of_pages[style].splitlines() if not line.startswith(("|", ">"))]
    texts_of_pages[style] = re.sub(r'"[^"]*"', "", "\n".join(lines))
    assert [(page.stem, phrase) for page, text in texts_of_pages.items() for phrase in phrases(text)] == []


def test_pages_are_narrow() -> None:
    """Check the width of lines. Rows of tables and lines of fences can't wrap."""
    lines = [(page.stem, line) for page in PAGES for line in prose(page).splitlines() if len(line) > WIDTH]
    assert [(page, line) for page, line in lines if not line.startswith("|") and " " in line] == []


def test_sentences_of_pages_are_short() -> None:
    """A part before a colon or a semicolon counts as a sentence here, and code doesn't count."""
    said = [(page.stem, sentence) for page in PAGES for sentence in sentences(page)]
    assert [each for each in said if len(re.findall(r"[^\W\d_]{2,}", each[1])) > LONGEST] == []


def test_messages_are_in_plain_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {phrase}"
        for path in sorted(ENGINE.rglob("*.py"))
        for line, text in messages(path)
        for phrase in phrases(text)
    ]
    assert found == [], "\n".join(found)


def texts(node: object, key: str = "") -> Iterator[str]:
    """Yield the texts that players and authors read in a ruleset or a schema."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from texts(value, str(name))
    elif isinstance(node, list):
        for item in node:
            yield from texts(item, key)
    elif isinstance(node, str) and key in READ:
        yield node


def test_rulesets_are_in_plain_english() -> None:
    documents = [(path, data_of(path)) for path in sorted((ROOT / "rulesets").rglob("*.yaml"))]
    documents += [(path, json.loads(path.read_text("utf-8"))) for path in sorted((ROOT / "schema").glob("*.json"))]
    found = [
        f"{path.relative_to(ROOT)}: {phrase} in {text!r}"
        for path, data in documents
        for text in texts(data)
        for phrase in phrases(text)
    ]
    assert found == [], "\n".join(found)


def variables(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the parameters and the local variables of the functions of a module, with their lines."""
    for function in (node for node in nodes(path) if isinstance(node, ast.FunctionDef)):
        for node in ast.walk(function):
            if isinstance(node, ast.arg):
                yield node.lineno, node.arg
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.lineno, node.id


def test_names_of_variables_say_what_they_are() -> None:
    paths = ENGINE.rglob("*.py")
    vague = {(path.name, line, name) for path in paths for line, name in variables(path) if name in VAGUE}
    assert vague == set()


def docstrings(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def test_docstrings_have_no_blank_line_within_a_sentence() -> None:
    """An automatic change of line breaks can split a sentence into two paragraphs."""
    modules = sorted((*ENGINE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")))
    found = [
        f"{path.relative_to(ROOT)}: {text[:60]}"
        for path in modules
        for text in docstrings(path)
        if re.search(r"[\w,`]\n\n\s*[a-z]", text)
    ]
    assert found == [], "\n".join(found)


def test_names_of_examples_are_complete() -> None:
    """Check that each name means something by itself, as in a list of failures."""
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "rulesets").rglob("*.yaml"))
        for name in names_of_examples(data_of(path))
        if ELLIPTICAL.match(name)
    ]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("name", ["then a king wins", "an option forbids it", "with that option aces skip"])
def test_elliptical_names_are_found(name: str) -> None:
    assert ELLIPTICAL.match(name)


def test_phrases_are_found() -> None:
    assert phrases("a variable is wanted here, none but this") == ["is wanted", "none but"]
    assert phrases("a new wanted poster") == []
