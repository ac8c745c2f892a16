"""Adds a statement to a copy of the engine, in the six files that docs/extending.md lists: `stir chance`, which flips a
bit of the random generator. All executions must play it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from scaffold.files import write

ROOT = Path(__file__).parents[2]

CHANGES = {
    "program/statements.py": {
        "@frozen\nclass LeaveTable:": '''@frozen
class Stir:
    """Flips a bit of the random generator."""

    touches: ClassVar[frozenset[Thing]] = frozenset({("chance", 0)})
    origin: Origin | None = field(default=None, compare=False)


@frozen
class LeaveTable:''',
        "| Reverse | LeaveTable | RuleFired": "| Reverse | Stir | LeaveTable | RuleFired",
        "| Reverse | LeaveTable\n": "| Reverse | Stir | LeaveTable\n",
    },
    "lang/grammar.lark": {
        "| reverse | leave |": "| reverse | stir | leave |",
        'reverse: "reverse" "direction"': 'reverse: "reverse" "direction"\nstir: "stir" "chance"',
        '| "reverse" | "resume"': '| "reverse" | "stir" | "resume"',
    },
    "lang/syntax/steps.py": {
        '"Reverse",': '"Reverse", "Stir",',
        "@frozen\nclass Leave(Node):": '''@frozen
class Stir(Node):
    """`stir chance`."""


@frozen
class Leave(Node):''',
        '"reverse": "`reverse direction`",': '"reverse": "`reverse direction`", "stir": "`stir chance`",',
        "    | Reverse\n": "    | Reverse\n    | Stir\n",
    },
    "lang/single_steps.py": {
        "            case s.Reverse():": """            case s.Stir():
                return t.Plain(ir.Stir())
            case s.Reverse():""",
        "s.Reverse | s.Leave": "s.Reverse | s.Stir | s.Leave",
    },
    "lowering/statements.py": {
        "import DIRECTION, PLAYING": "import DIRECTION, PLAYING, RANDOM",
        "    def leave_table(": """    def stir(self, e: p.Stir, scope: LoweringScope) -> t.Block:
        return (store(RANDOM, t.Op("^", cell(RANDOM), ONE)),)

    def leave_table(""",
    },
}
PLAYED = """
import sys
from pathlib import Path
from parlour.states.machine import Machine
from parlour.table.layout import RANDOM
from three_ways import Small

folder = Path(sys.argv[1])
small = Small(folder, "before = random 0..999; stir chance; after = random 0..999; ended = 1", '''
state:
  before: {type: int, each: game, text: a number}
  after: {type: int, each: game, text: a number}
  ended: {type: int, each: game, text: a number}
''')
assert small.findings() == (), small.findings()
print(small.ends()["ended"])
once, twice = (Machine(Small(folder / steps[:1], steps).program(), 2).start(1)[RANDOM] for steps in STEPS)
print(once ^ twice)
"""


def test_six_files_add_a_statement(tmp_path: Path) -> None:
    copy = tmp_path / "engine" / "parlour"
    shutil.copytree(ROOT / "engine" / "parlour", copy, ignore=shutil.ignore_patterns("__pycache__", "_data"))
    for folder in ("schema", "rulesets"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    for name, changes in CHANGES.items():
        text = (copy / name).read_text(encoding="utf-8")
        for before, after in changes.items():
            assert text.count(before) == 1, f"{name}: {before}"
            text = text.replace(before, after)
        write(copy / name, text)
    program = PLAYED.replace("STEPS", '("stir chance", "nothing")')
    paths = os.pathsep.join(map(str, (copy.parent, ROOT / "tests")))
    environment = os.environ | {"PYTHONPATH": paths, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-c", program, str(tmp_path / "game")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.split() == ["1", "1"]
