// Shows the field that the address of a form names: /cp/collections/pages/entries/ID?field=blocks.2.heading. "Click to edit" in the
// preview of the website opens such addresses. Works in the control panels of Statamic 4, 5 and 6.

// A block keeps these names from other scripts.
{
  const WAIT_MS = 200;
  const MOST_TRIES = 100;
  /** Tries to open the sets around a field, which draw their fields when they are open. */
  const MOST_SETS = 10;
  /** Height of the bar above the form. */
  const BAR_PX = 80;
  const path = new URLSearchParams(location.search).get('field') ?? '';
  const parts = path.split('.');

  const SET = '.replicator-set, .bard-set, [data-replicator-set], [data-node-view-wrapper]';
  const HEADER = 'header, .replicator-set-header';
  const INPUT = 'input:not([type="hidden"]), textarea, [contenteditable="true"]';

  /** By its id: `field_blocks_2_heading` in 6, `blocks.2.heading.field_heading` in 4 and 5. */
  function findById(names) {
    const own = `${names.join('.')}.field_${names.at(-1)}`;
    return document.getElementById(`field_${names.join('_')}`) ?? document.getElementById(own);
  }

  /** The element of a field with its label: in 4 and 5 also by its class or label. */
  function findField(names) {
    const name = names.at(-1);
    const input = findById(names);
    return (
      input?.closest('.publish-field, [data-ui-input-group]') ??
      input ??
      (names.length === 1 ? document.querySelector(`.publish-field__${CSS.escape(name)}`) : null) ??
      document
        .querySelector(`label[for="${CSS.escape(`${names.join('.')}.field_${name}`)}"]`)
        ?.closest('.publish-field')
    );
  }

  const headerOf = (node) => (node.matches(SET) ? node.querySelector(HEADER) : null);
  const isHidden = (header) => header.querySelector('[aria-checked="false"], [aria-pressed="false"]') !== null;

  /** The nodes of a Bard field by the items of the API, which joins the texts between sets and omits hidden sets. */
  function listItems(editor) {
    const items = [];
    let isAfterText = false;
    const nodes = [...editor.children].filter((node) => !node.matches('.ProseMirror-widget, .ProseMirror-gapcursor'));
    for (const [index, node] of nodes.entries()) {
      const header = headerOf(node);
      if (header !== null && isHidden(header)) continue;
      if (header !== null || !isAfterText) items.push({ index, node });
      isAfterText = header === null;
    }
    return items;
  }

  /** The field, or the nearest one around it: a row has no address of its own. */
  function findNearest() {
    let found = null;
    let names = [];
    for (const part of parts) {
      // In a Bard field, the number of a set is that of its node in the text.
      const editor = findById(names)?.querySelector(':scope > .ProseMirror') ?? null;
      const item = editor === null ? null : listItems(editor)[Number(part)];
      if (item === undefined) return found;
      names = item === null ? [...names, part] : [...names, String(item.index), 'attrs', 'values'];
      found = item?.node ?? findField(names) ?? found;
    }
    return found;
  }

  const opened = new Set();

  /** Whether a set shows only its header. */
  function isClosed(set, header) {
    const body = header.nextElementSibling;
    return (
      header.classList.contains('collapsed') ||
      set.dataset.collapsed === 'true' ||
      (header.offsetHeight > 0 && (body === null || body.offsetHeight === 0))
    );
  }

  /** Opens the tab and the sets around the field. */
  function reveal(field) {
    const panel = field.closest('[role="tabpanel"]');
    const tab = panel === null ? null : document.getElementById(panel.getAttribute('aria-labelledby') ?? '');
    if (tab !== null && tab.getAttribute('aria-selected') !== 'true') {
      // Statamic 6 listens to the pointer, 4 and 5 to the click.
      tab.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
      tab.click();
    }
    for (let set = field.closest(SET); set != null; set = set.parentElement?.closest(SET)) {
      const header = headerOf(set);
      if (header === null || opened.has(header) || !isClosed(set, header)) continue;
      opened.add(header);
      header.querySelector(':scope > button, :scope > .replicator-set-header-inner')?.click();
    }
  }

  /** Scrolls to the field, outlines it and focuses it. */
  function point(field) {
    const editor = field.closest('.ProseMirror');
    // An editor draws changed elements again.
    if (editor === null) field.style.scrollMarginTop = `${BAR_PX}px`;
    field.scrollIntoView({ block: field.offsetHeight > window.innerHeight ? 'start' : 'center' });
    const outline = { outline: '3px solid #2f6bff', outlineOffset: '4px' };
    field.animate([outline, outline, { ...outline, outlineColor: 'transparent' }], 3000);
    const input = field.matches(INPUT) ? field : (field.querySelector(INPUT) ?? editor);
    // Some fields of the control panel have a property `focus` of their own.
    if (input !== null) HTMLElement.prototype.focus.call(input, { preventScroll: true });
    if (input !== null && input === editor) getSelection()?.collapse(field, 0);
  }

  /** Opened sets draw their fields, which may be nearer. */
  function show(field, triesLeft = MOST_SETS) {
    reveal(field);
    setTimeout(() => {
      const nearer = findNearest() ?? field;
      if (nearer === field || triesLeft === 0) point(field);
      else show(nearer, triesLeft - 1);
    }, WAIT_MS * 2);
  }

  /** The form comes after this script. */
  function wait() {
    let tries = 0;
    const timer = setInterval(() => {
      const field = findNearest();
      tries += 1;
      if (field === null && tries < MOST_TRIES) return;
      clearInterval(timer);
      if (field !== null) show(field);
    }, WAIT_MS);
  }

  if (/^[\w-]+(?:\.[\w-]+)*$/.test(path)) wait();
}
