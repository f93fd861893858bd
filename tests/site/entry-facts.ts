// The facts that follow from an entry of the sample: which element of the page shows which field of its file.
// Relied on afterwards: every field of a section or block that the sample uses has a fact; an unknown kind throws.

import type { SampleEntry, SampleLibrary } from '../../cli/content/sample/sample-library.ts';
import { LOCALES } from '../../config/locales.ts';
import { loadWords } from '../../locales/words.ts';
import { type Fact, richTextFact } from './content-facts.ts';
import {
  type Fields,
  finalHref,
  formFacts,
  given,
  imageFacts,
  officeFact,
  personFact,
  questionFact,
  rowsOf,
  screenFacts,
  textOf,
  textsOf,
} from './field-facts.ts';

/** Makes the facts of one page's content. */
export interface FactMaker {
  /** Title, subtitle, picture and first link in the page's opening. */
  readonly opening: (entry: SampleEntry) => readonly Fact[];
  readonly sections: (entry: SampleEntry) => readonly Fact[];
  /** `content` and `blocks`. */
  readonly content: (entry: SampleEntry) => readonly Fact[];
}

/** The maker for the entries of one site. */
export function createFactMaker(library: SampleLibrary, site: string): FactMaker {
  const entries = (collection: Parameters<SampleLibrary['entriesByCollection']['get']>[0]) =>
    (library.entriesByCollection.get(collection) ?? []).filter((entry) => entry.site === site);
  const link = (element: string, label: unknown, href: unknown): readonly Fact[] =>
    textOf(href) === null
      ? []
      : given(label, (startsWith) => ({
          element,
          startsWith,
          attributes: { href: finalHref(library, site, String(href)) },
        }));

  function opening({ title, fields }: SampleEntry): readonly Fact[] {
    // Below the opening where a form stands next to it.
    const isBelow = fields.screen === 'letter' || rowsOf(fields.sections).some(({ form }) => form === 'data-request');
    return [
      { element: 'h1', text: title },
      ...(isBelow ? screenFacts(fields.screen) : []),
      {
        element: 'header.opening',
        inside: [
          { element: 'h1', text: title },
          ...given(fields.subtitle, (text) => ({ element: 'p.opening__subtitle', text })),
          // A page with a product screen has its picture for share images alone.
          ...(textOf(fields.screen) === null ? imageFacts(fields.image) : []),
          ...(isBelow ? [] : screenFacts(fields.screen)),
          ...link('a.button', fields.cta_label, fields.cta_link),
          ...link('a.button', fields.second_label, fields.second_link),
        ],
      },
    ];
  }

  function item(entry: Fields, titleElement: string): readonly Fact[] {
    const title = String(entry.title);
    const isPlain = textOf(entry.link) === null || textOf(entry.link_label) !== null;
    return [
      { element: titleElement, text: title },
      ...[entry.value, entry.period, entry.badge, entry.other_value, entry.other_period].flatMap((value) =>
        given(value, (text) => ({ element: 'p', text })),
      ),
      ...given(entry.text, richTextFact),
      ...textsOf(entry.points).map((text) => ({ element: 'li.points__item', text })),
      ...imageFacts(entry.image),
      ...(isPlain ? link('a', entry.link_label, entry.link) : link('a', title, entry.link)),
    ];
  }

  function sectionBody(section: Fields, page: string): readonly Fact[] {
    const items = rowsOf(section.items);
    const heading = textOf(section.title) === null ? 'h2' : 'h3';
    const kind = textOf(section.kind) ?? 'text';
    switch (kind) {
      case 'text':
      case 'cta':
      case 'split':
      case 'quote':
      case 'screen':
        return textsOf(section.points).map((text) => ({ element: 'li.points__item', text }));
      case 'features':
        return items.every(({ screen }) => textOf(screen) !== null)
          ? items.map((entry) => ({
              element: 'li.screen-card',
              inside: [
                ...item(entry, `${heading}.screen-card__title`),
                { element: `div.screen--${textOf(entry.screen)}` },
              ],
            }))
          : items.map((entry) => ({ element: 'li.items__item', inside: item(entry, `${heading}.items__title`) }));
      case 'steps':
        return items.map((entry) => ({ element: 'li.steps__item', inside: item(entry, `${heading}.steps__title`) }));
      case 'plans':
        return [
          ...textsOf(section.billing).map((text) => ({ element: 'label', text })),
          ...items.map((entry) => ({ element: 'li.plans__item', inside: item(entry, `${heading}.plans__title`) })),
        ];
      case 'stats':
        return items.map(({ title, value }) => ({
          element: 'div.stats__item',
          inside: [
            { element: 'dt', text: String(title) },
            { element: 'dd', text: String(value) },
          ],
        }));
      case 'logos':
        return items.flatMap(({ title, image }): readonly Fact[] =>
          textOf(image) === null
            ? [{ element: 'li.logos__item', text: String(title) }]
            : [{ element: 'li.logos__item', inside: imageFacts(image, String(title)) }],
        );
      case 'comparison':
        // Worked examples are drawn as bills.
        if (page === 'pricing' && rowsOf(section.rows).length <= 3)
          return rowsOf(section.rows).map(({ cells }): Fact => {
            const [month = '', plan = '', ...lines] = textsOf(cells);
            return {
              element: 'li.screen',
              inside: [
                { element: heading, text: month },
                { element: 'span', text: plan },
                ...lines.map((text) => ({ element: 'b', text })),
              ],
            };
          });
        return [
          ...textsOf(section.head).flatMap((text) =>
            text === '' ? [] : [{ element: 'th', text, attributes: { scope: 'col' } }],
          ),
          ...rowsOf(section.rows).map(({ cells }): Fact => {
            const [name = '', ...values] = textsOf(cells);
            return {
              element: 'tr',
              inside: [
                // A row with nothing else is the heading of the rows below it.
                { element: 'th', text: name, attributes: { scope: values.length === 0 ? 'rowgroup' : 'row' } },
                ...values.map((text) => ({ element: 'td', text })),
              ],
            };
          }),
        ];
      case 'form':
        return [{ element: 'form', inside: formFacts(section) }];
      case 'faq':
        return questionFacts(entries('faq').filter(({ fields }) => fields.shown_on === page));
      case 'clients':
        // The page of the clients has an index of them instead.
        if (page === 'clients') return [];
        return entries('clients').map(({ title, fields }) => ({
          element: 'li.logos__item',
          inside: imageFacts(fields.logo, title),
        }));
      case 'team':
        return entries('team')
          .filter(({ fields }) => fields.language === undefined)
          .filter(({ fields }) => textOf(section.category) === null || fields.department === section.category)
          .map((entry) => personFact(entry));
      case 'offices':
        // With a button only their names are shown.
        return entries('offices').map((entry) =>
          textOf(section.cta_link) === null ? officeFact(entry) : { element: 'p.photo__text', text: entry.title },
        );
      case 'jobs':
        return items.map((entry) => ({
          element: 'li.jobs__item',
          inside: [
            { element: `${heading}.jobs__title`, text: String(entry.title) },
            ...given(entry.text, richTextFact),
            ...[...textsOf(entry.points), ...textsOf(entry.value)].map((text) => ({ element: 'li', text })),
            ...link('a.button', entry.link_label, entry.link),
          ],
        }));
      case 'directory':
        return items.flatMap((entry) => [
          ...given(entry.value, (startsWith) => ({ element: `${heading}.directory__category`, startsWith })),
          {
            element: 'li.directory__item',
            inside: [
              { element: 'p.directory__name', startsWith: String(entry.title) },
              ...given(entry.text, richTextFact),
              ...link('a', entry.title, entry.link),
            ],
          },
        ]);
      case 'articles':
        return [{ element: 'article.card', inside: [{ element: 'h3.card__title' }] }];
      default:
        throw new Error(`Nobody has said how a section of kind "${kind}" looks.`);
    }
  }

  function section(value: Fields, page: string): Fact {
    const kind = textOf(value.kind) ?? 'text';
    const frame =
      kind === 'form'
        ? screenFacts(value.screen)
        : [
            ...given(value.title, (text) => ({ element: kind === 'quote' ? 'blockquote' : 'h2', text })),
            ...given(value.text, richTextFact),
            ...imageFacts(value.image),
            // A call to action shows the corner of its screen.
            ...(kind === 'cta'
              ? given(value.screen, (screen) => ({ element: `div.screen--${screen}` }))
              : screenFacts(value.screen)),
            ...link('a.button', value.cta_label, value.cta_link),
          ];
    return { element: `section.section--${kind}`, inside: [...frame, ...sectionBody(value, page)] };
  }

  function block(value: Fields, index: number): readonly Fact[] {
    const type = textOf(value.type);
    const title = given(value.title, (text) => ({ element: 'h2', text }));
    const items = rowsOf(value.items);
    switch (type) {
      case 'text':
        return [richTextFact(String(value.text))];
      case 'image':
        return [
          {
            element: 'figure.figure',
            inside: [...imageFacts(value.image), ...given(value.caption, (text) => ({ element: 'figcaption', text }))],
          },
        ];
      case 'gallery':
        return [{ element: 'ul.gallery', inside: rowsOf(value.images).flatMap((image) => imageFacts(image)) }];
      case 'logos':
        return [...title, { element: 'ul.logos', inside: rowsOf(value.images).flatMap((image) => imageFacts(image)) }];
      case 'quote': {
        const source = [value.author, value.position].flatMap((part) => textOf(part) ?? []).join(', ');
        return [
          {
            element: 'figure.quote',
            inside: [
              { element: 'blockquote', text: String(value.quote) },
              ...given(source, (text) => ({ element: 'figcaption', text })),
            ],
          },
        ];
      }
      case 'cta':
        return [
          {
            element: 'div.cta',
            inside: [
              ...given(value.text, (text) => ({ element: 'p', text })),
              ...link('a.button', value.label, value.link),
            ],
          },
        ];
      case 'embed':
        return [
          {
            element: 'figure.embed',
            attributes: {
              'data-embed': String(value.provider),
              ...(textOf(value.form_id) === null ? {} : { 'data-embed-form': String(value.form_id) }),
            },
            inside: [
              ...given(value.url, (href) => ({
                element: 'a',
                attributes: { href, target: '_blank', rel: 'noreferrer noopener' },
              })),
              ...given(value.caption, (text) => ({ element: 'figcaption', text })),
            ],
          },
        ];
      case 'form':
        return [{ element: 'form', inside: formFacts({ ...value, cta_label: value.button }) }];
      case 'hero':
        // One that comes first is part of the opening.
        return [
          {
            element: index === 0 ? 'header.opening' : 'section.block--hero',
            inside: [
              ...title,
              ...given(value.text, (text) => ({ element: 'p', text })),
              ...imageFacts(value.image),
              ...link('a.button', value.cta_label, value.cta_link),
            ],
          },
        ];
      case 'features': {
        const name = items.every(({ image }) => /\/people\//.test(JSON.stringify(image ?? ''))) ? 'people' : 'items';
        const titleElement = `${title.length === 0 ? 'h2' : 'h3'}.${name === 'people' ? 'people__name' : 'items__title'}`;
        return [
          ...title,
          ...items.map((entry) => ({ element: `li.${name}__item`, inside: item(entry, titleElement) })),
        ];
      }
      case 'stats':
        return [
          ...title,
          ...items.map(({ value: figure, label }) => ({
            element: 'div.stats__item',
            inside: [
              { element: 'dt', text: String(label) },
              { element: 'dd', text: String(figure) },
            ],
          })),
        ];
      case 'faq':
        return [...title, ...items.map(({ question, answer }) => questionFact(String(question), String(answer)))];
      case 'data_use': {
        const words = loadWords(LOCALES.find(({ locale }) => locale === site)?.locale ?? 'en');
        const heads = [words['consent.usesWhat'], words['consent.usesPurpose'], words['consent.usesWhen']];
        return [
          { element: 'p', text: words['consent.doesNotAsk'] },
          { element: 'table', inside: heads.map((text) => ({ element: 'th', text, attributes: { scope: 'col' } })) },
        ];
      }
      case 'table':
        return [
          {
            element: 'table',
            inside: [
              ...given(value.caption, (text) => ({ element: 'caption', text })),
              ...textsOf(value.head).flatMap((text) =>
                text === '' ? [] : [{ element: 'th', text, attributes: { scope: 'col' } }],
              ),
              ...rowsOf(value.rows).flatMap(({ cells }) => textsOf(cells).map((text) => ({ element: 'td', text }))),
            ],
          },
        ];
      case 'shared': {
        const shared = entries('pages_block').find(({ slug }) => slug === value.block);
        if (shared === undefined) throw new Error(`${site} has no shared block "${String(value.block)}".`);
        return content(shared);
      }
      default:
        throw new Error(`Nobody has said how a block of type "${type}" looks.`);
    }
  }

  function content({ fields }: SampleEntry): readonly Fact[] {
    const html = typeof fields.content === 'string' && fields.content !== '' ? [richTextFact(fields.content)] : [];
    return [...html, ...rowsOf(fields.content).flatMap(block), ...rowsOf(fields.blocks).flatMap(block)];
  }

  return {
    opening,
    // The text of the page is looked for by `content`, wherever it is placed.
    sections: ({ slug, fields }) =>
      rowsOf(fields.sections).flatMap((value) => (value.kind === 'content' ? [] : [section(value, slug)])),
    content,
  };
}

/** Questions that open on their answers. */
function questionFacts(questions: readonly SampleEntry[]): readonly Fact[] {
  return questions.map(({ title, fields }) => questionFact(title, String(fields.answer)));
}
