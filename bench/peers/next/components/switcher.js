// The switcher stands inside the ready header, where React cannot put an element: so it is text too.

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const esc = (text) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]);

export function printSwitcher(switcher) {
  if (switcher === null) return '';
  const { label, items } = switcher;
  const current = items.find((item) => item.current);
  return (
    `<details class="dropdown language-switcher" name="header-menu"><summary aria-label="${esc(label)}"><span lang="${current.language}">${esc(current.label)}</span></summary>` +
    `<ul class="dropdown__panel">${items.map(printLanguage).join('')}</ul></details>`
  );
}

function printLanguage({ language, label, href, current, note }) {
  return (
    `<li><a class="dropdown__link" href="${esc(href)}" hreflang="${language}"${current ? ' aria-current="true"' : ''}>` +
    `<span lang="${language}">${esc(label)}</span> <span class="visually-hidden">${esc(note)}</span></a></li>`
  );
}
