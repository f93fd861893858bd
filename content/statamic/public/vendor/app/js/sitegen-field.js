// Shows the field that the address of a form names: /cp/collections/pages/entries/ID?field=blocks.2.heading. "Click to edit" in the
// preview of the website opens such addresses. Works in the control panels of Statamic 4, 5 and 6.

// A block keeps these names from other scripts.
{
  const WAIT_MS = 200;
  const MOST_TRIES = 100;
  const path = new URLSearchParams(location.search).get('field') ?? '';
  const parts = path.split('.');

  /** The element of a field: by its id in 6, by its class or its label in 4 and 5. */
  function findField(names) {
    const name = names.at(-1);
    const own = `${names.join('.')}.field_${name}`;
    return (
      document.getElementById(`field_${names.join('_')}`)?.closest('.publish-field, [data-ui-input-group]') ??
      document.getElementById(`field_${names.join('_')}`) ??
      (names.length === 1 ? document.querySelector(`.publish-field__${CSS.escape(name)}`) : null) ??
      document.querySelector(`label[for="${CSS.escape(own)}"]`)?.closest('.publish-field') ??
      document.getElementById(own)
    );
  }

  /** The field, or the nearest one around it: a row has no address of its own. */
  function findNearest() {
    for (let length = parts.length; length > 0; length -= 1) {
      const found = findField(parts.slice(0, length));
      if (found !== null) return found;
    }
    return null;
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
    for (let set = field.parentElement?.closest('.replicator-set, [data-replicator-set]'); set != null; ) {
      const isClosed =
        set.dataset.collapsed === 'true' || set.querySelector(':scope > .replicator-set-header.collapsed');
      if (isClosed)
        set
          .querySelector(':scope > header > button, :scope > .replicator-set-header > .replicator-set-header-inner')
          ?.click();
      set = set.parentElement?.closest('.replicator-set, [data-replicator-set]');
    }
  }

  function show(field) {
    reveal(field);
    // Tabs and sets open first.
    setTimeout(() => {
      field.scrollIntoView({ block: 'center' });
      const input = 'input:not([type="hidden"]), textarea, [contenteditable="true"]';
      (field.matches(input) ? field : field.querySelector(input))?.focus({ preventScroll: true });
      const outline = { outline: '3px solid #2f6bff', outlineOffset: '4px' };
      field.animate([outline, outline, { ...outline, outlineColor: 'transparent' }], 3000);
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
