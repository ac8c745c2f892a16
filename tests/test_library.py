"""Finding rulesets: the search path, shadowing, paths, and unreadable folders."""

import os
from pathlib import Path

import pytest

from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.base.place import shipped
from parlour.base.source import Source, Span
from parlour.library import loading, shelves
from parlour.library.library import Library, is_path
from parlour.library.loading import load, shown
from parlour.library.shelves import Folder
from scaffold.files import write


def rule(path: Path, id: str, title: str = "A rule", more: str = "") -> Path:
    return write(path, f"rule: {id}\ntitle: {title}\nfor: eights\n{more}")


def codes(problems: tuple[Diagnostic, ...]) -> list[str]:
    return [d.code for d in problems]


def test_every_shipped_file_is_listed() -> None:
    library = Library([shipped("rulesets")])
    files = {path for path in shipped("rulesets").rglob("*.yaml") if not path.stem.endswith(".examples")}
    assert {listed.path for listed in library.listed()} == files
    assert library.problems == ()


def test_the_own_folder_comes_first_and_says_so(tmp_path: Path) -> None:
    places = ["one", "two", "config/parlour/rulesets", "here/rulesets", "here"]
    for place in places:
        rule(tmp_path / place / "mine.yaml", "mine", place)
    environ = {
        "PARLOUR_PATH": os.pathsep.join([str(tmp_path / "one"), "", "../two"]),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    for number, place in enumerate(places):
        document, problems = Library.standard(tmp_path / "here", environ).find("mine", ("rule",))
        assert document is not None
        assert document.title == place
        (note,) = problems or (None,)
        if number + 1 < len(places):
            assert note is not None
            assert (note.code, note.severity) == ("library-shadowed", "note")
            assert note.span == document.id_span
            assert note.message.count("mine.yaml") == len(places) - number - 1
        else:
            assert note is None
        (tmp_path / place / "mine.yaml").unlink()


def test_a_copy_is_not_worth_a_note(tmp_path: Path) -> None:
    rule(tmp_path / "one" / "mine.yaml", "mine")
    rule(tmp_path / "two" / "copy.yaml", "mine")
    assert Library([tmp_path / "one", tmp_path / "two"]).find("mine", ("rule",))[1] == ()


def test_the_working_directory_itself_is_not_searched_in_depth(tmp_path: Path) -> None:
    rule(tmp_path / "mine.yaml", "mine")
    rule(tmp_path / "sub" / "other.yaml", "other")
    library = Library.standard(tmp_path, {"HOME": str(tmp_path)})
    assert library.find("mine", ("rule",))[0] is not None
    assert codes(library.find("other", ("rule",))[1]) == ["library-unknown"]


def test_unknown_ids(tmp_path: Path) -> None:
    library = Library([shipped("rulesets")])
    for reference, help in {"craxy-eights": "did you mean `crazy-eights`?", "": None, "é" * 5000: None}.items():
        document, (problem,) = library.find(reference, ("game", "frame"))
        assert document is None
        assert problem.code == "library-unknown"
        assert problem.help == help


def test_other_names(tmp_path: Path) -> None:
    rule(tmp_path / "one.yaml", "one", more="also-called: [The One, uno, 'first & last']\n")
    rule(tmp_path / "two.yaml", "two", more="also-called:\n  - due\n  - Uno\n")
    rule(tmp_path / "three.yaml", "three", more="also-called: tre\n")
    library = Library([tmp_path])
    for name, id in {"the one": "one", "First & Last": "one", "DUE": "two", "Two": "two", "tre": "three"}.items():
        document, problems = library.find(name, ("rule",))
        assert document is not None
        assert (document.id, problems) == (id, ())
    document, (problem,) = library.find("uno", ("rule",))
    assert document is None
    assert (problem.code, problem.message) == ("library-unknown", "`uno` is ambiguous: it names `one` and `two`")
    assert codes(library.find("the one", ("game",))[1]) == ["library-unknown"]


@pytest.mark.parametrize(("reference", "path"), [
    ("crazy-eights", False), ("21", False), ("mine.yaml", True), ("mine.yml", True), ("./mine", True), ("../x/y", True),
    ("/x", True),
])  # fmt: skip
def test_paths_and_ids(reference: str, path: bool) -> None:
    assert is_path(reference) is path


def test_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule(tmp_path / "x" / "y.yaml", "mine")
    (tmp_path / "z").mkdir()
    monkeypatch.chdir(tmp_path / "z")
    library = Library([])
    for reference in ("../x/y.yaml", str(tmp_path / "x" / "y.yaml"), tmp_path / "x" / "y.yaml"):
        document, problems = library.find(reference, ("rule",))
        assert document is not None
        assert problems == ()
    assert library.find("./y.yaml", ("rule",), beside=tmp_path / "x")[0] is not None
    assert codes(library.find("./none.yaml", ("rule",))[1]) == ["file-missing"]
    assert codes(library.find("./", ("rule",))[1]) == ["file-unreadable"]
    assert has_errors(library.find("./\0.yaml", ("rule",))[1])


def test_names_are_shown_as_a_person_would_write_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown(Path("x") / ".." / "y.yaml") == "y.yaml"
    assert shown(tmp_path / "x" / "y.yaml") == os.path.join("x", "y.yaml")
    assert shown(tmp_path.parent / "y.yaml") == str(tmp_path.parent / "y.yaml")
    assert shown(Path("..") / "y.yaml") == os.path.join("..", "y.yaml")


def test_a_file_is_read_once_until_it_changes(tmp_path: Path) -> None:
    path = rule(tmp_path / "mine.yaml", "mine")
    first, _ = load(path)
    again, _ = load(path)
    assert first is again
    rule(path, "mine", "Another title")
    later, _ = load(path)
    assert later is not None
    assert later.title == "Another title"
    path.unlink()
    assert codes(load(path)[1]) == ["file-missing"]


def test_the_cache_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_MAX_LOADED", 3)
    monkeypatch.setattr(loading, "_loaded", {})
    for number in range(10):
        load(rule(tmp_path / f"r{number}.yaml", f"r{number}"))
    assert len(loading._loaded) <= 3


def test_headers(tmp_path: Path) -> None:
    write(tmp_path / "plain.yaml", "game: plain\ntitle: Plain\n")
    write(tmp_path / "quoted.yml", "# a comment\n\n'title': Q\nrule: \"quoted\"   # why\ngroup: 'place'\n")
    write(tmp_path / "bom.yaml", "\ufeffframe: bom\r\ntitle: B\r\n")
    write(tmp_path / "inside.yaml", "text: |\n  game: inside\nother: 1\n")
    write(tmp_path / "list.yaml", "- game: item\n")
    write(tmp_path / "examples.yaml", "examples: []\n")
    write(tmp_path / "note.txt", "game: note\n")
    write(tmp_path / ".hidden.yaml", "game: hidden\n")
    write(tmp_path / "__pycache__" / "x.yaml", "game: cached\n")
    (tmp_path / "latin.yaml").write_bytes(b"game: latin\ntitle: \xe9\n")
    (tmp_path / "binary.yaml").write_bytes(bytes(range(256)) * 200)
    found = {(x.kind, x.id, x.group) for x in Library([tmp_path]).listed()}
    assert found == {
        ("game", "plain", None), ("rule", "quoted", "place"), ("frame", "bom", None), ("game", "latin", None),
    }  # fmt: skip


def test_links_in_circles_and_twice(tmp_path: Path) -> None:
    rule(tmp_path / "a" / "mine.yaml", "mine")
    (tmp_path / "a" / "again").symlink_to(tmp_path / "a", target_is_directory=True)
    (tmp_path / "link.yaml").symlink_to(tmp_path / "a" / "mine.yaml")
    (tmp_path / "nowhere.yaml").symlink_to(tmp_path / "gone.yaml")
    (tmp_path / "self.yaml").symlink_to(tmp_path / "self.yaml")
    library = Library([tmp_path, tmp_path / "a"])
    assert library.ids() == ("mine",)
    assert all(d.severity == "warning" for d in library.problems)
    assert library.find("mine", ("rule",))[0] is not None


def test_things_that_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.yaml")
    rule(tmp_path / "mine.yaml", "mine")
    assert Library([tmp_path, tmp_path / "mine.yaml", tmp_path / "nowhere"]).ids() == ("mine",)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser can read everything")
def test_unreadable_folders_and_files(tmp_path: Path) -> None:
    rule(tmp_path / "mine.yaml", "mine")
    rule(tmp_path / "locked.yaml", "locked").chmod(0)
    rule(tmp_path / "closed" / "x.yaml", "x")
    (tmp_path / "closed").chmod(0)
    try:
        library = Library([tmp_path])
        assert library.ids() == ("mine",)
        assert codes(library.problems) == ["library-unreadable", "library-unreadable"]
    finally:
        (tmp_path / "closed").chmod(0o755)


def test_a_folder_that_can_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    (problem,) = Library([tmp_path]).problems
    assert (problem.code, problem.severity) == ("library-unreadable", "warning")


def test_depth_and_size_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule(tmp_path / "1" / "2" / "3" / "deep.yaml", "deep")
    assert Library([Folder(tmp_path, depth=2)]).ids() == ()
    assert Library([Folder(tmp_path, depth=3)]).ids() == ("deep",)
    monkeypatch.setattr(shelves, "MAX_FILES", 3)
    for number in range(5):
        rule(tmp_path / f"r{number}.yaml", f"r{number}")
    library = Library([tmp_path])
    assert library.ids() == ("r0", "r1", "r2")
    assert codes(library.problems) == ["library-too-large"]


def test_what_people_type_can_be_a_title_or_another_spelling(tmp_path: Path) -> None:
    rule(tmp_path / "one.yaml", "burn-ten", more="also-called: [Clear-out]\n", title="Burn on a ten")
    rule(tmp_path / "two.yaml", "same", title="The same")
    rule(tmp_path / "three.yaml", "other", title='"The same"')
    library = Library([tmp_path])
    for name in ("Burn on a ten", "burn on a TEN", "burnten", "burn_ten", "clear out"):
        document, _ = library.find(name, ("rule",))
        assert document is not None, name
        assert document.id == "burn-ten"
    _, (problem,) = library.find("the same", ("rule",))
    assert "`the same` is ambiguous: it names `other` and `same`" in problem.message
    assert problem.help == "use one of these ids: `other` (The same), `same` (The same)"
    inside = Span(Source("mine.yaml", "Burn on a ten"), 0, 13)
    assert library.find("Burn on a ten", ("rule",), inside)[0] is None
    assert library.find("clear-OUT", ("rule",), inside)[0] is not None


def test_a_new_title_is_found_at_once(tmp_path: Path) -> None:
    rule(tmp_path / "one.yaml", "one", title="Before")
    assert Library([tmp_path]).find("before", ("rule",))[0] is not None
    digest = Library([tmp_path]).digest(((str(tmp_path), 8),))
    rule(tmp_path / "one.yaml", "one", title="After")
    assert Library([tmp_path]).digest(((str(tmp_path), 8),)) != digest
