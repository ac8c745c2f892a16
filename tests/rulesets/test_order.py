"""A mix is a set of rules: their order changes nothing."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from parlour.documents.composition import Composition
from parlour.mixing.compose import compose
from parlour.program import Program
from scaffold.mixes import LIBRARY, mixed


def program(game: str, with_: Iterable[str] = (), without: Sequence[str] = ()) -> Program:
    made = mixed(game, *with_, without=without).program
    assert made is not None
    return made


def composition(subject: str | Path, *with_: str) -> Composition:
    found, problems = compose(LIBRARY, subject, with_)
    assert found is not None, problems
    return found


def test_a_rule_that_is_left_out_and_added_again_is_where_it_was() -> None:
    assert repr(program("last-one", ["jack-skips"], ["jack-skips"])) == repr(program("last-one"))


def test_a_game_may_list_its_rules_in_any_order_too(tmp_path: Path) -> None:
    """A game that uses rules, another that lists them in another order, and rules added to it."""

    def written(name: str, uses: str) -> Path:
        path = tmp_path / name / "mine.yaml"
        path.parent.mkdir()
        path.write_text(f"game: mine\ntitle: Mine\nextends: crazy-eights\nuses: [{uses}]\n", encoding="utf-8")
        return path

    one = composition(written("one", "jack-skips, ace-reverses"))
    other = composition(written("other", "ace-reverses, jack-skips"))
    added = composition(written("added", "ace-reverses"), "jack-skips")
    ids = [document.id for document in one.documents]
    for same in (other, added):
        assert [document.id for document in same.documents] == ids
        assert same.digest == one.digest


def test_what_a_rule_needs_meets_or_advises_comes_before_it() -> None:
    def ids(game: str) -> list[str]:
        return [use.rule.id for use in composition(game).uses]

    ctg = ids("ctg")
    assert ctg.index("gambits") < ctg.index("queens-gambit")  # needs
    assert ctg.index("cancel-cards") < ctg.index("ace-of-spades-wild")  # with
    assert ctg.index("x4-blocks") < ctg.index("gambits")  # advises
    assert ids("gin-rummy")[:1] == ["knock"]  # what several need


def test_another_hash_seed_makes_the_same_program() -> None:
    """Python's sets have another order in each process; nothing may depend on it. The other process has no cache, or it
    would read our program there."""
    code = "import hashlib; from parlour.mixing.compiler import compile_ruleset as c; " + (
        "print(hashlib.sha256(repr(c('last-one', ['go-again']).program).encode()).hexdigest())"
    )
    env = {
        **os.environ,
        "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1",
        "PYTHONPATH": str(Path(__file__).parents[2] / "engine"),
        "XDG_CACHE_HOME": os.devnull,
    }
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == hashlib.sha256(repr(program("last-one", ["go-again"])).encode()).hexdigest()
