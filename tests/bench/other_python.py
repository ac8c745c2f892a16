"""Other Python versions continue saves of every question of whole games: same state, same moves, and same state after
the next move.

    python tests/bench/other_python.py PYTHON [PYTHON …] [--games 2]

Each PYTHON (3.11 or newer) gets a fresh virtual environment with Parlour in it, in a temporary folder.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]

import laws
from parlour.library.library import Library
from parlour.states.state import State, Table

THERE = """
import json, sys
from parlour.mixing.compiler import compile_ruleset
from parlour.states.state import State, Table
tables = {}
for line in sys.stdin:
    game, players, save, move = json.loads(line)
    if (game, players) not in tables:
        tables[game, players] = Table.of(compile_ruleset(game).program, players)
    state = State.from_json(tables[game, players], save)
    legal = [str(m) for m in state.question.legal]
    print(json.dumps([state.to_json(), legal, state.apply(move).to_json()]))
"""


def questions(games: int) -> list[tuple[list[object], list[object]]]:
    """Yield the message (game, players, save, move), and the expected answer."""
    found = []
    for game in Library.standard().ids("game"):
        program = laws.program(game)
        for players in {program.players[0], program.players[-1]}:
            table = Table.of(program, players)
            chooser = Random(players)
            for seed in range(games):
                state: State = table.start(seed)
                for _ in range(400):
                    if state.over:
                        break
                    legal = state.question.legal
                    move = legal[int(chooser.random() * len(legal))]
                    after = state.apply(move)
                    sent: list[object] = [game, players, state.to_json(), str(move)]
                    found.append((sent, [state.to_json(), [str(m) for m in legal], after.to_json()]))
                    state = after
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="+", metavar="PYTHON")
    parser.add_argument("--games", type=int, default=2)
    args = parser.parse_args()
    asked = questions(args.games)
    lines = "".join(json.dumps(sent) + "\n" for sent, _ in asked)
    for python in args.pythons:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([python, "-m", "venv", folder], check=True)
            inside = str(Path(folder) / "bin" / "python")
            subprocess.run([inside, "-m", "pip", "install", "-q", str(ROOT)], check=True)
            version = subprocess.run([inside, "-V"], capture_output=True, text=True, check=True).stdout.strip()
            done = subprocess.run(
                [inside, "-c", THERE], input=lines, capture_output=True, text=True, check=True, cwd=folder
            )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(answers) == len(asked)
        for (sent, wanted), answer in zip(asked, answers, strict=True):
            assert answer == wanted, f"{version} goes on differently with {sent}"
        print(f"{version}: {len(asked)} saves taken up, every one the same")


if __name__ == "__main__":
    main()
