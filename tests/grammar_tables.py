"""Writes the tables of the grammar that come with Parlour, after a change of lang/grammar.lark or of lark:

python tests/grammar_tables.py
"""

from parlour.lang import grammar

if __name__ == "__main__":
    grammar.write()
