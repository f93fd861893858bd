// Tells a screen reader which page has come, as a browser does after a plain navigation, and where the focus goes.

const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

const announcer = document.createElement('p');
/** Place of the focused element among the page's, by history entry. */
const focusByEntry = new Map<string, number>();

/** Puts the announcer into the document. */
export function startAnnouncing(): void {
  announcer.className = 'visually-hidden';
  announcer.role = 'status';
  document.body.append(announcer);
}

/** Announces the title of the shown page. */
export function announcePage(): void {
  announcer.textContent = document.title;
}

/** Announces again that there is no network, when a visitor asks for a page that is not cached. */
export function announceOffline(): void {
  announcer.textContent = '';
  announcer.textContent = document.querySelector('[data-offline-notice]')?.textContent ?? '';
}

/** Remembers the focused element, for a visitor who comes back to this entry of the history. */
export function rememberFocus(entry: string): void {
  const { activeElement } = document;
  const place = activeElement === null ? -1 : listFocusable().indexOf(activeElement);
  if (place === -1) focusByEntry.delete(entry);
  else focusByEntry.set(entry, place);
}

/** Gives the focus to the element that had it in this entry; on a new page, to its main part. */
export function restoreFocus(entry: string | null): void {
  const place = entry === null ? undefined : focusByEntry.get(entry);
  const element = place === undefined ? undefined : listFocusable()[place];
  focus(element instanceof HTMLElement ? element : document.querySelector<HTMLElement>('main'));
}

/** Gives an element the focus without scrolling to it. */
export function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

function listFocusable(): readonly Element[] {
  return [...document.querySelectorAll(FOCUSABLE)];
}
