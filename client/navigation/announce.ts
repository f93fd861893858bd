// Announces a new page to screen readers and sets the focus, as browsers do after a normal navigation.

const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

const announcer = document.createElement('p');
/** Index of the focused element in the page, by history entry. */
const focusByEntry = new Map<string, number>();

/** Adds the announcer to the document. */
export function startAnnouncing(): void {
  announcer.className = 'visually-hidden';
  announcer.role = 'status';
  document.body.append(announcer);
}

/** Announces the title of the shown page. */
export function announcePage(): void {
  announcer.textContent = document.title;
}

/** Announces again that the browser is offline, when a visitor opens a page that is not cached. */
export function announceOffline(): void {
  announcer.textContent = '';
  announcer.textContent = document.querySelector('[data-offline-notice]')?.textContent ?? '';
}

/** Stores the focused element of a history entry. */
export function rememberFocus(entry: string): void {
  const { activeElement } = document;
  const place = activeElement === null ? -1 : listFocusable().indexOf(activeElement);
  if (place === -1) focusByEntry.delete(entry);
  else focusByEntry.set(entry, place);
}

/** Restores the focus of a history entry; focuses the main part of a new page. */
export function restoreFocus(entry: string | null): void {
  const place = entry === null ? undefined : focusByEntry.get(entry);
  const element = place === undefined ? undefined : listFocusable()[place];
  focus(element instanceof HTMLElement ? element : document.querySelector<HTMLElement>('main'));
}

/** Focuses an element without scrolling. */
export function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

function listFocusable(): readonly Element[] {
  return [...document.querySelectorAll(FOCUSABLE)];
}
