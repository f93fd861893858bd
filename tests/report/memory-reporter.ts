// A reporter that prints into memory.

import { PassThrough } from 'node:stream';
import type { Problem } from '../../cli/errors.ts';
import { createReporter, type ReportOptions } from '../../cli/report/report.ts';

const plain: ReportOptions = { isJson: false, isQuiet: false, isVerbose: false };

export interface Screen {
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A reporter over two streams in memory. */
export function reporterOn(screen: Screen = {}, options: Partial<ReportOptions> = {}) {
  const { isTerminal = false, columns = 80, environment = {} } = screen;
  const open = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: isTerminal, columns });
  const stdout = open();
  const stderr = open();
  const textOf = (stream: PassThrough) => {
    let text = '';
    for (let part: unknown = stream.read(); part !== null; part = stream.read()) text += String(part);
    return text;
  };
  return {
    ...createReporter({ ...plain, ...options }, { stdout, stderr, environment }),
    readOut: () => textOf(stdout),
    readErr: () => textOf(stderr),
  };
}

export const problem = (fields: Partial<Problem> = {}): Problem => ({
  code: 'LINK_DEAD',
  severity: 'warning',
  where: { collection: 'blog_articles', entry: 'How to read a crisis', site: 'ua', field: 'image.alt' },
  what: 'The link /nowhere/ leads to no page.',
  fix: 'Correct the link.',
  ...fields,
});
