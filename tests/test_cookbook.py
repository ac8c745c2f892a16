"""Every recipe of the cookbook is a rule that people can add to a game: it passes the strict check and its examples."""

import re
from pathlib import Path

import pytest

import doc_pages

PAGE = (doc_pages.ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
RECIPE = re.compile(r"^### .+?(?=^##)", re.MULTILINE | re.DOTALL)
PLAY = re.compile(r"^Play it: `parlour play (.+)`$", re.MULTILINE)


def recipes() -> dict[str, str]:
    """The sections of the page, by the names of their files."""
    found = {}
    for section in RECIPE.findall(f"{PAGE}\n## "):
        [text] = [fence.text for fence in doc_pages.fences(section) if fence.kind == "yaml"]
        name = doc_pages.FILE.match(text)
        assert name, section
        found[name[1]] = section
    return found


RECIPES = recipes()


@pytest.fixture
def saved(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The path of a recipe, saved in an empty folder."""
    for name, value in doc_pages.surroundings(tmp_path).items():
        monkeypatch.setenv(name, value)
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    [fence] = [fence for fence in doc_pages.fences(RECIPES[request.param]) if fence.kind == "yaml"]
    Path(request.param).write_text(fence.text, encoding="utf-8")
    return f"./{request.param}"


def test_there_are_recipes_for_most_families() -> None:
    families = {line for line in PAGE.splitlines() if line.startswith("for: ")}
    assert len(RECIPES) >= 24
    assert len(families) >= 12


def test_no_recipe_is_a_rule_that_comes_with_parlour() -> None:
    shipped = {path.name for path in (doc_pages.ROOT / "rulesets").rglob("*.yaml")}
    assert not shipped & set(RECIPES)


@pytest.mark.one_in(18)
@pytest.mark.parametrize("saved", RECIPES, indirect=True)
def test_a_recipe_passes_the_strict_check_and_its_examples(saved: str) -> None:
    assert doc_pages.printed(f"parlour check {saved} --strict", []) == (0, "checked 1 rule: all is well\n")
    code, shown = doc_pages.printed(f"parlour test {saved}", [])
    assert code == 0, shown
    assert shown.endswith(": all passed\n")
    assert doc_pages.printed(f"parlour fmt {saved} --check", [])[0] == 0


@pytest.mark.one_in(12)
@pytest.mark.parametrize("saved", RECIPES, indirect=True)
def test_a_recipe_mixes_with_the_game_that_the_page_names(saved: str) -> None:
    [arguments] = PLAY.findall(RECIPES[saved.removeprefix("./")])
    assert saved in arguments
    assert doc_pages.printed(f"parlour check {arguments} --ignore rules-clash", [])[0] == 0
