// Elements made from data: texts are always texts, never HTML.

/** An element with attributes and children; null children are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string | null)[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A link that only leads to the web or a path of this site. */
export function link(href: string, text: string): HTMLElement {
  const isSafe = /^(https?:\/\/|\/(?!\/))/.test(href);
  if (!isSafe) return element('span', {}, text);
  return element('a', href.startsWith('/') ? { href } : { href, target: '_blank', rel: 'noreferrer noopener' }, text);
}
