// The kinds of changes of a page, in display order.

/** Who is affected: search engines, readers, or neither. */
export type Concern = 'search' | 'content' | 'technical';

const KINDS = {
  title: { label: 'Title', concern: 'search' },
  description: { label: 'Description', concern: 'search' },
  h1: { label: 'Main heading', concern: 'search' },
  robots: { label: 'Robots', concern: 'search' },
  canonical: { label: 'Canonical address', concern: 'search' },
  'language-links': { label: 'Language links', concern: 'search' },
  language: { label: 'Language', concern: 'search' },
  origin: { label: 'Origin', concern: 'search' },
  'structured-data': { label: 'Structured data', concern: 'search' },
  text: { label: 'Text', concern: 'content' },
  order: { label: 'Order of texts', concern: 'content' },
  links: { label: 'Links', concern: 'content' },
  pictures: { label: 'Pictures', concern: 'content' },
  labels: { label: 'Labels for assistive technology and fields', concern: 'content' },
  share: { label: 'Social networks', concern: 'content' },
  assets: { label: 'Styles and scripts', concern: 'technical' },
  markup: { label: 'Markup', concern: 'technical' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly concern: Concern }>>;

export type ChangeKind = keyof typeof KINDS;

export const CHANGE_KINDS: Readonly<Record<ChangeKind, { readonly label: string; readonly concern: Concern }>> = KINDS;

const ORDER = Object.keys(KINDS);

/** Sorts kinds in display order. */
export function compareKinds(a: ChangeKind, b: ChangeKind): number {
  return ORDER.indexOf(a) - ORDER.indexOf(b);
}
