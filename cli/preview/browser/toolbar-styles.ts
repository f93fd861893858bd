// The look of the toolbar and the overlay, in a shadow tree: neither reaches the page, nor the page them.

export const TOOLBAR_STYLES = `
:host { all: initial; font: 14px/1.45 system-ui, sans-serif; color: #10151f; }
* { box-sizing: border-box; }
button, a { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid #1f5eff; outline-offset: 2px; }
.bar { position: fixed; inset: auto auto 12px 12px; z-index: 2147483646; max-width: calc(100vw - 24px); }
.toggle { border: 1px solid #c4cad6; border-radius: 999px; background: #fff; padding: 6px 14px; min-height: 32px; cursor: pointer; box-shadow: 0 1px 4px rgb(0 0 0 / .2); }
.toggle[data-tone=warning] { background: #fff6dc; }
.toggle[data-tone=error] { background: #ffe4e0; }
.panel { background: #fff; border: 1px solid #c4cad6; border-radius: 12px; padding: 12px 16px; margin-bottom: 8px; width: 420px; max-width: 100%; max-height: 70vh; overflow: auto; box-shadow: 0 4px 24px rgb(0 0 0 / .25); }
.panel h2, .overlay h2 { font-size: 15px; margin: 0 0 8px; }
.panel h3 { font-size: 13px; margin: 12px 0 4px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 0; }
dt { color: #566072; }
dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 18px; overflow-wrap: anywhere; }
ins { background: #d9f4df; text-decoration: none; }
del { background: #ffe1dc; text-decoration: none; }
.notice { background: #fff6dc; border-radius: 8px; padding: 8px 10px; margin: 8px 0 0; }
.overlay { position: fixed; inset: 0 0 auto 0; z-index: 2147483647; max-height: 80vh; overflow: auto; background: #1b1320; color: #fff; padding: 16px 24px; border-bottom: 4px solid #ff6b57; }
.overlay p { margin: 4px 0; }
.overlay pre { background: #2b2231; padding: 10px; overflow: auto; font: 13px/1.5 ui-monospace, monospace; margin: 8px 0; }
.overlay mark { background: #6b2a24; color: #fff; }
.overlay ol { margin: 4px 0; padding-left: 24px; }
.overlay button { float: right; background: #fff; color: #10151f; border: 0; border-radius: 8px; padding: 6px 12px; min-height: 32px; cursor: pointer; }
.overlay :focus-visible { outline-color: #fff; }
@media print { .bar, .overlay { display: none; } }
`;
