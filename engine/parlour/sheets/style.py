"""The style of the page with a sheet: one column on a phone, two on paper (A4 and Letter)."""

from parlour.sheets.drawing import COLOURS

STYLE = COLOURS + """\
:root { color-scheme: light dark; --line: #8886; --quiet: #666; }
@media (prefers-color-scheme: dark) { :root { --quiet: #aaa; } }
* { box-sizing: border-box; }
.symbols { position: absolute; }
body { font: 17px/1.5 Georgia, "Times New Roman", serif; margin: 0 auto; max-width: 42rem; padding: 1rem; }
h1, h2, h3, th, .place { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.15; margin: .5rem 0; }
h2 { border-bottom: 2px solid var(--line); font-size: 1.15rem; margin: 1.4rem 0 .4rem; }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
p { margin: .4rem 0; }
.rule { padding-left: 1em; text-indent: -1em; }
a { color: inherit; text-decoration: underline dotted var(--line); }
.rule:target { background: #fd03; }
.meta, footer { color: var(--quiet); }
footer { border-top: 1px solid var(--line); font-size: .8rem; margin-top: 1.5rem; padding-top: .4rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .5rem .3rem 0; text-align: left; vertical-align: middle; }
th { white-space: nowrap; width: 1%; }
th span { display: inline-block; white-space: normal; }
th span + span { margin-left: .5em; }
th .many { width: 7.6rem; }
@media screen and (max-width: 30rem) { th .many { width: 3.9rem; } }
svg.card { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; height: 3.6rem; margin: 0 .15rem .15rem 0;
  vertical-align: middle; width: 2.57rem; }
th svg.card { height: 2.4rem; width: 1.71rem; }
.places, .seat { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; }
.places { margin: .3rem 0; }
.seat { gap: .2rem .6rem; }
.place { color: var(--quiet); display: block; font-size: .8rem; line-height: 1.3; }
figure { border-left: 3px solid var(--line); margin: .8rem 0; padding-left: .8rem; }
figcaption { font-weight: bold; }
.tier { border-top: 4px double var(--line); margin-top: 2rem; }
@page { margin: 10mm 12mm; }
@media print {
  :root { color-scheme: light; --line: #999; --quiet: #444; }
  body { font-family: "Times New Roman", "Liberation Serif", serif; font-size: 8.8pt; line-height: 1.27;
    max-width: none; padding: 0; }
  header { margin-bottom: .6rem; }
  main { column-gap: 8mm; columns: 2; }
  h1 { font-size: 18pt; margin-top: 0; }
  h2 { font-size: 11pt; margin: .55rem 0 .15rem; }
  section:first-child h2 { margin-top: 0; }
  p { margin: .15rem 0; orphans: 2; widows: 2; }
  h2, h3, figcaption { break-after: avoid; }
  a { text-decoration: none; }
  figure, tr, .rule { break-inside: avoid; }
  th, td { padding: .05rem .4rem .05rem 0; }
  th .many { width: 2.3rem; }
  figure { margin: .35rem 0; }
  .places { gap: .1rem .9rem; margin: .15rem 0; }
  .seat { gap: .1rem .45rem; }
  .place { font-size: 7.5pt; }
  footer { display: none; }
  svg.card { height: 2.1rem; margin: 0 .1rem .1rem 0; width: 1.5rem; }
  th svg.card { height: 1.4rem; width: 1rem; }
}
"""
