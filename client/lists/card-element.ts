// Reads cards of the HTML, and creates cards of list files from a template in the page, so that both look the same.

import type { Mergeable } from './merge-cards.ts';

/** Width of card images. */
const SIZES = '(min-width: 1200px) 33vw, 100vw';

/** A card of the page. */
export interface ShownCard extends Mergeable {
  readonly element: HTMLElement;
}

/** A card of a list file (`cli/outputs/list-json.ts`). */
export interface ListCard extends Mergeable {
  readonly title: string;
  readonly href: string;
  readonly description: string | null;
  readonly image: {
    readonly src: string;
    readonly alt: string;
    readonly width: number | null;
    readonly height: number | null;
    readonly srcset: string | null;
    /** Better formats, in order of preference. */
    readonly sources?: readonly { readonly type: string; readonly srcset: string; readonly media: string | null }[];
  } | null;
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  /** BCP 47. */
  readonly languageTag: string;
  /** The date of the card and its text; null if it has none. */
  readonly moment: { readonly dateTime: string; readonly text: string } | null;
  /** Duration of a webinar. */
  readonly duration: string | null;
}

/** Reads a card of the HTML. Its link ends with its slug. */
export function readCard(element: HTMLElement): ShownCard {
  const path = element.querySelector<HTMLAnchorElement>('[data-card=link]')?.pathname ?? '';
  const slug = decodeURIComponent(path.split('/').at(-2) ?? '');
  return { slug, date: element.querySelector('time')?.getAttribute('datetime') ?? null, element };
}

/** Creates a card from the template. */
export function createCard(template: HTMLTemplateElement, card: ListCard): ShownCard {
  const copy = document.importNode(template.content, true).firstElementChild;
  if (!(copy instanceof HTMLElement)) throw new Error('The template of a list has no card.');
  const part = (name: string) => copy.querySelector<HTMLElement>(`[data-card="${name}"]`);
  const lang = card.languageTag === document.documentElement.lang ? '' : card.languageTag;
  for (const name of ['media', 'title', 'text']) if (lang !== '') part(name)?.setAttribute('lang', lang);
  fillText(part('link'), card.title);
  part('link')?.setAttribute('href', card.href);
  fillText(part('text'), card.description);
  fillImage(part('media'), card.image);
  fillCategories(part('categories'), card.categories);
  fillMoment(copy, card.moment);
  fillText(part('duration'), card.duration);
  return { slug: card.slug, date: card.date, element: copy };
}

/** Hides a part without text. */
function fillText(element: HTMLElement | null, text: string | null): void {
  if (element === null) return;
  if (text === null) element.remove();
  else element.textContent = text;
}

/** Like `Image` in templates/. */
function fillImage(media: HTMLElement | null, image: ListCard['image']): void {
  if (media === null || image === null) return;
  const { src, alt, width, height, srcset, sources = [] } = image;
  const isSized = width !== null && height !== null;
  const element = createElement('img', {
    class: isSized ? 'image' : 'image image--unsized',
    // Before `src`, or the browser loads the image at once.
    loading: 'lazy',
    decoding: 'async',
    alt,
    width,
    height,
    sizes: SIZES,
    srcset,
    src,
  });
  const picture = createElement('picture', { class: 'picture' });
  picture.append(...sources.map((source) => createElement('source', { ...source, sizes: SIZES })), element);
  media.replaceChildren(picture);
}

function createElement(
  tag: string,
  attributes: Readonly<Record<string, string | number | null | undefined>>,
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  return element;
}

function fillCategories(list: HTMLElement | null, categories: ListCard['categories']): void {
  const sample = list?.firstElementChild;
  if (!list || !sample) return;
  if (categories.length === 0) list.remove();
  list.replaceChildren(
    ...categories.map(({ title }) => {
      const item = document.importNode(sample, false);
      item.textContent = title;
      return item;
    }),
  );
}

function fillMoment(copy: HTMLElement, moment: ListCard['moment']): void {
  const element = copy.querySelector('time');
  if (element === null) return;
  if (moment === null) element.remove();
  else {
    element.dateTime = moment.dateTime;
    element.textContent = moment.text;
  }
}
