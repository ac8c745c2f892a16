"""Makes tests run as if llvmlite weren't installed.

PYTHONPATH=tests pytest -p scaffold.without_llvmlite
"""

import sys

sys.modules["llvmlite"] = None  # type: ignore[assignment]  # then `find_spec` and imports don't find it
