"""A ruleset as frozen data, ready to be run, explained, compared or compiled. This package defines its meaning. All
names and types are resolved: options are constants, names are numbers, every value is an int (see `Type`). A Program
has no behaviour. It doesn't depend on the number of players. Sizes that do (arrays with a player key, the pack itself)
belong to the layout of one table.

Control flow around questions is linear (`Instr`); steps between two questions are trees (`Stmt`); expressions are trees
(`Expr`) without side effects. Procedures and functions do not recurse, so every local variable has one fixed number
(`Local.index`), unique in the whole program.

Besides the nodes, the package has what holds for them everywhere: `operators` defines the operators, `fold` builds
expressions and computes constants, `walking` visits the parts of a node and finds what it calls,
`effects` and `typing` derive reads, writes and types. The package imports nothing but `parlour.base`: it knows neither
YAML nor the parser nor any execution."""

from parlour.program.code import *
from parlour.program.declarations import *
from parlour.program.design import *
from parlour.program.expressions import *
from parlour.program.questions import *
from parlour.program.statements import *
from parlour.program.values import *
