"""Writing files: what was there is replaced whole, and what is no plain file is never replaced."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

from parlour.cli.files import write_new, write_safely


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write_new(pipe, "game: mine\n")
    reader.join(timeout=30)
    assert read == ["game: mine\n"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [p.name for p in tmp_path.iterdir()] == ["pipe"]


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    write_safely(link, "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
