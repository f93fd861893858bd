// A list of cards with "Show more", categories and error messages. The first state is the HTML of the build; without this script
// visitors use the links to the following pages.

import { CARDS_PER_STEP, LIST_PAGE_SIZE, PAGES_CACHED } from '../../config/constants.ts';
import { createPageCache } from '../navigation/page-cache.ts';
import { atLeastMinimum } from '../wait.ts';
import { findListParts, type ListParts } from './list-parts.ts';
import { createListLoader, fillRows, type ListRow } from './load-list.ts';
import { appendCards, type Mergeable, mergeNewest } from './merge-cards.ts';

/** A card of the page: its list item. */
interface ShownCard extends Mergeable {
  readonly element: HTMLElement;
}

/** The step and merging of each list (decisions, "Lists"). */
const LISTS = {
  blog: { step: CARDS_PER_STEP, merge: mergeNewest<ShownCard> },
  'e-books': { step: CARDS_PER_STEP, merge: appendCards<ShownCard> },
  webinars: { step: LIST_PAGE_SIZE, merge: appendCards<ShownCard> },
} as const;

/** The state of a list: it shows the first `shown` of its cards. */
interface ListState {
  readonly cards: readonly ShownCard[];
  readonly shown: number;
  /** The last loaded page of the list. */
  readonly page: number;
  readonly isLast: boolean;
  readonly category: string | null;
  readonly status: 'ready' | 'loading' | 'failed';
}

/** States by history entry, to restore the list when a visitor comes back. */
const stateByEntry = createPageCache<ListState>(PAGES_CACHED);

/** A list of the shown page. */
interface RunningList {
  readonly name: keyof typeof LISTS;
  readonly parts: ListParts;
  /** Aborted when the page ends. */
  readonly signal: AbortSignal;
  /** The state of the HTML. */
  readonly first: ListState;
  state: ListState;
  /** Cancels the current loading. */
  loading: AbortController;
}

/** Starts a list until `signal` is aborted. */
export function startList(root: HTMLElement, signal: AbortSignal): void {
  const parts = findListParts(root);
  const name = root.dataset.list;
  if (parts === null || !isListName(name)) return;
  const first = readFirstState(parts, LISTS[name].step);
  const state = stateByEntry.find(entryKey()) ?? first;
  const list: RunningList = { name, parts, signal, first, state, loading: new AbortController() };
  parts.button.addEventListener('click', () => pressButton(list), { signal });
  addEventListener('sitegen:query', () => showCategory(list), { signal });
  // Otherwise the cards of a stored state would keep the whole page in memory.
  signal.addEventListener('abort', () => parts.grid.replaceChildren());
  parts.controls.hidden = false;
  // On further pages it is the way back.
  if (parts.pager !== null) parts.pager.hidden = parts.page === 1;
  showCategory(list);
}

function change(list: RunningList, state: ListState): void {
  list.state = state;
  stateByEntry.keep(entryKey(), state.status === 'ready' ? state : list.first);
  render(list.parts, state);
}

async function load(list: RunningList, from: ListState): Promise<void> {
  const { name, parts } = list;
  list.loading.abort();
  list.loading = new AbortController();
  const signal = AbortSignal.any([list.loading.signal, list.signal]);
  change(list, { ...from, status: 'loading' });
  try {
    const next = await loadStep(name, parts, from);
    if (!signal.aborted) change(list, next);
  } catch (cause) {
    if (signal.aborted) return;
    // biome-ignore lint/suspicious/noConsole: a visitor's console is the only log
    console.error(`The list "${name}" could not be loaded.`, cause);
    change(list, { ...EMPTY, category: from.category, status: 'failed' });
  }
}

/** "Show more", or "Try again" after a failure. */
function pressButton(list: RunningList): void {
  const { status, category } = list.state;
  if (status === 'ready') void showMore(list);
  else if (status === 'failed' && category === null) change(list, list.first);
  else if (status === 'failed') showCategory(list);
}

