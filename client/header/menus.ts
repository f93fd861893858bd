// What closes the menus of the header (mega menu, languages, drawer), which are <details> and open without a script: Escape,
// a press or the focus elsewhere, and the use of a link inside. Listeners are the document's: pages change under them.

const OPEN_MENUS = 'header details[open]';

/** Starts to close menus. */
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

/** The outermost menu closes, and its button has the focus again if anything inside had it. */
function closeByKey(event: KeyboardEvent): void {
  const menu = document.querySelector<HTMLDetailsElement>(OPEN_MENUS);
  if (menu === null) return;
  event.preventDefault();
  closeAll();
  menu.querySelector('summary')?.focus();
}

/** Closes the menus that an element does not belong to. A window that loses the focus closes none. */
function closeOthers(target: EventTarget | null): void {
  if (!(target instanceof Element)) return;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN_MENUS))
    if (!menu.contains(target)) menu.open = false;
}

function closeAll(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN_MENUS)) menu.open = false;
}
