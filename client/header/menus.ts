// Closes the menus of the header (mega menu, languages, drawer) on Escape, on a press or focus elsewhere, and when a link in them is
// used. They are <details>, which open without a script. Listens on the document, because pages are swapped.

const OPEN_MENUS = 'header details[open]';

/** Starts to listen. */
export function startMenus(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeByKey(event);
  });
  for (const event of ['pointerdown', 'focusin'] as const)
    document.addEventListener(event, ({ target }) => closeOthers(target));
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href]') !== null) closeAll();
  });
}

/** Closes the outermost menu and focuses its button if the focus was inside. */
function closeByKey(event: KeyboardEvent): void {
  const menu = document.querySelector<HTMLDetailsElement>(OPEN_MENUS);
  if (menu === null) return;
  event.preventDefault();
  closeAll();
  menu.querySelector('summary')?.focus();
}

/** Closes all menus without the element. Does nothing if the window lost the focus. */
function closeOthers(target: EventTarget | null): void {
  if (!(target instanceof Element)) return;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN_MENUS))
    if (!menu.contains(target)) menu.open = false;
}

function closeAll(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN_MENUS)) menu.open = false;
}
