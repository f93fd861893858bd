// Updates an open page without reloading it: compares its old and new HTML and changes only the differences. The scroll position, open
// menus and form values stay. A page that must be reloaded keeps the values of its form fields.

import { diffArrays } from 'diff';

/** Parses the HTML of the server, without the script of the preview. */
export function parsePage(html: string): Document {
  const page = new DOMParser().parseFromString(html.trimEnd(), 'text/html');
  for (const own of page.querySelectorAll('script[src^="/__sitegen/"], sitegen-preview')) own.remove();
  return page;
}

/** Patches the open document from `before` to `after`. Returns false if it must be reloaded instead. */
export function patchPage(before: Document, after: Document): boolean {
  if (before.documentElement.isEqualNode(after.documentElement)) return true;
  if (scriptsOf(before) !== scriptsOf(after) || before.body.dataset.route !== after.body.dataset.route) return false;
  try {
    patchAttributes(document.documentElement, before.documentElement, after.documentElement);
    patchHead(before.head, after.head);
    patchElement(document.body, before.body, after.body);
    return true;
  } catch {
    // The page may be half patched.
    return false;
  }
}

/** Thrown for changes in nodes that a script manages. */
class CannotPatch extends Error {}

function scriptsOf(page: Document): string {
  return Array.from(page.querySelectorAll('script[src]'), (script) => script.getAttribute('src')).join();
}

/** Old styles stay until the new ones are loaded, so that the page is never unstyled. */
function patchHead(before: HTMLHeadElement, after: HTMLHeadElement): void {
  const live = document.head;
  const find = ({ children }: Element, wanted: Element) =>
    Array.from(children).find((each) => each.isEqualNode(wanted));
  for (const old of before.children) {
    if (find(after, old) !== undefined) continue;
    const own = find(live, old);
    const styles = old.matches(STYLES) ? Array.from(after.querySelectorAll(STYLES)) : [];
    const next = styles.find((each) => find(before, each) === undefined);
    if (next !== undefined && own !== undefined) swapStyles(own, next);
    else own?.remove();
  }
  for (const next of after.children) if (find(live, next) === undefined) live.append(document.importNode(next, true));
  document.title = after.querySelector('title')?.textContent ?? '';
}

const STYLES = 'link[rel="stylesheet"]';

function swapStyles(own: Element, next: Element): void {
  const link = document.importNode(next, true);
  const done = () => own.remove();
  link.addEventListener('load', done);
  link.addEventListener('error', done);
  own.after(link);
}

function patchElement(live: Element, before: Element, after: Element): void {
  if (before.isEqualNode(after)) return;
  if (isHydratedIsland(live)) {
    if (!withoutEdits(before).isEqualNode(withoutEdits(after))) throw new CannotPatch();
    return;
  }
  patchAttributes(live, before, after);
  patchChildren(live, before, after);
}

/** Whether React manages the nodes of an element. */
function isHydratedIsland(element: Element): boolean {
  return element.hasAttribute('data-island') && Object.keys(element).some((key) => key.startsWith('__reactContainer$'));
}

/** A copy without the attributes of Click to edit, which nodes of React do not get. */
function withoutEdits(element: Element): Element {
  const copy = document.importNode(element, true);
  for (const each of [copy, ...copy.querySelectorAll('*')])
    for (const name of ['data-sitegen-edit', 'data-sitegen-field', 'tabindex']) each.removeAttribute(name);
  return copy;
}

function patchAttributes(live: Element, before: Element, after: Element): void {
  for (const name of new Set([...before.getAttributeNames(), ...after.getAttributeNames()])) {
    const [old, next] = [before.getAttribute(name), after.getAttribute(name)];
    if (old === next) continue;
    if (next === null) live.removeAttribute(name);
    else live.setAttribute(name, next);
  }
}

