"""The table and the workbench in a browser: `parlour serve` (the extra `parlour[web]`).

The server renders every page and every change of one. Nothing here decides about games: tables are sessions, and a seat
gets what its view and its witness contain. `parlour.web.app.create_app` makes the application for any ASGI server.
"""
