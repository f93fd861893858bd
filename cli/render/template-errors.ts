// Errors of a template, with its line, the path of the page and its entry.

import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { TEMPLATES } from '../../templates/template-ids.ts';
import { isDamage } from '../database/open-database.ts';
import { createSiteError, errorMessage, type ProblemPlace, SiteError } from '../errors.ts';
import type { PageRequest } from './worker-messages.ts';

type FailedPage = Pick<PageRequest, 'path' | 'template' | 'entry'>;

/** @throws SiteError TEMPLATE_FAILED (exit 1) with the page, in place of any error but a SiteError and a damaged database. */
export function withPageError<Result>(page: FailedPage, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw cause instanceof SiteError || isDamage(cause) ? cause : templateFailed(page, cause);
  }
}

function templateFailed({ path, template, entry }: FailedPage, cause: unknown): SiteError {
  const line = cause instanceof Error ? findTemplateLine(cause) : null;
  const file = line ?? `templates/pages/${TEMPLATES[template].page}`;
  return createSiteError(
    {
      code: 'TEMPLATE_FAILED',
      exitCode: 1,
      message: `The template "${template}" failed on ${path}. Nothing was written.`,
      where: { file, ...describeEntry(entry), path },
      what: errorMessage(cause),
      fix: 'Fix the template there, or handle what the entry lacks.',
    },
    cause,
  );
}

function describeEntry(entry: PageRequest['entry']): ProblemPlace {
  return entry === null ? {} : { collection: entry.collection, entry: entry.title || entry.id, site: entry.site };
}

const STACK_PLACE = /([^\s()]+\.cjs):(\d+):(\d+)/;
const OWN_SOURCE = /(?:templates|locales|client|config)\/.+$/;
/** These files call the templates. If they come first in a stack, React threw the error, and the template is unknown. */
const RENDERER = /^templates\/(?:render-page|bundle|registry|Main)\.tsx?$/;

/** The first line of our sources in the stack of an error: `templates/pages/AboutPage.tsx:12:17`. Null if there is none. */
export function findTemplateLine({ stack = '' }: Error): string | null {
  const maps = new Map<string, SourceMap | null>();
  for (const line of stack.split('\n')) {
    const [, bundle, row, column] = STACK_PLACE.exec(line) ?? [];
    if (bundle === undefined) continue;
    const map = maps.getOrInsertComputed(bundle, loadMap);
    const origin = map?.findOrigin(Number(row), Number(column));
    if (origin === undefined || !('fileName' in origin) || origin.fileName.includes('node_modules/')) continue;
    const [file] = OWN_SOURCE.exec(origin.fileName) ?? [];
    if (file === undefined || RENDERER.test(file)) return null;
    return `${file}:${origin.lineNumber}:${origin.columnNumber}`;
  }
  return null;
}

function loadMap(bundle: string): SourceMap | null {
  const file = `${bundle}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
