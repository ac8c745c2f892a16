"""A second opinion about the language of rulesets: syntax trees, evaluated as docs/language.md explains them.

It shares the parser and the merged documents of a mix with the engine, and nothing else: no Program, no layout, no
numbers for values, no folding and no caches. Read each module beside its section of the page. `side_by_side` is the
only module that also knows the engine's play: it compares the two.
"""
