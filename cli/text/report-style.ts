// The style of reports. Colours have a contrast of at least 4.5 on their backgrounds, light and dark.

export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f5f6fb; --surface: #fff; --raised: #eef0f8; --text: #171a2b; --muted: #555c77; --line: #d9deec;
  --accent: #3344c9; --bad: #a81d1d; --bad-ground: #fdeaea; --warn: #7a4a00; --warn-ground: #fdf1d8;
  --good: #14663a; --good-ground: #e2f5e9; --info: #2a43b3; --info-ground: #e8ecff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1120; --surface: #171b2e; --raised: #20263e; --text: #eef0fa; --muted: #a6adc8; --line: #2c3353;
    --accent: #a9b8ff; --bad: #ff9d95; --bad-ground: #3b1a20; --warn: #f2c16d; --warn-ground: #36290f;
    --good: #7fdca5; --good-ground: #123321; --info: #a9b8ff; --info-ground: #1f2750;
  }
}
* { box-sizing: border-box; }
body { background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; margin: 0; overflow-wrap: anywhere; }
main, .top { margin: 0 auto; max-width: 80rem; padding: 0 1.25rem; }
.top { padding-top: 2.5rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0.75rem 0 0.25rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.75rem; }
h2 .count { color: var(--muted); font-weight: 400; }
h3 { display: inline; font-size: 1rem; margin: 0; }
p { margin: 0.25rem 0; max-width: 75ch; }
a { color: var(--accent); }
code, .path { font: 0.875em/1.5 ui-monospace, monospace; }
.muted { color: var(--muted); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.tiles { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); list-style: none; margin: 1.5rem 0 0; padding: 0; }
.tile { background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; border-top: 4px solid var(--line); padding: 0.75rem 1rem; }
.tile strong { display: block; font-size: 2rem; font-variant-numeric: tabular-nums; line-height: 1.1; }
.tile span { color: var(--muted); font-size: 0.875rem; }
.tile--bad { border-top-color: var(--bad); } .tile--bad strong { color: var(--bad); }
.tile--warn { border-top-color: var(--warn); } .tile--warn strong { color: var(--warn); }
.tile--good { border-top-color: var(--good); } .tile--good strong { color: var(--good); }
.tile--info { border-top-color: var(--info); } .tile--info strong { color: var(--info); }
.chip { background: var(--raised); border-radius: 1rem; color: var(--muted); display: inline-block; font-size: 0.8125rem; font-weight: 600; line-height: 1.4; padding: 0.125rem 0.625rem; white-space: nowrap; }
.chip--bad { background: var(--bad-ground); color: var(--bad); }
.chip--warn { background: var(--warn-ground); color: var(--warn); }
.chip--good { background: var(--good-ground); color: var(--good); }
.chip--info { background: var(--info-ground); color: var(--info); }
.tools { align-items: center; background: var(--ground); border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; margin-top: 1.5rem; padding: 0.75rem 0; position: sticky; top: 0; z-index: 1; }
.tools[hidden], [hidden] { display: none; }
.tools input { background: var(--surface); border: 1px solid var(--muted); border-radius: 0.5rem; color: inherit; flex: 1 1 14rem; font: inherit; min-height: 2.75rem; min-width: 0; padding: 0 0.75rem; }
.tools button, .tools select, .sort { background: var(--surface); border: 1px solid var(--muted); border-radius: 0.5rem; color: inherit; cursor: pointer; font: inherit; min-height: 2.75rem; padding: 0 0.875rem; }
.tools button[aria-pressed='true'] { background: var(--accent); border-color: var(--accent); color: var(--surface); font-weight: 600; }
.tools output { color: var(--muted); font-size: 0.875rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-left: 4px solid var(--line); border-radius: 0.75rem; margin: 0.75rem 0; padding: 0.875rem 1.125rem; }
.card--bad { border-left-color: var(--bad); } .card--warn { border-left-color: var(--warn); }
.card--good { border-left-color: var(--good); } .card--info { border-left-color: var(--info); }
.card > summary { cursor: pointer; margin: -0.875rem -1.125rem; padding: 0.875rem 1.125rem; }
.card[open] > summary { margin-bottom: 0; }
.card ul { margin: 0.5rem 0; padding-left: 1.25rem; }
.change { border-top: 1px solid var(--line); margin-top: 0.75rem; padding-top: 0.75rem; }
.words { display: block; background: var(--raised); border-radius: 0.5rem; margin: 0.5rem 0; padding: 0.5rem 0.75rem; white-space: pre-wrap; }
.table { margin: 0.75rem -0.25rem 0; overflow-x: auto; padding: 0 0.25rem; }
table { border-collapse: collapse; font-size: 0.9375rem; min-width: 40rem; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 0.5rem 0.75rem 0.5rem 0; text-align: left; vertical-align: top; }
td:first-child, td:last-child { min-width: 11rem; }
th { color: var(--muted); font-size: 0.8125rem; white-space: nowrap; }
.sort { border: 0; background: none; color: inherit; font-weight: 600; padding: 0; }
th[aria-sort='ascending'] .sort::after { content: ' ▲'; } th[aria-sort='descending'] .sort::after { content: ' ▼'; }
.known { opacity: 0.8; }
footer { color: var(--muted); font-size: 0.875rem; margin: 3rem auto; max-width: 80rem; padding: 0 1.25rem; }
@media (max-width: 40rem) {
  h1 { font-size: 1.4rem; }
  .top { padding-top: 1.5rem; }
  .tiles { grid-template-columns: 1fr 1fr; }
  .tools { position: static; }
  .card { padding: 0.75rem 0.875rem; }
  .card > summary { margin: -0.75rem -0.875rem; padding: 0.75rem 0.875rem; }
  table { min-width: 0; }
  thead { display: none; }
  tr, td { display: block; }
  tr { border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
  td { border: 0; padding: 0.125rem 0; }
  td[data-label]::before { color: var(--muted); content: attr(data-label) ': '; font-size: 0.8125rem; }
}
@media print { .tools { display: none; } .change, tr { break-inside: avoid; } details::details-content { content-visibility: visible; block-size: auto; } }
`;