async function showMore(list: RunningList): Promise<void> {
  const { state } = list;
  const { cards, shown, isLast } = state;
  const { step } = LISTS[list.name];
  if (isLast || cards.length >= shown + step) change(list, { ...state, shown: shown + step });
  else await load(list, state);
  if (list.state.status === 'ready') list.state.cards[shown]?.element.querySelector('a')?.focus();
}

function showCategory(list: RunningList): void {
  const { state, parts, first } = list;
  const category = readCategory(parts);
  // The query may be read again while its cards are being loaded.
  if (category === state.category && state.status !== 'failed') {
    render(parts, state);
    return;
  }
  list.loading.abort();
  if (category === null) change(list, first);
  else void load(list, { ...EMPTY, category });
}

const EMPTY: Omit<ListState, 'category'> = { cards: [], shown: 0, page: 0, isLast: false, status: 'ready' };

/** Loads cards for one more step. */
async function loadStep(name: keyof typeof LISTS, parts: ListParts, from: ListState): Promise<ListState> {
  const { step, merge } = LISTS[name];
  const { category } = from;
  const isWanted = ({ href, categories }: ListRow) =>
    href !== parts.excludedHref && (category === null || categories.some(({ slug }) => slug === category));
  const shown = from.shown + step;
  const limit = shown - from.cards.length;
  const filling = fillRows({ load: createListLoader(name, category), page: from.page, limit, isWanted });
  const { rows, page, isLast } = await atLeastMinimum(filling);
  return { ...from, cards: merge(from.cards, rows.map(createCard)), shown, page, isLast, status: 'ready' };
}

function createCard({ slug, date, html }: ListRow): ShownCard {
  const element = document.createElement('li');
  const template = document.createElement('template');
  // Rendered by the build, from the same component as the cards of the page.
  template.innerHTML = html;
  element.append(template.content);
  return { slug, date, element };
}

/** The category in the address; null for all categories and for an unknown one. */
function readCategory({ categories }: ListParts): string | null {
  const category = new URLSearchParams(location.search).get('category') ?? '';
  if (category === '' || category === 'all') return null;
  return categories.some((link) => link.dataset.category === category) ? category : null;
}

function isListName(name: string | undefined): name is keyof typeof LISTS {
  return name !== undefined && Object.hasOwn(LISTS, name);
}

/** The state of the HTML, which hides the cards of the second step. */
function readFirstState({ grid, page, lastPage }: ListParts, step: number): ListState {
  const items = [...grid.querySelectorAll<HTMLElement>(':scope > li')];
  const cards = items.map((element) => {
    const { slug = '', date = null } = element.dataset;
    return { slug, date, element };
  });
  return { cards, shown: step, page, isLast: page >= lastPage, category: null, status: 'ready' };
}

function entryKey(): string {
  return 'navigation' in window ? (navigation.currentEntry?.key ?? '') : '';
}

function render({ root, grid, button, status, categories, texts }: ListParts, state: ListState): void {
  const elements = state.cards.map(({ element }) => element);
  if (elements.some((element, place) => grid.children[place] !== element) || grid.children.length !== elements.length)
    grid.replaceChildren(...elements);
  for (const [place, element] of elements.entries()) element.hidden = place >= state.shown;
  const isLoading = state.status === 'loading';
  const hasFailed = state.status === 'failed';
  root.ariaBusy = String(isLoading);
  button.textContent = hasFailed ? texts.retry : isLoading ? texts.loading : texts.more;
  button.ariaDisabled = String(isLoading);
  button.hidden = state.status === 'ready' && state.isLast && state.shown >= state.cards.length;
  const isEmpty = state.status === 'ready' && state.cards.length === 0 && state.isLast;
  status.textContent = hasFailed ? texts.failed : isEmpty ? texts.empty : '';
  for (const link of categories) {
    const isCurrent = (link.dataset.category ?? null) === state.category;
    if (isCurrent) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}
