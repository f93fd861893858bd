// The error page of the path's locale, in the default layout, with the status of the failure. Where even that cannot be
// loaded, a message that every page contains, with the details and a link home.

import { UNKNOWN_MIDDLEWARE } from '../../config/constants.ts';
import { readClientConfig } from '../client-config.ts';
import { prefixOfPath } from '../redirects/redirect-map.ts';

/** A failed navigation. */
interface Failure {
  readonly status: number;
  readonly message: string;
}

/**
 * The error page as a document to show.
 * @throws the error of loading it.
 */
export async function loadErrorPage({ status, message }: Failure, path: string): Promise<Document> {
  const prefix = prefixOfPath(path, readClientConfig(document)?.prefixes ?? []);
  const response = await fetch(`${prefix}/${status === 404 ? 404 : 500}.html`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const shown = page.querySelector('[data-error-status]');
  if (shown === null) throw new Error(`${response.status} ${response.statusText}`);
  shown.textContent = String(status);
  // Shows faults that the specification names; any other text is a network error, which is not for visitors.
  const place = page.querySelector('[data-error-message]');
  if (place !== null && message === UNKNOWN_MIDDLEWARE) place.textContent = message;
  return page;
}

/** Puts the page's own message in place of its main part, with the details and a link home. */
export function showFallback({ status, message }: Failure, cause: unknown): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-error-fallback]');
  const main = document.querySelector('main');
  if (template === null || main === null) return;
  main.replaceChildren(document.importNode(template.content, true));
  const place = main.querySelector('[data-error-details]');
  if (place !== null) place.textContent = [status, message, cause].join(' ');
  // As far as this page allows: parts that its layout lacks stay away.
  document.body.dataset.layout = 'default';
  document.title = main.querySelector('h2')?.textContent ?? document.title;
}
