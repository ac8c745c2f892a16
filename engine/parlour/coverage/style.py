"""The style of pages with rulesets line by line: readable on a phone, in light and dark."""

STYLE = """\
:root { color-scheme: light dark; --full: #d9f2dc; --part: #fff0c2; --none: #ffd9d4; --quiet: #6b6b6b; }
@media (prefers-color-scheme: dark) {
  :root { --full: #17391f; --part: #4a3a08; --none: #54201c; --quiet: #a0a0a0; }
}
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 64rem; padding: 1rem; }
table { border-collapse: collapse; display: block; margin: 1rem 0; overflow-x: auto; }
th, td { padding: .2rem .8rem .2rem .3rem; text-align: left; vertical-align: top; }
tfoot td { border-top: 1px solid var(--quiet); }
h2 { display: inline; font-size: 1.2rem; }
dt { font-weight: bold; }
.ruleset { margin: 1.5rem 0; }
.ruleset > summary { cursor: pointer; }
.text { font-size: 13px; overflow-x: auto; }
.line { min-width: max-content; }
.line summary { cursor: pointer; list-style: none; }
.line summary::-webkit-details-marker { display: none; }
.line code { white-space: pre; }
.line i { color: var(--quiet); display: inline-block; font-style: normal; margin-right: 1em; text-align: right;
  user-select: none; width: 3em; }
.line ul { box-sizing: border-box; margin: 0; max-width: min(46rem, 94vw); padding: .3rem 1rem .3rem 4rem;
  white-space: pre-wrap; }
.full { background: var(--full); }
.part { background: var(--part); }
.none { background: var(--none); }
.part summary::after, .none summary::after { content: " ◂"; }
@media (max-width: 40rem) { body { padding: .5rem; } .line i { margin-right: .5em; width: 2em; } }
"""
