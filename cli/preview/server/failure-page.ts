// What stands in place of a page that cannot be made: the reasons as plain HTML. The preview's script shows them better,
// and brings the page back when the sources are good again.

import { escapeHtml } from '../../../templates/escape-html.ts';
import type { ShownProblem } from '../describe-failure.ts';

/** The whole document. */
export function renderFailurePage(problems: readonly ShownProblem[], scriptPath: string): string {
  const items = problems.map(({ problem, excerpt }) => {
    const place = [problem.where.path, problem.where.file].filter((part) => part !== undefined).join(' › ');
    const source = excerpt?.lines
      .map(({ number, text }) => `${number === excerpt.line ? '>' : ' '} ${number} | ${text}`)
      .join('\n');
    return `<h2>${escapeHtml(problem.code)}</h2><p>${escapeHtml(place)}</p><p>${escapeHtml(problem.what)}</p><p>${escapeHtml(problem.fix)}</p>${source === undefined ? '' : `<pre>${escapeHtml(source)}</pre>`}`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The page cannot be shown</title></head><body data-sitegen-failure=""><main><h1>The page cannot be shown</h1>${items.join('')}</main><script src="${scriptPath}"></script></body></html>\n`;
}
