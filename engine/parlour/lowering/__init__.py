"""Lowers a Program to table code, for one table.

`unit` holds the code written so far; `expressions` and `statements` lower the nodes of a Program, `questions` the
legal answers, `linear` the code between questions. `table_code` puts a whole unit together for Python; `native` asks
for parts. Imports `program`, `table`, `analysis` and `tablecode`; knows no text of any language.
"""
