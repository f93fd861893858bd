// Announces a new page to screen readers and sets the focus, as browsers do after a normal navigation.

const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

const announcer = document.createElement('p');

/** Where a visitor left a page: kept by its history entry. */
interface Place {
  readonly top: number;
  /** Index of the focused element; -1 if there is none. */
  readonly focus: number;
}

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

/** Stores the place in the current history entry. */
export function rememberPlace(): void {
  const { activeElement } = document;
  const focus = activeElement === null ? -1 : listFocusable().indexOf(activeElement);
  navigation.updateCurrentEntry({ state: { top: scrollY, focus } satisfies Place });
}

/**
 * Goes to the place of the current history entry, if it is known. Without the browser: Firefox 159 scrolls before the page is there,
 * Chromium scrolls smoothly.
 */
export function restorePlace(): boolean {
  const place = navigation.currentEntry?.getState() as Place | undefined;
  if (place === undefined) return false;
  const element = listFocusable()[place.focus];
  if (element instanceof HTMLElement) focus(element);
  else focusMain();
  scrollTo({ top: place.top, behavior: 'instant' });
  return true;
}

/** Focuses the main part of a new page. */
export function focusMain(): void {
  focus(document.querySelector<HTMLElement>('main'));
}

/** Focuses an element without scrolling. */
export function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

function listFocusable(): readonly Element[] {
  return [...document.querySelectorAll(FOCUSABLE)];
}
