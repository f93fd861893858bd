// Estimates how much a browser must draw for an SVG. A few `<use>` that repeat one another draw more than any machine can, and each blur
// costs as much as thousands of shapes.

import type { SaxesTagNS } from 'saxes';
import { namesOf } from './svg-names.ts';

/** librsvg has the same limit. */
const MAX_DRAWN = 500_000;
/** What a blur costs, in elements. */
const FILTER_WEIGHT = 5000;
/** Of parts that use one another. */
const MAX_CHAIN = 1000;
const SLOW_FILTERS = namesOf(`
  feGaussianBlur feDropShadow feTurbulence feConvolveMatrix feMorphology feDiffuseLighting feSpecularLighting
  feDisplacementMap
`);
/** Parts of the file that an attribute draws with: masks, patterns, markers, filters. */
const REFERENCE = /url\(\s*["']?#([^"')\s]+)/g;
const SLOW_FUNCTION = /(?:blur|drop-shadow)\(/gi;
const FILTERED_RULE = /filter\s*:(?!\s*none)/i;
const CLASS_NAME = /\.([\w-]+)/g;

/** An element with an id: what is drawn wherever it is used. */
interface Part {
  /** Elements in it, without those of `parts`. */
  drawn: number;
  readonly parts: Part[];
  /** Ids of what it uses. */
  readonly uses: string[];
  weight: number | null;
}

/** Takes the elements of a file in the sequence of a parser. */
export class SvgScale {
  readonly #root = createPart();
  readonly #byId = new Map<string, Part>();
  /** The part of each open element. */
  readonly #open = [this.#root];
  readonly #countByClass = new Map<string, number>();
  readonly #styles: string[] = [];
  #elements = 0;

  open({ local, attributes }: SaxesTagNS): void {
    const parent = this.#open.at(-1) ?? this.#root;
    const id = attributes.id?.value ?? '';
    const part = id === '' || this.#byId.has(id) ? parent : createPart();
    if (part !== parent) {
      this.#byId.set(id, part);
      parent.parts.push(part);
    }
    this.#open.push(part);
    this.#elements += 1;
    part.drawn += SLOW_FILTERS.has(local) ? FILTER_WEIGHT : 1;
    for (const name of new Set((attributes.class?.value ?? '').split(/\s+/)))
      this.#countByClass.set(name, (this.#countByClass.get(name) ?? 0) + 1);
    for (const { local: name, value } of Object.values(attributes)) {
      if (name === 'href' && local !== 'a' && value.startsWith('#')) part.uses.push(value.slice(1));
      if (!value.includes('(')) continue;
      for (const [, used = ''] of value.matchAll(REFERENCE)) part.uses.push(used);
      part.drawn += [...value.matchAll(SLOW_FUNCTION)].length * FILTER_WEIGHT;
    }
  }

  close(): void {
    this.#open.pop();
  }

  /** Adds a stylesheet. */
  addStyle(text: string): void {
    this.#styles.push(text);
  }

  /** Why the file is too much to draw; null if it is not. */
  judge(): string | null {
    const filtered = this.#styles.map((text) => countFiltered(text, this.#countByClass, this.#elements));
    const drawn = filtered.reduce((sum, count) => sum + count * FILTER_WEIGHT, weigh(this.#root, this.#byId));
    return drawn > MAX_DRAWN ? 'too many filters or repeated parts to draw' : null;
  }
}

function createPart(): Part {
  return { drawn: 0, parts: [], uses: [], weight: null };
}

/** The elements that a part draws. A part that uses itself counts once, because browsers ignore such a reference. */
function weigh(part: Part, byId: ReadonlyMap<string, Part>, depth = 0): number {
  if (part.weight !== null) return part.weight;
  if (depth > MAX_CHAIN) return Number.MAX_SAFE_INTEGER;
  part.weight = part.drawn;
  const used = part.uses.map((id) => byId.get(id)).filter((each) => each !== undefined);
  let sum = part.drawn;
  for (const each of [...part.parts, ...used])
    sum = Math.min(sum + weigh(each, byId, depth + 1), Number.MAX_SAFE_INTEGER);
  part.weight = sum;
  return sum;
}

/** The elements to which a stylesheet gives a filter: those of its classes, else all. */
function countFiltered(style: string, countByClass: ReadonlyMap<string, number>, elements: number): number {
  let count = 0;
  for (const rule of style.split('}')) {
    const at = rule.lastIndexOf('{');
    if (at === -1 || !FILTERED_RULE.test(rule.slice(at))) continue;
    const selector = rule.slice(0, at);
    const classes = [...selector.matchAll(CLASS_NAME)].map(([, name = '']) => countByClass.get(name) ?? 0);
    if (classes.length > 0) count += classes.reduce((sum, each) => sum + each, 0);
    else count += selector.includes('#') ? 1 : elements;
  }
  return count;
}
