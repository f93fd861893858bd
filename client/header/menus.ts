// Closes the menus of the header (mega menu, languages, drawer) on Escape, on a press or focus elsewhere, when the page is scrolled,
// and when a link in them is used. They are <details>, which open without a script. Listens on the document, because pages are swapped.

const OPEN_MENUS = 'header details[open]';
/** Without the drawer, which fills the screen: the page behind it does not scroll. */
const MENUS_ABOVE_PAGE = 'header details[open]:not(.header__narrow, .header__narrow *)';
/** Smaller scroll movements do not close menus. Pixels. */
const SCROLL_CLOSES_PX = 60;

/** Starts to listen. */
export function startMenus(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeByKey(event);
  });
  for (const event of ['pointerdown', 'focusin'] as const)
    document.addEventListener(event, ({ target }) => closeOthers(target));
  startClosingOnScroll();
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

/** Measures from the scroll position at which the menu was opened. */
function startClosingOnScroll(): void {
  let openedAt = 0;
  // `toggle` does not bubble.
  document.addEventListener('toggle', () => (openedAt = scrollY), { capture: true });
  addEventListener('scroll', () => Math.abs(scrollY - openedAt) > SCROLL_CLOSES_PX && closeAll(MENUS_ABOVE_PAGE), {
    passive: true,
  });
}

function closeAll(menus = OPEN_MENUS): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(menus)) menu.open = false;
}
