"""The functions that table code calls, written once: moving, dealing, shuffling, looking, choosing, melds.

They are in a restricted Python that never runs: `routines` returns them as table code, which both printers print. The
names in capitals are tables and numbers of one table of players (`lowering/tables.py`). After `fail`, generated Python
leaves with an error; native code sets a flag and continues, so what follows must be harmless. Imports nothing but
`tablecode`.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from parlour import tablecode as t
from parlour.tablecode.lifting import lifted


@cache
def routines() -> Mapping[str, t.Function]:
    """All routines, by name."""
    functions: dict[str, t.Function] = {}
    for path in files(__name__).iterdir():
        if path.name.endswith(".py") and path.name != "__init__.py":
            functions |= {function.name: function for function in lifted(path.read_text(encoding="utf-8"))}
    return functions
