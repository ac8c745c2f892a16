"""The syntax tree of the texts inside a ruleset: expressions, steps, actions and headings.

The docstring of each node shows its syntax. Nodes are frozen and know only their places; names are not resolved, and
nothing has a type yet. Imports `base`.
"""

from parlour.lang.syntax.expressions import *
from parlour.lang.syntax.headings import *
from parlour.lang.syntax.nodes import *
from parlour.lang.syntax.steps import *
