"""The home of meaning: a ruleset as frozen data, ready to be run, explained, compared or compiled.

Everything is resolved and typed here: options are constants, names are numbers, every value is an int
(see `Type`). A Program holds no behaviour. It does not depend on the number of players: sizes that do (arrays with a
player key, the pack itself) are laid out by the back end for one table.

Control flow around questions is linear (`Instr`); what lies between two questions is a tree (`Stmt`);
expressions are trees (`Expr`) without side effects. Procedures and functions do not recurse, so every local
variable has one fixed number (`Local.index`), unique in the whole program.

Beside the nodes, the package says what is true of them everywhere: `operators` says what the operators mean,
`walking` what is inside a node.
The package imports nothing but `parlour.base.source`: it knows neither YAML nor the parser nor any execution.
"""

from parlour.program.code import *
from parlour.program.declarations import *
from parlour.program.expressions import *
from parlour.program.questions import *
from parlour.program.statements import *
from parlour.program.values import *
