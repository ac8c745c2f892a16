"""From a Program to table code, for one table.

`unit` holds what is written; `expressions` and `statements` lower the nodes of a Program, `questions` what may be
answered, `linear` the code between questions. `source` puts a whole unit together for Python; `native` asks for parts.
Knows the Program, its analysis and the layout, and no text of any language.
"""
