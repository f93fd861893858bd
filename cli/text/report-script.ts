// The script of reports, for filters and sorting. Its functions are printed into the report, so they must not use anything outside of
// their own bodies.

/** Shows only items with the selected tag and the searched words. */
function setUpFilter(): void {
  const tools = document.querySelector<HTMLElement>('.tools');
  const search = document.querySelector<HTMLInputElement>('.tools input');
  const output = document.querySelector('.tools output');
  if (tools === null || search === null || output === null) return;
  const all = [...document.querySelectorAll<HTMLElement>('[data-tags]')];
  // A card is visible if one of its rows is, and a section if one of its cards is.
  const cards = all.filter((item) => item.querySelector('[data-tags]') !== null);
  const outer = [...cards, ...document.querySelectorAll<HTMLElement>('[data-part]')];
  const items = all
    .filter((item) => !cards.includes(item))
    .map((item) => ({
      item,
      // Of a row about several things, the tags of each.
      groups: (item.dataset.tags ?? '').split(' | ').map((tags) => tags.split(' ')),
      text: `${item.closest('.card')?.querySelector('summary')?.textContent ?? ''} ${item.textContent}`.toLowerCase(),
    }));
  const buttons = [...tools.querySelectorAll<HTMLButtonElement>('button[data-tag]')];
  const choices = [...tools.querySelectorAll<HTMLSelectElement>('select[data-choice]')];
  let tag = '';
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const wanted = [tag, ...choices.map(({ value }) => value)].filter((each) => each !== '');
    for (const { item, groups, text } of items)
      item.hidden =
        !groups.some((tags) => wanted.every((each) => tags.includes(each))) ||
        !words.every((word) => text.includes(word));
    for (const part of outer) part.hidden = part.querySelector('[data-tags]:not([hidden])') === null;
    output.textContent = `${items.filter(({ item }) => !item.hidden).length} of ${items.length} shown`;
  };
  for (const button of buttons)
    button.addEventListener('click', () => {
      tag = button.dataset.tag ?? '';
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
      filter();
    });
  for (const choice of choices) choice.addEventListener('change', filter);
  search.addEventListener('input', filter);
  tools.hidden = false;
  filter();
}

/** Adds buttons that sort a table to the headings of its columns. */
function setUpTables(): void {
  const sort = (header: HTMLTableCellElement) => {
    const body = header.closest('table')?.tBodies[0];
    if (body === undefined) return;
    const isDown = header.getAttribute('aria-sort') === 'ascending';
    for (const other of header.parentElement?.children ?? []) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
    const keyOf = (row: HTMLTableRowElement) => row.cells[header.cellIndex]?.textContent?.trim() ?? '';
    const rows = [...body.rows].sort((a, b) => keyOf(a).localeCompare(keyOf(b), undefined, { numeric: true }));
    body.append(...(isDown ? rows.reverse() : rows));
  };
  for (const header of document.querySelectorAll<HTMLTableCellElement>('th[scope=col]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.append(...header.childNodes);
    button.addEventListener('click', () => sort(header));
    header.append(button);
  }
}

/** Sets up the controls that open all cards and change their order. */
function setUpCards(): void {
  const opener = document.querySelector('.tools button[data-open]');
  opener?.addEventListener('click', () => {
    const cards = [...document.querySelectorAll<HTMLDetailsElement>('details.card')];
    const isOpening = cards.some(({ open }) => !open);
    for (const card of cards) card.open = isOpening;
    opener.textContent = isOpening ? 'Close all' : 'Open all';
  });
  const order = document.querySelector<HTMLSelectElement>('.tools select[data-order]');
  const places = new Map([...document.querySelectorAll('.card')].map((card, place) => [card, place]));
  order?.addEventListener('change', () => {
    const numberOf = (card: HTMLElement) =>
      order.value === 'count' ? -Number(card.dataset.count) : (places.get(card) ?? 0);
    for (const part of document.querySelectorAll('[data-part]'))
      part.append(
        ...[...part.querySelectorAll<HTMLElement>(':scope > .card')].sort((a, b) => numberOf(a) - numberOf(b)),
      );
  });
}

export const REPORT_SCRIPT: string = [setUpFilter, setUpTables, setUpCards]
  .map((run) => `(${run.toString()})();`)
  .join('\n');
