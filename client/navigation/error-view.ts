// Shows the error page of the locale with the status. If it cannot be loaded, shows a message that every page has, with the details
// and a link to the home page.

import { UNKNOWN_MIDDLEWARE } from '../../config/constants.ts';
import { basePath, mounted, readClientConfig } from '../client-config.ts';
import { prefixOfPath } from '../redirects/redirect-map.ts';

/** A failed navigation. */
interface Failure {
  readonly status: number;
  readonly message: string;
}

/**
 * Loads the error page.
 * @throws if it cannot be loaded.
 */
export async function loadErrorPage({ status, message }: Failure, path: string): Promise<Document> {
  const prefix = prefixOfPath(path.slice(basePath().length), readClientConfig(document)?.prefixes ?? []);
  const response = await fetch(mounted(`${prefix}/${status === 404 ? 404 : 500}.html`));
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const shown = page.querySelector('[data-error-status]');
  if (shown === null) throw new Error(`${response.status} ${response.statusText}`);
  shown.textContent = String(status);
  // Only this message is shown. Others are errors of the network, which visitors do not understand.
  const place = page.querySelector('[data-error-message]');
  if (place !== null && message === UNKNOWN_MIDDLEWARE) place.textContent = message;
  return page;
}

/** Replaces the main part of the page with its own message. */
export function showFallback({ status, message }: Failure, cause: unknown): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-error-fallback]');
  const main = document.querySelector('main');
  if (template === null || main === null) return;
  main.replaceChildren(document.importNode(template.content, true));
  const place = main.querySelector('[data-error-details]');
  if (place !== null) place.textContent = [status, message, cause].join(' ');
  // Parts that the layout of this page does not have stay missing.
  document.body.dataset.layout = 'default';
  document.title = main.querySelector('h2')?.textContent ?? document.title;
}
