// Random slips of editors in the answers of a content service: a value of the wrong type, an empty or huge one, anywhere in a field
// that does not decide which entry it is or who may see it.

import { COLLECTIONS, type Collection, GLOBALS, type GlobalName } from '../../content/collections.ts';
import { createRandom } from '../random-numbers.ts';
import type { ApiAnswer, ApiQuestion } from '../service/content-service.ts';

type Fields = Record<string, unknown>;
type Random = () => number;

/** What a value was replaced by, and where. */
export interface Slip {
  readonly collection: string;
  readonly site: string;
  readonly entry: string;
  /** `content.2.text`. */
  readonly field: string;
  readonly value: unknown;
  /** It is a group of fields instead of the text of a field. */
  readonly isGroupForText: boolean;
}

const GROUP = { a: 1 };
const VALUES: readonly unknown[] = [
  ...[null, '', ' ', '\u200b', 0, -1, 7.5, 1e308, true, false, [], {}, [null], [[]], [{}], GROUP, 'x'.repeat(50_000)],
  ...[
    'a\u0000b',
    'javascript:alert(1)',
    '//host/a',
    '2026-02-31',
    '<b',
    '#',
    'zz-ZZ-zz',
    ['a', null, 3],
    { value: 'x' },
  ],
];
const VITAL = ['id', 'slug', 'title', 'published', 'status', 'private', 'date', 'seo_noindex', 'hide_from_index'];
const VITAL_OF_REDIRECTS = ['from', 'to', 'type'];
const TEXT_FIELDS = [
  'seo_title',
  'seo_description',
  'short_description',
  'subtitle',
  'cta_label',
  'position',
  'bio',
  'phone',
  'quote',
];
/** Fields that the service sets: few slips go there. */
const OF_SERVICE = ['edit_url', 'api_url', 'origin_id', 'last_modified', 'blueprint', 'uri'];
/** One in so many entries gets a slip. */
const SHARE = 8;

/** Puts slips into answers, the same in each: what an entry gets follows from the seed, its site and its id. */
export function createSlips(seed: number) {
  const slips = new Map<string, Slip>();
  const slipInto = (entry: Fields, collection: string, site: string, shape: object): Fields => {
    const name = `${collection} ${site} ${String(entry.id ?? '')}`;
    const random = createRandom([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed));
    const vital = [...VITAL, ...(collection === 'redirects' ? VITAL_OF_REDIRECTS : [])];
    const known = Object.keys(shape).filter((field) => !vital.includes(field) && field in entry);
    const fields = random() < 0.1 ? known : known.filter((key) => !OF_SERVICE.includes(key));
    const field = fields[Math.floor(random() * fields.length)];
    if (random() * SHARE >= 1 || field === undefined) return entry;
    const changed = structuredClone(entry);
    const path = slipBelow(changed, field, random);
    const value = path.reduce<unknown>((part, key) => (part as Fields)[key], changed);
    const isGroupForText =
      path.length === 1 && TEXT_FIELDS.includes(field) && JSON.stringify(value) === JSON.stringify(GROUP);
    slips.set(name, { collection, site, entry: String(entry.title), field: path.join('.'), value, isGroupForText });
    return changed;
  };
  return { slips, edit: (answer: ApiAnswer, question: ApiQuestion) => editAnswer(answer, question, slipInto) };
}

type SlipInto = (entry: Fields, collection: string, site: string, shape: object) => Fields;

function editAnswer(answer: ApiAnswer, { resource, site }: ApiQuestion, slipInto: SlipInto): ApiAnswer {
  const [kind, name = ''] = resource.split('/');
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !('data' in body)) return answer;
  if (kind === 'globals' && name in GLOBALS) {
    const { shape } = GLOBALS[name as GlobalName];
    return { ...answer, body: { ...body, data: slipInto({ ...(body.data as Fields) }, 'globals', site, shape) } };
  }
  if (kind !== 'collections' || !(name in COLLECTIONS)) return answer;
  const { shape } = COLLECTIONS[name as Collection].schema;
  const change = (entry: Fields) => slipInto(entry, name, String(entry.locale ?? site), shape);
  const data = Array.isArray(body.data) ? body.data.map(change) : change(body.data as Fields);
  return { ...answer, body: { ...body, data } };
}

/** Replaces a value in the field or somewhere below it; returns its path. */
function slipBelow(around: Fields, key: string, random: Random): readonly string[] {
  const value = around[key];
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const next = keys[Math.floor(random() * keys.length)];
  if (next !== undefined && random() < 0.7) return [key, ...slipBelow(value as Fields, next, random)];
  around[key] = VALUES[Math.floor(random() * VALUES.length)];
  return [key];
}
