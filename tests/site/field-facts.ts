// The facts that follow from single fields and small entries of the sample: a picture, a link, a form's texts, a question,
// a person, an office. Relied on afterwards: a field that is missing has no fact.

import type { SampleEntry, SampleLibrary } from '../../cli/content/sample/sample-library.ts';
import { type Fact, richTextFact } from './content-facts.ts';

/** A mapping of a content file. */
export type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
/** A list of mappings, empty where there is none. */
export const rowsOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
/** A list of texts, empty where there is none. */
export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
/** A text, null where it is missing. */
export const textOf = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : String(value);
/** The facts of a field that may be missing. */
export const given = (value: unknown, create: (text: string) => Fact): readonly Fact[] => {
  const text = textOf(value);
  return text === null ? [] : [create(text)];
};

/** An image field: a path, or `{ src, alt }`. */
export function imageFacts(value: unknown, alt?: string): readonly Fact[] {
  const { src = value, alt: ownAlt = '' } = fieldsOf(value);
  return given(src, (image) => ({ element: 'img', image, attributes: { alt: alt ?? String(ownAlt) } }));
}

/** A product screen. */
export function screenFacts(value: unknown): readonly Fact[] {
  return given(value, (id) => ({ element: `figure.screen--${id}` }));
}

/** Where a link of a site leads in the end: its own paths end in a slash and never lead through a redirect. */
export function finalHref(library: SampleLibrary, site: string, href: string): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const slashed = path.endsWith('/') ? path : `${path}/`;
  const redirect = (library.entriesByCollection.get('redirects') ?? []).find(
    ({ fields }) => fields.from === slashed || fields.from === path,
  );
  const target = redirect === undefined ? null : textOf(redirect.fields.to);
  return target === null ? `${slashed}${rest}` : finalHref(library, site, target);
}

/** Heading, text and button that an editor gave to a form. */
export function formFacts({ title, text, cta_label }: Fields): readonly Fact[] {
  return [
    ...given(title, (words) => ({ element: 'h2.form__title', text: words })),
    ...given(text, (words) => ({ element: 'p.form__text', text: words })),
    ...given(cta_label, (words) => ({ element: 'button', text: words, attributes: { type: 'submit' } })),
  ];
}

/** A question that opens on its answer. */
export function questionFact(question: string, answer: string): Fact {
  return {
    element: 'details.faq',
    inside: [{ element: 'summary', text: question }, richTextFact(answer)],
  };
}

/** Somebody of the team, or a speaker. */
export function personFact({ title, fields }: SampleEntry): Fact {
  return {
    element: 'li.people__item',
    startsWith: title,
    inside: [
      ...imageFacts(fields.photo),
      ...given(fields.position, (text) => ({ element: 'p.people__position', text })),
      ...given(fields.bio, (text) => ({ element: 'p', text })),
    ],
  };
}

/** An office with everything that leads to it. */
export function officeFact({ title, fields }: SampleEntry): Fact {
  const place = [fields.city, fields.country].flatMap((part) => textOf(part) ?? []).join(', ');
  return {
    element: 'li.offices__item',
    startsWith: title,
    inside: [
      ...given(fields.time_zone, (zone) => ({ element: 'p', attributes: { 'data-office-zone': zone } })),
      ...given(fields.languages, (text) => ({ element: 'p', text })),
      ...given(fields.address, (text) => ({ element: 'p', text })),
      ...given(place, (text) => ({ element: 'p', text })),
      ...given(fields.phone, (text) => ({
        element: 'a',
        text,
        attributes: { href: `tel:${text.replaceAll(/[^+\d]/g, '')}` },
      })),
      ...given(fields.email, (text) => ({ element: 'a', text, attributes: { href: `mailto:${text}` } })),
    ],
  };
}
