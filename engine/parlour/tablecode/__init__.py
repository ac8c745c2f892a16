"""Table code: the code of the fast executions for one table, as data between the Program and source code.

Every value is an integer. The package has the nodes and the passes that rewrite them. It imports nothing of
Parlour but the walk over nodes (`base/walking.py`).
"""

from parlour.tablecode.domains import *
from parlour.tablecode.expressions import *
from parlour.tablecode.statements import *
