// Escaping, and markup that stands only where there is a value.

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text or attribute value. */
export const esc = (text) => String(text).replace(/[&<>"]/g, (character) => ENTITIES[character]);

/** Markup of a value; nothing where there is none. */
export const when = (value, print) => (value === null || value === undefined || value === '' ? '' : print(value));

/** Markup of each item. */
export const each = (items, print) => items.map(print).join('');