function patchChildren(live: Element, before: Element, after: Element): void {
  const lives = findOwnNodes(live, before);
  if (lives === null) {
    live.replaceChildren(...Array.from(after.childNodes, (node) => document.importNode(node, true)));
    return;
  }
  const olds: readonly Node[] = Array.from(before.childNodes);
  const news: readonly Node[] = Array.from(after.childNodes);
  let [start, end] = [0, 0];
  let added: readonly Node[] = [];
  const patchRun = () => patchNodes(live, lives.slice(start, end), [olds.slice(start, end), added], lives[end] ?? null);
  for (const part of diffArrays([...olds], [...news], { comparator: (old, next) => old.isEqualNode(next) })) {
    if (part.added) added = part.value;
    else if (part.removed) end += part.count;
    else {
      patchRun();
      end += part.count;
      [start, added] = [end, []];
    }
  }
  patchRun();
}

/** Pairs different nodes in order: patches similar ones, removes and inserts the others. `anchor` is the node after them. */
function patchNodes(
  parent: Element,
  lives: readonly ChildNode[],
  [olds, news]: readonly [readonly Node[], readonly Node[]],
  anchor: ChildNode | null,
): void {
  let position = 0;
  for (const next of news) {
    const found = olds.findIndex((old, index) => index >= position && isAlike(old, next));
    if (found === -1) {
      parent.insertBefore(document.importNode(next, true), lives[position] ?? anchor);
      continue;
    }
    for (const live of lives.slice(position, found)) live.remove();
    const [old, live] = [olds[found], lives[found]];
    if (old instanceof Element && next instanceof Element && live instanceof Element) patchElement(live, old, next);
    else if (live !== undefined && live.nodeValue !== next.nodeValue) live.nodeValue = next.nodeValue;
    position = found + 1;
  }
  for (const live of lives.slice(position)) live.remove();
}

/** Whether a node can become another one. */
function isAlike(a: Node, b: Node): boolean {
  return a.nodeName === b.nodeName && (!(a instanceof Element && b instanceof Element) || a.id === b.id);
}

/** The nodes of the open page that the server sent, without those that scripts added. Null if one is missing. */
function findOwnNodes(live: Element, before: Element): readonly ChildNode[] | null {
  const own: ChildNode[] = [];
  let candidates = Array.from(live.childNodes);
  const olds = Array.from(before.childNodes);
  for (const [place, old] of olds.entries()) {
    // If scripts added nodes, an equal node is a better match than a similar one.
    const hasMore = candidates.length > olds.length - place;
    const same = hasMore ? candidates.findIndex((node) => node.isEqualNode(old)) : -1;
    const index = same === -1 ? candidates.findIndex((node) => isAlike(node, old)) : same;
    const node = candidates[index];
    if (node === undefined) return null;
    own.push(node);
    candidates = candidates.slice(index + 1);
  }
  return own;
}

const KEY = 'sitegen-preview-inputs';

export function reloadKeepingInputs(): void {
  const kept = [...listFields()].map(([place, field]) => [place, field.value, 'checked' in field && field.checked]);
  sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, kept }));
  location.reload();
}

/** Restores the values after {@link reloadKeepingInputs}. */
export function restoreInputs(): void {
  const { path, kept }: { path?: string; kept?: readonly [string, string, boolean][] } = JSON.parse(
    sessionStorage.getItem(KEY) ?? '{}',
  );
  sessionStorage.removeItem(KEY);
  const fields = listFields();
  for (const [place, value, isChecked] of path === location.pathname ? (kept ?? []) : []) {
    const field = fields.get(place);
    if (field === undefined) continue;
    field.value = value;
    if (field instanceof HTMLInputElement) field.checked = isChecked;
  }
}

/** The fields by id, or by name and index in the page. */
function listFields() {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'input:not([type=file], [type=hidden]), textarea, select',
  );
  return new Map(Array.from(fields, (field, index) => [field.id || `${field.name} ${index}`, field]));
}
