// The stubs of `sitegen new`, and how they get into the project: new files, and rows in its tables. They build as they are and say what
// to fill in.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseLanguageTag } from '../../config/language-tag.ts';
import { LOCALES } from '../../config/locales.ts';
import { PAGES } from '../../config/pages.ts';
import { COLLECTION_HANDLES } from '../../content/handles.ts';
import { TEMPLATES } from '../../templates/template-ids.ts';
import { type SiteError, usageError } from '../errors.ts';
import { makeFolder, writeWhole } from '../files/write-file.ts';
import { createIsNeeded } from '../words/check-words.ts';

/** A new file, or text inserted into an existing one. Paths are relative to the project. */
type Change =
  | { readonly file: string; readonly content: string }
  /** Inserts the text before the first match of the pattern. */
  | { readonly file: string; readonly before: RegExp; readonly text: string };

export interface Stub {
  readonly changes: readonly Change[];
  readonly next: readonly string[];
}

/**
 * Makes all changes, or none.
 * @returns the changed files in order.
 * @throws SiteError STUB_EXISTS, STUB_NO_PLACE (exit 2).
 */
export function applyStub(project: string, { changes }: Stub): readonly string[] {
  const texts = new Map<string, string>();
  for (const change of changes) {
    const file = join(project, change.file);
    if ('content' in change) {
      if (existsSync(file)) throw failure('STUB_EXISTS', `${change.file} exists already. Choose another name.`);
      texts.set(change.file, change.content);
      continue;
    }
    const source = texts.get(change.file) ?? readFileSync(file, 'utf8');
    const at = source.search(change.before);
    if (at === -1)
      throw failure(
        'STUB_NO_PLACE',
        `${change.file} has changed too much to edit it. Add this by hand:\n${change.text}`,
      );
    texts.set(change.file, `${source.slice(0, at)}${change.text}${source.slice(at)}`);
  }
  for (const [file, text] of texts) {
    makeFolder(dirname(join(project, file)));
    writeWhole(join(project, file), text);
  }
  return [...texts.keys()];
}

function failure(code: string, message: string): SiteError {
  return usageError(code, `${message} Nothing was written.`);
}

const [FIRST] = LOCALES;
const SITE = FIRST?.site ?? 'en';

const SLUG = [/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'lowercase letters, digits and hyphens'] as const;

interface NameRules {
  readonly rule: readonly [pattern: RegExp, expected: string];
  readonly taken: readonly string[];
  /** The file with what has the name. */
  readonly file: string;
}

/** @throws SiteError NAME_INVALID (exit 2). */
function assertName(name: string, { rule: [pattern, expected], taken, file }: NameRules): void {
  const isTaken = taken.includes(name);
  if (pattern.test(name) && !isTaken) return;
  const what = isTaken
    ? `"${name}" exists already: edit ${file}, or choose another name.`
    : `"${name}" is not a valid name. Expected ${expected}.`;
  throw usageError('NAME_INVALID', `${what} Nothing was written.`);
}

