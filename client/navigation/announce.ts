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

/** Says the title of the page that shows. */
export function announcePage(): void {
  announcer.textContent = document.title;
}

/** Says again that there is no network, to a visitor who asks for a page that is not here. */
export function announceOffline(): void {
  announcer.textContent = '';
  announcer.textContent = document.querySelector('[data-offline-notice]')?.textContent ?? '';
}

/** Remembers what has the focus, for a visitor who comes back to this entry of the history. */
export function rememberFocus(entry: string): void {
  const { activeElement } = document;
  const place = activeElement === null ? -1 : listFocusable().indexOf(activeElement);
  if (place === -1) focusByEntry.delete(entry);
  else focusByEntry.set(entry, place);
}

/** Gives the focus to what had it in this entry; on a page that is new, to its main part. */
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
