// Schemas of the rows of the tables in `config/`.

import * as z from 'zod';
import { ALTERNATES, DETAIL_COLLECTIONS, LAYOUTS, LISTS, MIDDLEWARE } from '../../config/pages.ts';
import { FORM_KINDS } from '../../content/blocks.ts';
import { TEMPLATES } from '../../templates/template-ids.ts';

const KNOWN = {
  template: Object.keys(TEMPLATES),
  layout: LAYOUTS,
  collection: DETAIL_COLLECTIONS,
  list: LISTS,
  'rule for alternates': ALTERNATES,
  middleware: MIDDLEWARE,
  form: FORM_KINDS,
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Kinds of names in tables. */
type Kind = keyof typeof KNOWN | 'locale' | 'page' | 'header group';
/** Creates the schema of a name. */
export type NameSchema = (kind: Kind) => z.ZodType;

/** Returns a function that creates the schema of a name, which must exist. */
export function createNameSchema(
  ofTables: Readonly<Record<'locale' | 'page' | 'header group', readonly string[]>>,
): NameSchema {
  const known: Readonly<Record<Kind, readonly string[]>> = { ...KNOWN, ...ofTables };
  return (kind) =>
    z.string().refine((text) => known[kind].includes(text), {
      error: ({ input }) => `There is no ${kind} "${String(input)}".`,
      params: { known: known[kind], isMiddleware: kind === 'middleware' },
    });
}

const path = z.string().regex(/^\/(?:\S+\/|\S+\.html)?$/, { error: 'Expected a path such as "/about/".' });
const slug = z.string().regex(/^[^\s/]+$/, { error: 'Expected one part of a path.' });
const text = z.string().min(1);

/** Kinds of sources with a single page. */
const ONE_PAGE = new Set(['entry', 'words', 'error']);

/** A row of config/pages.ts. */
export const pageRowSchema = (name: NameSchema) =>
  z
    .strictObject({
      page: slug,
      path,
      source: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.enum(['entry', 'words']), slug }),
        z.strictObject({ kind: z.literal('collection'), collection: name('collection') }),
        z.strictObject({ kind: z.enum(['constructor', 'other-entries']) }),
        z.strictObject({ kind: z.literal('error'), status: z.literal([404, 500]) }),
      ]),
      template: name('template'),
      layout: name('layout'),
      onlyIn: z.array(name('locale')).optional(),
      middleware: z.array(name('middleware')),
      alternates: name('rule for alternates'),
      isIndexable: z.boolean(),
      list: name('list').optional(),
    })
    .refine(({ path: own, source }) => own.split('{slug}').length === (ONE_PAGE.has(source.kind) ? 1 : 2), {
      error: 'Expected "{slug}" once in the path of a page for each entry, and in no other.',
      path: ['path'],
    });

const menuTarget = (name: NameSchema) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('page'), page: name('page') }),
    z.strictObject({ kind: z.literal('entry'), page: name('page'), slug }),
    z.strictObject({
      kind: z.literal('external'),
      url: z.url({ protocol: /^https?$/, error: 'Expected an absolute http or https URL.' }),
    }),
    z.strictObject({ kind: z.literal('help-centre') }),
  ]);

/** A group of config/menu.ts. */
export const menuGroupSchema = (name: NameSchema) =>
  z.strictObject({
    id: text,
    target: menuTarget(name).optional(),
    submenu: z.array(
      z.strictObject({
        id: text,
        target: menuTarget(name),
        hasDescription: z.boolean().optional(),
        isForAll: z.boolean().optional(),
        onlyIn: z.array(name('locale')).optional(),
      }),
    ),
    onlyIn: z.array(name('locale')).optional(),
  });

/** A promo banner of config/menu.ts. */
export const promoBannerSchema = (name: NameSchema) =>
  z.strictObject({
    id: text,
    group: name('header group'),
    target: menuTarget(name),
    imageSource: text,
    imageSize: z.strictObject({ width: z.number().positive(), height: z.number().positive() }),
    onlyIn: z.array(name('locale')).optional(),
  });

/** A row of config/redirects.ts. */
export const segmentRedirectSchema = (name: NameSchema) =>
  z.strictObject({ segment: slug, page: name('page'), status: z.literal(301) });

/** A row of config/locales.ts. */
export const localeRowSchema = z.strictObject({
  locale: slug,
  prefix: z.string().regex(/^(?:\/[^\s/]+)?$/, { error: 'Expected "" or a prefix such as "/es".' }),
  site: text,
  languageTag: text,
  hreflang: z.array(text).min(1),
  ogLocale: z
    .string()
    .regex(/^[a-z]{2,3}_[A-Z]{2}$/, { error: 'Expected a language and a territory such as "es_ES".' }),
  helpCentreLanguage: text,
  formsLanguage: text.optional(),
  ownName: text,
  alsoIn: z.strictObject({ languageTag: text, ownName: text, slug }).optional(),
});
