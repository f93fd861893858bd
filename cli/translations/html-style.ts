// The style of the HTML report. Colours have a contrast of at least 4.5 on their backgrounds, light and dark.

export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f6fb, #0e1120); --surface: light-dark(#fff, #171b2e); --raised: light-dark(#eef0f8, #20263e);
  --text: light-dark(#171a2b, #eef0fa); --muted: light-dark(#555c77, #a6adc8); --line: light-dark(#d9deec, #2c3353);
  --accent: light-dark(#3344c9, #a9b8ff); --bad: light-dark(#a81d1d, #ff9d95); --warn: light-dark(#7a4a00, #f2c16d);
  --good: light-dark(#14663a, #7fdca5);
}
* { box-sizing: border-box; }
[hidden] { display: none; }
body { background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 80rem; overflow-wrap: anywhere; padding: 1.5rem 1.25rem 3rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0.75rem 0; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.75rem; }
h3 { display: inline; font-size: 1rem; margin: 0; }
p { margin: 0.25rem 0; max-width: 75ch; }
ul { list-style: none; margin: 0; padding: 0; }
a { color: var(--accent); }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
.muted { color: var(--muted); font-weight: 400; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.chip { background: var(--raised); border-radius: 1rem; color: var(--muted); font-size: 0.8125rem; font-weight: 600; padding: 0.125rem 0.625rem; white-space: nowrap; }
.chip.missing, .chip.untranslated { color: var(--bad); }
.chip.outdated, .chip.different { color: var(--warn); }
.chip.draft, .chip.scheduled, .chip.expired { color: var(--accent); }
.chip.present { color: var(--good); }
search { align-items: center; background: var(--ground); border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; padding: 0.75rem 0; position: sticky; top: 0; }
input, select { background: var(--surface); border: 1px solid var(--muted); border-radius: 0.5rem; color: inherit; font: inherit; min-height: 2.75rem; padding: 0 0.75rem; }
input { flex: 1 1 14rem; min-width: 0; }
output { color: var(--muted); font-size: 0.875rem; }
.thing { background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; margin: 0.75rem 0; padding: 0.875rem 1.125rem; }
summary { cursor: pointer; margin: -0.875rem -1.125rem; padding: 0.875rem 1.125rem; }
.place { border-top: 1px solid var(--line); margin-top: 0.75rem; padding-top: 0.75rem; }
pre { background: var(--raised); border-radius: 0.5rem; font-family: inherit; margin: 0.5rem 0; padding: 0.5rem 0.75rem; white-space: pre-wrap; }
@media (max-width: 40rem) { search { position: static; } }
@media print { search { display: none; } .place { break-inside: avoid; } details::details-content { content-visibility: visible; block-size: auto; } }
`;
