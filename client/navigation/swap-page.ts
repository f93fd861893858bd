// Replaces the shown page: head, language, layout and body. Elements that scripts added to the body (a chat, the loading bar) stay.

const KEPT_IN_HEAD =
  'meta[charset], meta[http-equiv], meta[name=viewport], link[rel=stylesheet], link[rel=preload], link[rel=icon], script[src]';

let ownNodes: readonly ChildNode[] = [];

/** Remembers the nodes of the page. Call it before scripts add others to the body. */
export function startSwapping(): void {
  ownNodes = [...document.body.childNodes];
}

/** Whether a page can replace this one: it is a page of this site with the same scripts. */
export function isSwappable(page: Document): boolean {
  const scriptOf = (owner: Document) => owner.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;
  return page.querySelector('main') !== null && scriptOf(page) === scriptOf(document);
}

/** Loads stylesheets that only the other page has, so that it is not shown without them. */
export async function loadStylesheets(page: Document): Promise<void> {
  const known = new Set(stylesheetsOf(document).map(hrefOf));
  const missing = stylesheetsOf(page).filter((link) => !known.has(hrefOf(link)));
  await Promise.all(
    missing.map((link) => {
      const added = document.importNode(link);
      return new Promise<void>((resolve) => {
        added.onload = () => resolve();
        added.onerror = () => resolve();
        document.head.append(added);
      });
    }),
  );
}

/** Replaces the shown page. */
export function swapPage(page: Document): void {
  const wanted = new Set(stylesheetsOf(page).map(hrefOf));
  for (const link of stylesheetsOf(document)) if (!wanted.has(hrefOf(link))) link.remove();
  replaceHead(page);
  document.documentElement.lang = page.documentElement.lang;
  for (const name of Object.keys(document.body.dataset)) delete document.body.dataset[name];
  Object.assign(document.body.dataset, page.body.dataset);
  for (const node of ownNodes) node.remove();
  const nodes = [...page.body.childNodes].map((node) => document.adoptNode(node));
  document.body.prepend(...nodes);
  ownNodes = nodes;
}

function replaceHead(page: Document): void {
  for (const element of [...document.head.children]) if (!element.matches(KEPT_IN_HEAD)) element.remove();
  const added = [...page.head.children].filter((element) => !element.matches(KEPT_IN_HEAD));
  document.head.append(...added.map((element) => document.adoptNode(element)));
}

function stylesheetsOf(page: Document): readonly HTMLLinkElement[] {
  return [...page.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
}

/** The attribute, because a parsed document has no base URL for the property. */
function hrefOf(link: HTMLLinkElement): string {
  return link.getAttribute('href') ?? '';
}
