"""Every snippet of the documentation is read, checked and, where it is a game, played."""

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import doc_pages
import laws
import parlour
from parlour.base.diagnostics import render_text
from parlour.decks.deck_reader import read_deck
from parlour.examples import render, run_examples
from parlour.lang.lexer import RESERVED
from parlour.library.loading import load
from parlour.mixing.compiler import Compiled, compile_ruleset
from parlour.states.machine import Machine

DOCS = Path(__file__).parent.parent / "docs"
PAGES = [*(DOCS / f"{page}.md" for page in ("language", "findings", "tutorial")), DOCS.parent / "README.md"]
GAMES = {"climbing": "president", "eights": "crazy-eights", "tricks": "whist"}  # for the rules of a family
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PARAMETERS = "p, q, c, d, cs, n, r, u"

HEADER = "rule: snippet\ntitle: A snippet\nfor: eights\ntext: From the documentation.\n"


LONG_PAGES = {"cli", "clashes", "playouts", "validating"}  # their commands play or compile for long


def marks(page: Path) -> list[pytest.MarkDecorator]:
    return [pytest.mark.long] if page.stem in LONG_PAGES else []


def snippets(kind: str, put: Callable[[str], str] = str) -> list[object]:
    found = []
    for page in PAGES:
        for number, fence in enumerate(FENCE.finditer(page.read_text(encoding="utf-8")), 1):
            if fence[1] == kind and not fence[2].startswith("# wrong.yaml"):
                text = put(doc_pages.FILE.sub("", fence[2], count=1))
                found.append(pytest.param(text, id=f"{page.stem}-{number}"))
    assert found, f"there are no snippets of {kind}"
    return found


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def sound(compiled: Compiled) -> None:
    assert compiled.program is not None, render_text(compiled.findings)


def functions(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return "functions:\n" + "".join(f'  f{i}({PARAMETERS}): "{line}"\n' for i, line in enumerate(lines))


def steps(text: str) -> str:
    return f"procedures:\n  snippet({PARAMETERS}): |\n{indented(text)}"


def actions(text: str) -> str:
    use = "when:\n  after draw(p, n):\n    if: n > 3\n    do: ask snippet(p)\n"
    return f"prompts:\n  snippet(p): |\n{indented(text)}{use}"


@pytest.mark.parametrize(
    "sections", [*snippets("expr", functions), *snippets("steps", steps), *snippets("actions", actions)]
)
def test_a_part_of_a_rule(sections: str, tmp_path: Path) -> None:
    path = tmp_path / "snippet.yaml"
    path.write_text(HEADER + sections, encoding="utf-8")
    sound(compile_ruleset("crazy-eights", with_=[path]))


@pytest.mark.one_in(8)
@pytest.mark.parametrize("text", snippets("yaml"))
def test_documents(text: str, tmp_path: Path) -> None:
    """Examples hold; a rule is added to a game of its family, a game is played, a frame as a game of its own."""
    path = tmp_path / "snippet.yaml"
    path.write_text(text, encoding="utf-8")
    if "examples:" in text:
        results = run_examples([path])
        assert results
        assert all(result.passed for result in results), render(results)
    if text.startswith("examples:"):
        return
    if text.startswith("deck:"):
        document, problems = load(path)
        assert document is not None
        assert (*problems, *read_deck(document).problems) == ()
        return
    if text.startswith("rule:"):
        family = re.search(r"^for: (.*)$", text, re.MULTILINE)
        assert family is not None
        compiled = compile_ruleset(GAMES[family[1]], with_=[path])
    elif text.startswith("frame:"):
        name = text.split()[1]
        game = tmp_path / "game.yaml"
        game.write_text(f"game: {name}-game\ntitle: {name}\nextends: {name}\n", encoding="utf-8")
        compiled = compile_ruleset(game)
    else:
        compiled = compile_ruleset(path)
    sound(compiled)
    assert compiled.program is not None
    machine = Machine(compiled.program, compiled.program.players[0])
    laws.replay(machine, laws.play(machine, 1, Random(1)))


@pytest.mark.parametrize("page", [pytest.param(page, id=page.stem, marks=marks(page)) for page in doc_pages.PAGES])
def test_a_page_shows_what_happens(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command and every Python snippet is run in order; `python tests/doc_pages.py` writes what they print."""
    for name, value in doc_pages.surroundings(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # or other processes import and compile what this one has
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    assert text == doc_pages.rewritten(text, doc_pages.replay(text))


def test_outputs_that_are_not_true_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = """
```python
a = 3
a + 1  # → 5
print("hello", a)
```

```text
hello
```

```console
$ parlour play crazy-eights --seed 31
> draw
$ parlour nonsense
...
```
"""
    python, text, console = doc_pages.replay(page)
    assert python.real == 'a = 3\na + 1  # → 4\nprint("hello", a)\n'
    assert text.real == "hello 3\n"
    assert " > draw\n" in console.real
    assert console.real.endswith("$ parlour nonsense\n...\n")
    assert doc_pages.fits("a\n...\nd\n", "a\nb\nc\nd\n")
    assert not doc_pages.fits("a\n...\nd\n", "a\nb\n")


def test_a_view_has_what_the_page_says() -> None:
    page = (DOCS / "playouts.md").read_text(encoding="utf-8")
    said = page[page.index("## What a seat may know") : page.index("This bot for Crazy Eights deals")]
    ours, of_a_zone = said.split("| of a zone | |")
    seen = parlour.view(parlour.load("crazy-eights").start(players=2, seed=7), 2)
    zone, own = seen.zones[0], seen.zones[1]
    for fields, text in ((seen, ours), (seen.question, ours), (zone, of_a_zone), (own.cards[0], of_a_zone)):
        assert dataclasses.is_dataclass(fields)
        assert all(f"`{field.name}`" in text for field in dataclasses.fields(fields)), fields
    for text, thing in ((ours, seen), (of_a_zone, seen.zones[0])):
        for called in re.findall(r"`(\w+)\(", text.partition("\n| ---")[2]):
            assert callable(getattr(thing, called))


def test_the_words_of_the_language_are_listed() -> None:
    page = (DOCS / "language.md").read_text(encoding="utf-8")
    said = page[page.index("These words of the language can't be names") :].split("\n\n")[1]
    listed = re.findall(r"`([^`]+)`", said)
    assert sorted(RESERVED) == sorted(listed)


@pytest.mark.parametrize("name", ["engine.md", "extending.md"])
def test_pages_about_the_engine_name_files_that_exist(name: str) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    root = DOCS.parent
    files = [
        f"/{path.relative_to(root).as_posix()}" for top in ("engine", "tests") for path in (root / top).rglob("*.*")
    ]
    named = set(re.findall(r"`([\w/.-]+\.(?:py|lark))`", page))
    assert {name for name in named if not any(file.endswith(f"/{name}") for file in files)} == set()