/** `case-studies` → `Case studies` */
const titleOf = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll(/[-_]/g, ' ');
/** `case-studies` → `CaseStudies` */
const pascalOf = (name: string) =>
  name.replaceAll(/(?:^|[-_])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The sample entry of a page, or the table of pages if its content is elsewhere. */
function fileOfPage(name: string): string {
  const source = PAGES.find(({ page }) => page === name)?.source;
  return source?.kind === 'entry' ? `content/sample/pages/${SITE}/${source.slug}.md` : 'config/pages.ts';
}

export function createPageStub(name: string): Stub {
  const pages: readonly string[] = PAGES.map(({ page }) => page);
  assertName(name, { rule: SLUG, taken: pages, file: fileOfPage(name) });
  const content = `---
title: ${titleOf(name)}
subtitle: One or two sentences on what the page is about.
sections:
  - kind: text
    title: A heading
    text: <p>Write here.</p>
  - kind: cta
    title: What should the reader do next?
    cta_label: Request a demo
    cta_link: /demo/
---
`;
  return {
    changes: [{ file: `content/sample/pages/${SITE}/${name}.md`, content }],
    next: [
      `The page is at /${name}/. If you use a content service, create this entry in its collection "pages" instead.`,
      `See content/collections.ts for the kinds of sections and their fields.`,
      `For another language, copy the file to content/sample/pages/SITE/.`,
      `To link to the page in a menu, add it to config/menu.ts.`,
    ],
  };
}

/** A collection with a page for each entry needs a schema, routes and a template. */
export function createCollectionStub(name: string): Stub {
  const taken: readonly string[] = [...COLLECTION_HANDLES, ...Object.keys(TEMPLATES), ...PAGES.map(({ page }) => page)];
  assertName(name, { rule: SLUG, taken, file: 'config/pages.ts or content/collections.ts' });
  const component = `${pascalOf(name)}Page`;
  const variable = component.charAt(0).toLowerCase() + component.slice(1).replace(/Page$/, 'Entry');
  const key = name.includes('-') ? `'${name}'` : name;
  return {
    changes: [
      {
        file: 'config/pages.ts',
        before: /(?<=export const DETAIL_COLLECTIONS = \[[^\]]*)\] as const;/,
        text: `, '${name}'`,
      },
      {
        file: 'config/pages.ts',
        before: /^ {2}\.\.\.\(\[404, 500\]/m,
        text: pageRowStub(name),
      },
      {
        file: 'content/collections.ts',
        before: /^(?:\/\*\*[^\n]*\n)?interface CollectionSettings/m,
        text: schemaStub(variable),
      },
      {
        file: 'content/collections.ts',
        before: /^ {2}pages: collection\(page, \{/m,
        text: `  ${key}: collection(${variable}, { ...dated, title: '${titleOf(name)}', route: '/${name}/{slug}' }),\n`,
      },
      {
        file: 'templates/template-ids.ts',
        before: /^ {2}'page-constructor': \{/m,
        text: `  ${key}: { page: '${component}.tsx', words: ['article'] },\n`,
      },
      {
        file: 'templates/registry.ts',
        before: /^import \{ ClientsPage \}/m,
        text: `import { ${component} } from './pages/${component}.tsx';\n`,
      },
      { file: 'templates/registry.ts', before: /^ {2}'page-constructor': /m, text: `  ${key}: ${component},\n` },
      { file: `templates/pages/${component}.tsx`, content: templateStub(component, titleOf(name)) },
      { file: `content/sample/${name}/${SITE}/first.md`, content: entryStub(titleOf(name)) },
    ],
    next: [
      `The first page is at /${name}/first/. Add files next to content/sample/${name}/${SITE}/first.md for more pages.`,
      `Edit its fields in content/collections.ts (${variable}) and its layout in templates/pages/${component}.tsx.`,
      `All locales have it. To limit it to some, add onlyIn: ['${FIRST?.locale ?? 'en'}'] to its row in config/pages.ts.`,
      `Run "npx sitegen blueprints" to write its blueprint for Statamic.`,
    ],
  };
}

const pageRowStub = (name: string) => `  detailPage('${name}-slug', '${name}', {
    path: '/${name}/{slug}/',
    template: '${name}',
    alternates: 'same-slug',
  }),
`;

const schemaStub = (variable: string) => `/** Fill in: the fields that editors see. */
const ${variable} = z.object({
  ...common,
  ...card,
  subtitle: shown(field.longText, 'Subtitle'),
  content,
  ...seo,
});

`;

const templateStub = (component: string, title: string) => `// ${title}: the page of an entry. Fill in: what it shows.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import type { EntryProps } from '../page-input.ts';

export function ${component}({ title, description, image, content }: EntryProps): ReactNode {
  return (
    <>
      <PageOpening title={title} subtitle={description} image={image} />
      <Blocks blocks={content} />
    </>
  );
}
`;

const entryStub = (title: string) => `---
title: The first of ${title.toLowerCase()}
short_description: One or two sentences for lists and search results.
date: 2026-01-01
---
<p>Write here.</p>
`;

/** A locale needs a row, messages and a home page. */
export function createLocaleStub(name: string, project: string): Stub {
  const taken = LOCALES.map(({ locale }) => locale as string);
  const rule = [/^[a-z]{2,3}$/, 'two or three lowercase letters such as "de"'] as const;
  assertName(name, { rule, taken, file: 'config/locales.ts' });
  const tag = parseLanguageTag(name);
  const territory = new Intl.Locale(name).maximize().region ?? name.toUpperCase();
  const ownName = new Intl.DisplayNames(name, { type: 'language' }).of(name) ?? name;
  const words = readWords(project);
  return {
    changes: [
      {
        file: 'config/locales.ts',
        before: /^\] as const satisfies/m,
        text: localeRowStub(name, { tag, territory, ownName }),
      },
      {
        file: 'locales/words.ts',
        before: importAfter(name, project),
        text: `import ${name} from './${name}.json' with { type: 'json' };\n`,
      },
      { file: 'locales/words.ts', before: /(?<=wordsByLocale:.*= \{.*) \};/, text: `, ${name}` },
      { file: `locales/${name}.json`, content: `${JSON.stringify(words, null, 2)}\n` },
      { file: `content/sample/pages/${name}/main.md`, content: homeStub },
    ],
    next: [
      `The home page is at /${name}/. Its site in the content service is "${name}".`,
      `Translate the ${Object.keys(words).length} messages of locales/${name}.json; they are in English now.`,
      `Rows with onlyIn in config/pages.ts and config/menu.ts exclude ${name}. Add it to those that it should have.`,
      `Check the row in config/locales.ts, then run "npx sitegen blueprints" to add the site to the kit for Statamic.`,
    ],
  };
}

/** Matches the import before which a new one belongs alphabetically, or else the empty line after all imports. */
function importAfter(name: string, project: string): RegExp {
  const source = readFileSync(join(project, 'locales/words.ts'), 'utf8');
  const next = [...source.matchAll(/^import (\w+) from '\.\/\w+\.json'/gm)].find(([, other = '']) => other > name);
  return next === undefined ? /(?<=\.json' with \{ type: 'json' \};\n)^$/m : new RegExp(`^import ${next[1]} from`, 'm');
}

/** The English messages of all pages that a new locale gets. */
function readWords(project: string): Readonly<Record<string, string>> {
  const english: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(project, 'locales/en.json'), 'utf8'));
  const isNeeded = createIsNeeded(PAGES.filter(({ onlyIn }) => onlyIn === undefined));
  return Object.fromEntries(Object.entries(english).filter(([key]) => isNeeded('', key)));
}

const localeRowStub = (
  name: string,
  { tag, territory, ownName }: Readonly<Record<'tag' | 'territory' | 'ownName', string>>,
) => `  {
    locale: '${name}',
    prefix: '/${name}',
    site: '${name}',
    languageTag: tag('${tag}'),
    hreflang: [tag('${tag}')],
    ogLocale: '${tag}_${territory}',
    helpCentreLanguage: 'en',
    ownName: '${ownName.charAt(0).toUpperCase()}${ownName.slice(1)}',
  },
`;

const homeStub = `---
title: Home
subtitle: One sentence on what you offer.
---
`;
