"""Worker processes for this process. They leave signals to it, and end when it ends, however that happens."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import connection


def _nothing() -> None:
    pass


def let_collections_be_short() -> None:
    """Collect garbage, and leave out all that is left the next times: a collection could take longer than a thought."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def begin_worker(begin: Callable[..., None] = _nothing, *arguments: object) -> None:
    """Begin a process that leaves signals to its parent, and ends with it."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, name="parlour: end with parent", daemon=True).start()
    gc.freeze()  # the objects that it got from its parent aren't garbage
    begin(*arguments)


def _end_with_parent() -> None:
    """End this worker when its parent process has ended: no signal announces that."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker has a parent"
    connection.wait([parent.sentinel])
    os._exit(1)
