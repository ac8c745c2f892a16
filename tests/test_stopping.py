"""Ctrl-C and SIGTERM end every command at once, at any place, after it saves and reports.

Each command runs in a process of its own, with one of its functions made endless. The signal is sent when the
function reports that it has begun.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from scaffold.counting import write_counting
from scaffold.home import RULESETS

ENGINE = Path(parlour.__file__).resolve().parents[1]
HANG = 60  # seconds: far more than any of this takes, also on a busy machine

ENDLESS = """
import hashlib, importlib, os, signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a script begins this in the background
begin, place, how, *arguments = sys.argv[1:]
module, _, path = place.partition(":")
*above, name = path.split(".")
holder = importlib.import_module(module)
for part in above:
    holder = getattr(holder, part)
function = getattr(holder, name)
begun = []
def endless(*args, **options):
    if begun:
        return function(*args, **options)
    begun.append(True)
    if how == "unnoticed":  # the main thread is in native code, so it doesn't notice the signal
        threading.Timer(0.3, os.write, (int(begin), b"!")).start()
        hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)
    os.write(int(begin), b"!")
    if how == "again":
        while True:
            function(*args, **options)
    return function(*args, **options)
setattr(holder, name, endless)
from parlour.cli.main import main
sys.argv = ["parlour", *arguments]
sys.exit(main())
"""


STARTING = """
import os, runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
class Signal:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "parlour.cli.main":
            os.kill(os.getpid(), int(sys.argv[1]))
sys.meta_path.insert(0, Signal)
runpy.run_module("parlour", run_name="__main__")
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_command_stops_while_it_is_imported(number: int, code: int) -> None:
    env = {**os.environ, "PYTHONPATH": str(ENGINE)}
    command = [sys.executable, "-c", STARTING, str(int(number))]
    found = subprocess.run(command, capture_output=True, text=True, env=env, timeout=HANG)
    assert (found.returncode, found.stdout, found.stderr) == (code, "", "parlour: stopped\n")


