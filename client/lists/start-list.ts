// A list of cards: 'Show more' in steps, a category from the address, and failures. The HTML of the build is the first state,
// and without this script the links to the following pages stay.

import { CARDS_PER_STEP, LIST_PAGE_SIZE, PAGES_CACHED } from '../../config/constants.ts';
import { createPageCache } from '../navigation/page-cache.ts';
import { atLeastMinimum } from '../wait.ts';
import { createCard, type ListCard, readCard, type ShownCard } from './card-element.ts';
import { fillCards } from './fill-cards.ts';
import { findListParts, type ListParts } from './list-parts.ts';
import { createListLoader } from './load-list.ts';
import { appendCards, mergeNewest } from './merge-cards.ts';

/** How each list goes on (section 9, "Cards per page"), and how it merges (section 4). */
const LISTS = {
  blog: { step: CARDS_PER_STEP, merge: mergeNewest<ShownCard> },
  'e-books': { step: CARDS_PER_STEP, merge: appendCards<ShownCard> },
  webinars: { step: LIST_PAGE_SIZE, merge: appendCards<ShownCard> },
} as const;

/** The state of a list: it shows the first `shown` of its cards. */
interface ListState {
  readonly cards: readonly ShownCard[];
  readonly shown: number;
  /** The last page of the list that has been read. */
  readonly page: number;
  readonly isLast: boolean;
  readonly category: string | null;
  readonly status: 'ready' | 'loading' | 'failed';
}

/** States by history entry, so that a visitor who comes back finds the list as it was. */
const stateByEntry = createPageCache<ListState>(PAGES_CACHED);

/** Starts a list until `signal` is aborted. */
export function startList(root: HTMLElement, signal: AbortSignal): void {
  const parts = findListParts(root);
  const name = root.dataset.list;
  if (parts === null || !isListName(name)) return;
  const { step } = LISTS[name];
  const first = readFirstState(parts, step);
  let state = stateByEntry.find(entryKey()) ?? first;
  let run = new AbortController();

  const change = (next: ListState) => {
    state = next;
    stateByEntry.keep(entryKey(), state.status === 'ready' ? state : first);
    render(parts, state);
  };
  const load = async (from: ListState) => {
    run.abort();
    run = new AbortController();
    const running = AbortSignal.any([run.signal, signal]);
    change({ ...from, status: 'loading' });
    try {
      const next = await readOn(name, parts, from);
      if (!running.aborted) change(next);
    } catch (cause) {
      if (running.aborted) return;
      // biome-ignore lint/suspicious/noConsole: a visitor's console is the only log that there is
      console.error(`The list "${name}" could not be loaded.`, cause);
      change({ ...EMPTY, category: from.category, status: 'failed' });
    }
  };
  const showMore = async () => {
    const { cards, shown, isLast } = state;
    if (isLast || cards.length >= shown + step) change({ ...state, shown: shown + step });
    else await load(state);
    if (state.status === 'ready') state.cards[shown]?.element.querySelector('a')?.focus();
  };
  const showCategory = () => {
    const category = readCategory();
    if (category === state.category && state.status === 'ready') return render(parts, state);
    run.abort();
    if (category === null) change(first);
    else void load({ ...EMPTY, category });
  };

  parts.button.addEventListener(
    'click',
    () => {
      if (state.status === 'ready') void showMore();
      else if (state.status === 'failed') state.category === null ? change(first) : showCategory();
    },
    { signal },
  );
  addEventListener('sitegen:query', showCategory, { signal });
  // Takes the cards out of the page: the kept state would otherwise hold the whole page in memory.
  signal.addEventListener('abort', () => parts.grid.replaceChildren());
  parts.controls.hidden = false;
  if (parts.pager !== null) parts.pager.hidden = true;
  showCategory();
}

const EMPTY: Omit<ListState, 'category'> = { cards: [], shown: 0, page: 0, isLast: false, status: 'ready' };

/** Reads on until a whole step more can be shown. */
async function readOn(name: keyof typeof LISTS, parts: ListParts, from: ListState): Promise<ListState> {
  const { step, merge } = LISTS[name];
  const { category } = from;
  const isWanted = (card: ListCard) =>
    card.href !== parts.excludedHref && (category === null || card.categories.some(({ slug }) => slug === category));
  const shown = from.shown + step;
  const limit = shown - from.cards.length;
  const filling = fillCards({ load: createListLoader(name, category), page: from.page, limit, isWanted });
  const { cards, page, isLast } = await atLeastMinimum(filling);
  const loaded = cards.map((card) => createCard(parts.template, card));
  return { ...from, cards: merge(from.cards, loaded), shown, page, isLast, status: 'ready' };
}

/** The category of the address; null for all of them. */
function readCategory(): string | null {
  const category = new URLSearchParams(location.search).get('category') ?? '';
  return category === '' || category === 'all' ? null : category;
}

function isListName(name: string | undefined): name is keyof typeof LISTS {
  return name !== undefined && Object.hasOwn(LISTS, name);
}

/** The HTML of the build: its second step is folded. */
function readFirstState({ grid, page, lastPage }: ListParts, step: number): ListState {
  const cards = [...grid.children].flatMap((element) => (element instanceof HTMLElement ? [readCard(element)] : []));
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
