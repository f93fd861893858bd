// Whatever a developer changes in words, templates, styles, tables, settings or the program, a build over the previous one
// leaves the same bytes as a build from nothing. In a copy of the project, with the real command and a real content service.
// 1 edit by default, 100 in a long run; the seed is printed and TEST_SEED repeats a run.

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProject, type ProjectCopy } from '../acceptance/support/project-copy.ts';
import { IS_LONG } from '../long-run.ts';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import { readTree } from './run-sitegen.ts';
import { article, entry, smallContent } from './small-content.ts';

const EDITS = IS_LONG ? 100 : 1;
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

let project: ProjectCopy;
let service: ContentService;
const articles: Fields[] = Array.from({ length: 15 }, (_, index) => article(`article-${index}`));

beforeAll(async () => {
  project = copyProject();
  // A build from nothing has no assets of earlier releases.
  project.edit('site.config.ts', (text) =>
    text.replace('integrations:', "build: { assetReleasesKept: 0 },\n  locales: ['en', 'ua'],\n  integrations:"),
  );
  const team = [entry('ann', { title: 'Ann' })];
  service = await serviceWith(smallContent({ blog_articles: { en: articles }, team: { en: team } }));
});
afterAll(async () => {
  await service?.stop();
  project?.remove();
});

/** The file that is edited next: every one of them has its turn. */
function pickFile(folder: string, ending: string, number: number): string {
  const names = readdirSync(join(project.folder, folder)).filter((name) => name.endsWith(ending));
  return `${folder}/${names.sort()[(number * 7) % names.length]}`;
}

/** Edits by what is edited; each leaves a mark with its number. Returns the file. */
const EDITS_OF: Readonly<Record<string, (number: number) => string>> = {
  words: (number) => {
    const file = `locales/${number % 2 === 0 ? 'en' : 'ua'}.json`;
    const keys = ['common.home', 'article.related', 'blog.articles', 'meta.titlePattern', 'common.menu.blog'];
    const key = keys[number % keys.length] ?? '';
    project.edit(file, (text) => text.replace(`"${key}": "`, `$&${number} `));
    return file;
  },
  template: (number) => {
    const file = pickFile(`templates/${number % 2 === 0 ? 'components' : 'pages'}`, '.tsx', number);
    const text = readFileSync(join(project.folder, file), 'utf8');
    if (!text.includes('className="')) return `${file} has no class`;
    project.edit(file, () => text.replace('className="', `$&e${number} `));
    return file;
  },
  style: (number) => {
    const file = pickFile('templates/components', '.css', number);
    project.edit(file, (text) => `${text}.e${number} {\n  color: red;\n}\n`);
    return file;
  },
  table: (number) => {
    const name = ['LIST_PAGE_SIZE', 'RELATED_SHOWN', 'CARDS_PER_STEP'][number % 3] ?? '';
    const value = 2 + (number % 11);
    project.edit('config/constants.ts', (text) =>
      text.replace(new RegExp(`${name} = .*;`), `${name} = ${value}; // ${number}`),
    );
    return `${name} = ${value}`;
  },
  settings: (number) => {
    project.edit('site.config.ts', (text) => text.replace(/name: '[^']*'/, `name: 'Brand ${number}'`));
    return 'site.config.ts';
  },
  program: (number) => {
    const file = 'cli/render/page-input/detail-props.ts';
    project.edit(file, (text) => text.replace(/title: article\.title.*,/, `title: article.title + ' ${number}',`));
    return file;
  },
  content: (number) => {
    const index = number % articles.length;
    articles[index] = article(`article-${index}`, { title: `Title ${number}`, content: `<p>Body ${number}.</p>` });
    return `article ${index}`;
  },
};

async function build(name: string): Promise<string> {
  const place = ['-o', join(project.folder, name, 'out'), '--cache-dir', join(project.folder, name, 'cache')];
  const options = [
    '--origin',
    'https://www.example.com',
    '--content-url',
    service.url,
    '--clock',
    '2026-06-01T00:00:00Z',
  ];
  const run = await project.run(['build', ...options, ...place]);
  if (run.code !== 0) throw new Error(run.stderr);
  return join(project.folder, name, 'out');
}

describe('a build after an edit of the sources', () => {
  it(`leaves the bytes of a build from nothing after each of ${EDITS} edits (seed ${SEED})`, {
    timeout: 3_600_000,
  }, async () => {
    const kinds = Object.keys(EDITS_OF);
    await build('warm');
    for (let number = 1; number <= EDITS; number += 1) {
      const kind = kinds[(SEED + number) % kinds.length] ?? '';
      const edited = EDITS_OF[kind]?.(SEED + number);
      const warm = readTree(await build('warm'));
      rmSync(join(project.folder, 'cold'), { recursive: true, force: true });
      // A cache folder with anything in it gets no bundles of other builds: these must be made anew, too.
      mkdirSync(join(project.folder, 'cold/cache/begun'), { recursive: true });
      expect([kind, edited, warm]).toEqual([kind, edited, readTree(await build('cold'))]);
    }
  });
});