AT_EACH_LINE = """
import os, signal, sys, tempfile
signal.signal(signal.SIGINT, signal.default_int_handler)
from parlour import __main__ as process
from parlour.cli import main
number = int(sys.argv[1])
modules = ("cli/main.py", "terminal/stopping.py", "terminal/signals.py", "terminal/console.py")
sys.argv = ["parlour", "--version"]
def run(line):
    lines = 0
    def trace(frame, event, _):
        nonlocal lines
        if not frame.f_code.co_filename.endswith(modules):
            return None
        lines += event == "line"
        if lines == line and event == "line":
            os.kill(os.getpid(), number)
        return trace
    sys.settrace(trace)
    code = process.main()
    sys.settrace(None)
    sys.stdout.flush()
    os._exit(code if lines >= line else 99)
code = line = 0
while code != 99:
    line += 1
    with tempfile.TemporaryFile() as out:
        child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            try:
                run(line)
            finally:
                sys.excepthook(*sys.exc_info())
                os._exit(98)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0)
        print(code, out.read().decode().removeprefix(f"parlour {main.own_version()}\\n").strip())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="begins many processes")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_command_stops_at_each_line_of_its_beginning_and_its_end(number: int, code: int) -> None:
    """While the watchdog starts, for example. Only the command itself can report results."""
    env = {**os.environ, "PYTHONPATH": str(ENGINE)}
    command = [sys.executable, "-c", AT_EACH_LINE, str(int(number))]
    found = subprocess.run(command, capture_output=True, text=True, env=env, timeout=HANG)
    lines = found.stdout.splitlines()
    assert len(lines) > 60
    assert {*lines[:-1]} == {f"{code} parlour: stopped"}, found.stderr
    assert lines[-1] == "99 "


class Running:
    """A command in a process of its own; `place` is the function that never ends."""

    def __init__(self, home: Path, command: str, place: str, how: str = "again", typed: bool = False) -> None:
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ENGINE), str(Path(__file__).parent)])}
        env |= {"PARLOUR_PATH": str(RULESETS), "XDG_CONFIG_HOME": str(home / "config")}
        env |= {"XDG_STATE_HOME": str(home / "state")} | ({"XDG_CACHE_HOME": str(home)} if how == "unnoticed" else {})
        begun, begin = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-c", ENDLESS, str(begin), place, how, *command.split()],
            stdin=subprocess.PIPE if typed else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, cwd=home, pass_fds=(begin,),
        )  # fmt: skip
        os.close(begin)
        with os.fdopen(begun, "rb") as waiting:
            if waiting.read(1) != b"!":
                self.process.kill()
                pytest.fail(f"`{command}` has ended before {place}: {self.process.communicate()}")

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        self.process.send_signal(number)
        try:
            out, err = self.process.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            pytest.fail("it runs on")
        return self.process.returncode, out, err


COMMANDS = {
    "check climb": "parlour.checking.document_check:DocumentCheck._check",
    "test climb": "parlour.commands.test:run_case",
    "list": "parlour.rulebook.entries:read_summary",
    "show climb": "parlour.commands.show:_composed",
    "show climb --code": "parlour.python.listing:code_of",
    "why climb draw": "parlour.commands.why:made",
    "mix climb --id mine": "parlour.mixer.game_file:write_mix",
    "new rule mine --for ladder": "parlour.commands.new:write",
    "play climb --auto": "parlour.session.session:view",
    "replay game.json": "parlour.views:Witness.saw",
    "measure climb": "parlour.commands.measure:made",
}


@pytest.mark.one_in(8)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_stops(command: str, tmp_path: Path) -> None:
    if command.startswith("replay"):
        saved(tmp_path)
    code, out, err = Running(tmp_path, command, COMMANDS[command]).stop()
    assert code == 143, err
    assert out == "" or command.split()[0] in ("play", "replay")  # these print as they go
    assert err == ("stopped before there was a result\n" if "measure" in command else "parlour: stopped\n")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems start processes without the endless function")
@pytest.mark.one_in(8)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_processes_of_a_command_end_with_it(number: int, tmp_path: Path) -> None:
    write_counting(tmp_path)
    running = Running(tmp_path, "mutate ./counter.yaml --jobs 2", "parlour.mutation.trials:Trials.try_mutant")
    assert running.stop(number)[0] in (128 + number, -number)  # they hold its output, which ends with the last of them


def saved(home: Path) -> None:
    play = "parlour.play.terminal_game:TerminalGame.run"
    running = Running(home, "play climb --auto --seed 1 --save game.json", play, "once")
    assert running.process.communicate(timeout=HANG)[1] == ""
    assert running.process.returncode == 0


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_what_keeps_the_main_thread_from_noticing(number: int, code: int, tmp_path: Path) -> None:
    running = Running(tmp_path, "check climb", "parlour.checking.document_check:DocumentCheck._check", "unnoticed")
    assert running.stop(number) == (code, "", "parlour: stopped\n")


EXECUTIONS = {
    "native code": ("parlour.native.player:NativePlayer.play", "again"),
    "compiling": ("parlour.native.code_cache:CodeCache.made", "unnoticed"),
    "generated Python": ("parlour.playouts.python:PythonPlayer.play", "again"),
}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("execution", ["native code", "compiling", "generated Python"])
def test_measure_stops_in_every_execution(execution: str, tmp_path: Path) -> None:
    place, how = EXECUTIONS[execution]
    if execution == "generated Python":
        (tmp_path / "llvmlite.py").write_text("raise ImportError", encoding="utf-8")
    else:
        pytest.importorskip("llvmlite")
    code, out, err = Running(tmp_path, "measure climb --json", place, how).stop()
    assert code == 143
    if how == "unnoticed":
        assert (out, err) == ("", "parlour: stopped\n")
    else:
        assert err == "stopped before there was a result\n"
        assert json.loads(out) == {"error": {"kind": "stopped", "message": "there was no result yet"}}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("command", ["tune climb --aim minutes<9", "compare climb", "measure climb --against"])
def test_an_experiment_stops_while_it_compiles(command: str, tmp_path: Path) -> None:
    """The search itself, which knows what there is, notices the signal, and not only the watchdog."""
    pytest.importorskip("llvmlite")
    command += " --with fives-pay" if "against" in command else " --jobs 1"
    code, out, err = Running(tmp_path, command, "parlour.native.code_cache:CodeCache.made", "unnoticed").stop()
    assert (code, out) == (143, "")
    assert "stopped before" in err


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_game_is_kept_while_somebody_thinks(number: int, code: int, tmp_path: Path) -> None:
    command = "play climb --seed 1 --save game.json"
    running = Running(tmp_path, command, "parlour.terminal.console:Console.ask", "once", typed=True)
    found, out, err = running.stop(number)
    assert (found, err) == (code, "")
    assert out.endswith("Saved. Continue later:\n  parlour play --resume game.json\n")
    assert "moves" in json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
