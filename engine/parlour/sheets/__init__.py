"""Rule sheets: the rules of a mix for people, as data and as text, Markdown and HTML.

`assembly` makes a sheet from the texts of the documents; `text` and `page` print it. Nothing here knows a
game: which words belong to which card, rule or option is in the documents.
"""
