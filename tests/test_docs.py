"""Every snippet of the documentation is read, checked and, where it is a game, played."""

import dataclasses
import re
from pathlib import Path
from random import Random
from typing import Any

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


def snippets(kind: str) -> list[object]:
    found = []
    for page in PAGES:
        for number, fence in enumerate(FENCE.finditer(page.read_text(encoding="utf-8")), 1):
            if fence[1] == kind and not fence[2].startswith("# wrong.yaml"):
                found.append(pytest.param(doc_pages.FILE.sub("", fence[2], count=1), id=f"{page.stem}-{number}"))
    assert found, f"there are no snippets of {kind}"
    return found


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def sound(compiled: Compiled) -> None:
    assert compiled.program is not None, render_text(compiled.findings)


@pytest.mark.parametrize("text", snippets("expr"))
def test_expressions(text: str, tmp_path: Path) -> None:
    lines = [line for line in text.splitlines() if line.strip()]
    functions = "".join(f'  f{i}({PARAMETERS}): "{line}"\n' for i, line in enumerate(lines))
    path = tmp_path / "snippet.yaml"
    path.write_text(f"{HEADER}functions:\n{functions}", encoding="utf-8")
    sound(compile_ruleset("crazy-eights", with_=[path]))


@pytest.mark.parametrize("text", snippets("steps"))
def test_steps(text: str, tmp_path: Path) -> None:
    path = tmp_path / "snippet.yaml"
    path.write_text(f"{HEADER}procedures:\n  snippet({PARAMETERS}): |\n{indented(text)}", encoding="utf-8")
    sound(compile_ruleset("crazy-eights", with_=[path]))


@pytest.mark.parametrize("text", snippets("actions"))
def test_actions(text: str, tmp_path: Path) -> None:
    path = tmp_path / "snippet.yaml"
    use = "when:\n  after draw(p, n):\n    if: n > 3\n    do: ask snippet(p)\n"
    path.write_text(f"{HEADER}prompts:\n  snippet(p): |\n{indented(text)}{use}", encoding="utf-8")
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


def program(page: str, having: str) -> dict[str, Any]:
    """The names that are there when the one Python snippet of a page that has these words was run."""
    text = (DOCS / page).read_text(encoding="utf-8")
    [snippet] = [fence[2] for fence in FENCE.finditer(text) if fence[1] == "python" and having in fence[2]]
    names: dict[str, Any] = {}
    exec(snippet, names)
    return names


def test_ones_own_loop_plays_the_same_game_as_states_do() -> None:
    """The snippet with a loop of one's own, and a game of States that chance leads through the same moves."""
    names = program("playouts.md", "# changes `s`")
    state, chance = parlour.load("crazy-eights").start(players=2, seed=7), Random(1)
    while not state.over:
        state = state.apply(chance.choice(state.question.legal))
    assert tuple(names["s"]) == state.cells
    assert names["outcome"] == state.outcome


def test_the_player_who_tries_each_move_plays_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    names = program("playouts.md", "def best(")
    assert names["machine"].over(names["s"])
    *moves, last = capsys.readouterr().out.splitlines()
    assert {move.split()[0] for move in moves} <= {"play", "call", "draw", "pass"}
    assert last == f"won by seat {names['machine'].outcome(names['s']).winners}"


def test_a_rule_is_measured_from_a_position_with_it_and_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    names = program("playouts.md", "game.position(table")
    without, with_it = capsys.readouterr().out.splitlines()
    assert without.startswith("[] (0.")
    assert with_it.startswith("['queen-draws-four'] (0.")
    assert len(names["played"]) == 1000


def test_a_player_who_does_not_peek_plays_by_views(capsys: pytest.CaptureFixture[str]) -> None:
    """A guess has the same view for the seat as the table, but other hidden cards."""
    names = program("playouts.md", "def guess(")
    assert capsys.readouterr().out == f"won by seat {names['state'].outcome.winners}\n"
    state = names["game"].start(players=2, seed=3)
    for _ in range(6):
        for seat in (1, 2):
            seen = parlour.view(state, seat)
            guesses = [names["guess"](seen) for _ in range(3)]
            if state.question.prompt == "act":  # no position goes on where a suit is called, as the page says
                assert all(parlour.view(guess, seat) == seen for guess in guesses)
            assert len({parlour.view(guess, 3 - seat).zone(f"hand {3 - seat}") for guess in guesses}) > 1
        state = state.apply(state.question.legal[0])


def test_one_of_many_games_is_seen_again(capsys: pytest.CaptureFixture[str]) -> None:
    names = program("playouts.md", "playout(3")
    first, *moves, winners = capsys.readouterr().out.splitlines()
    played = parlour.load("crazy-eights").playouts(4, players=4, seed=1, states=True)
    assert (first, len(moves)) == ("None", played.lengths[3])
    assert played.states is not None
    assert names["state"] == played.states[3]
    assert winners == str(played.states[3].outcome.winners)


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
