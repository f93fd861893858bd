// Finds the parts of a list in the HTML by their data attributes.

/** Elements and texts of a list. */
export interface ListParts {
  readonly root: HTMLElement;
  readonly grid: HTMLElement;
  readonly controls: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly status: HTMLElement;
  /** Links to the neighbouring pages, which the button replaces on the first one. */
  readonly pager: HTMLElement | null;
  /** A link for each category; the first one is for all. */
  readonly categories: readonly HTMLAnchorElement[];
  /** The hero article of the blog, which is shown above the list. */
  readonly excludedHref: string | null;
  readonly page: number;
  readonly lastPage: number;
  readonly texts: Readonly<Record<'more' | 'loading' | 'retry' | 'failed' | 'empty', string>>;
}

/** The parts of a list; null if one is missing. Turns its categories into links. */
export function findListParts(root: HTMLElement): ListParts | null {
  const grid = root.querySelector<HTMLElement>('[data-list-cards]');
  const controls = root.querySelector<HTMLElement>('[data-list-controls]');
  const button = controls?.querySelector('button');
  const status = controls?.querySelector<HTMLElement>('[role=status]');
  if (!grid || !controls || !button || !status) return null;
  const { listPage, listLastPage, listExcluded } = root.dataset;
  const { more = '', loading = '', retry = '', failed = '', empty = '' } = controls.dataset;
  return {
    root,
    grid,
    controls,
    button,
    status,
    pager: document.querySelector<HTMLElement>('main [data-list-pager]'),
    categories: linkCategories(root),
    excludedHref: listExcluded ?? null,
    page: Number(listPage),
    lastPage: Number(listLastPage),
    texts: { more, loading, retry, failed, empty },
  };
}

/** Categories need this script, so the HTML has them as text. */
function linkCategories(root: HTMLElement): readonly HTMLAnchorElement[] {
  const list = root.querySelector<HTMLElement>('[data-list-categories]');
  const allText = list?.dataset.all;
  if (list === null || allText === undefined) return [];
  // Categories start on the first page of the list.
  const path = location.pathname.replace(/page\/\d+\/$/, '');
  const items = [...list.children];
  const sample = items[0];
  if (sample === undefined || list.querySelector('a') !== null) return [...list.querySelectorAll('a')];
  const all = document.importNode(sample, true);
  all.removeAttribute('data-category');
  all.textContent = allText;
  list.prepend(all);
  return [all, ...items].flatMap((item) => {
    if (!(item instanceof HTMLElement)) return [];
    const link = document.createElement('a');
    const { category } = item.dataset;
    link.href = category === undefined ? path : `${path}?${new URLSearchParams({ category })}`;
    if (category !== undefined) link.dataset.category = category;
    link.append(...item.childNodes);
    item.append(link);
    return [link];
  });
}
