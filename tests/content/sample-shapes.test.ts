// The sample service beside recordings of Statamic 5 that hold the same content: every answer has the same status, and every field
// the same types. What differs is named here, with the reason.

import { expect, onTestFinished, test } from 'vitest';
import { startSampleService } from '../../cli/content/sample-service.ts';
import { LOCALES } from '../../config/locales.ts';
import { COLLECTIONS } from '../../content/collections.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../content/handles.ts';
import { type ApiAnswer, type ApiQuestion, readAnswers } from '../service/stored-content.ts';

const MISSING = { message: 'Not found.' };

/** Types by the path of a field: `.data[].image.url`. */
type Shape = Map<string, Set<string>>;

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : 'list';
  if (typeof value !== 'string') return typeof value;
  if (MOMENT.test(value)) return 'moment';
  if (UUID.test(value)) return 'id';
  return value.startsWith('http://127.0.0.1:') ? 'address' : 'text';
}

function collect(value: unknown, path: string, shape: Shape): void {
  shape.set(path, (shape.get(path) ?? new Set()).add(typeOf(value)));
  if (Array.isArray(value)) for (const item of value) collect(item, `${path}[${setOf(item)}]`, shape);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) collect(inner, `${path}.${key}`, shape);
}

/** Sets are told apart by their type. */
const setOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'type' in item && typeof item.type === 'string' ? item.type : '';

/** What may differ: a path of one line of {@link describeShapes}, and why. */
const ACCEPTED: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^[\w-]+\.(links|meta\.(links|from|to|path))\b/, 'builds read no links to pages'],
  [
    /^[\w-]+\.data\[\]\.(collection(\.\w+)?|is_entry|mount|order|page|parent(\.\w+)?|updated_by): /,
    'builds read no relatives in the tree of pages, and not who saved an entry',
  ],
  [/\.edit_url: /, 'the sample is edited in its files'],
  [/^pages\.data\[\]\.sections\[\]\.(category|limit): /, 'younger than the recordings'],
  [/^pages\.data\[\]\.sections\[\]\.title: /, 'the section for the text of a page, which needs none, is younger'],
  [/^landings\.data\[\]\.blocks\[cta\]/, 'landing pages end with a call to action since the recordings'],
  [/\.(ask_(choice|message|link|time)|choices(\[\])?): /, 'younger than the recordings'],
  [/\.(screen(\.\w+)?|second_(label|link)(\.url)?|billing(\[\])?): /, 'younger than the recordings'],
  [/\.items\[\]\.(period|badge|other_value|other_period|volumes)(\[\])?: /, 'younger than the recordings'],
  [/\[data_use\]|\.source: /, 'younger than the recordings'],
  [
    /^pages\.data\[\]\.content\[(cta|faq|features|image|stats|table)\]/,
    'the recorded pages have these sets among their blocks',
  ],
  [/^pages\.data\[\]\.blocks\[hero\]\.cta_(label|link): /, 'every recorded hero has a button'],
  [/^faq\.data\[\]\.shown_on/, 'the recorded servers allow one page, the blueprints of the starter several'],
  [/\.rows(\[\]\.id)?: /, 'rows of tables are plain data on the recorded servers, and a grid in the starter'],
  [/\[embed\]\.url(\.url)?: /, 'a text field on the recorded servers, a link in the starter'],
  [
    /^(landings|pages)\.data\[\]\.(uri|url|permalink): /,
    'entries of the recorded site "en" are outside of the trees of their collections',
  ],
  [
    /^landings\.data\[\]\.blocks\[features\]\.items\[\]\.image/,
    'the recorded features of landing pages have no picture',
  ],
  [/^speakers\.data\[\]\.bio: /, 'the recorded speakers have no biography'],
  [/^sources[ .]/, 'the global is younger than the recordings'],
  [/^redirects\.data\[\]\.to\.(id|title|permalink|api_url): /, 'links to entries: those of the sample are addresses'],
];

/** Every answer that a build reads, as lines `faq.data[].answer: null|text` and `faq en: 200`. */
async function describeShapes(ask: (question: ApiQuestion) => Promise<ApiAnswer>): Promise<readonly string[]> {
  const sites = LOCALES.map(({ site }) => site);
  const resources = [
    ...COLLECTION_HANDLES.map((name) => ({ name, resource: `collections/${name}/entries` })),
    ...GLOBAL_NAMES.map((name) => ({ name, resource: `globals/${name}` })),
  ];
  const lines: string[] = [];
  for (const { name, resource } of resources) {
    const shape: Shape = new Map();
    for (const site of sites) {
      const { status, body } = await ask({ resource, site });
      lines.push(`${name} ${site}: ${status}`);
      collect(body, '', shape);
    }
    for (const [field, types] of shape) lines.push(`${name}${field}: ${[...types].toSorted().join('|')}`);
  }
  return lines;
}

const isAccepted = (line: string) => ACCEPTED.some(([path]) => path.test(line));

/** Whether a line is of a field that the schema has and no recorded entry: it is younger than the recordings. */
function isYounger(line: string, recorded: readonly string[]): boolean {
  const [start = '', name = '', field = ''] = /^([\w-]+)\.data\[\]\.(\w+)/.exec(line) ?? [];
  const isKnown = Object.entries(COLLECTIONS).some(([own, { schema }]) => own === name && field in schema.shape);
  return (
    isKnown &&
    !recorded.some(
      (other) => other.startsWith(`${start}:`) || other.startsWith(`${start}.`) || other.startsWith(`${start}[`),
    )
  );
}

test('The sample service has the shapes of Statamic', async () => {
  const sample = await startSampleService();
  onTestFinished(() => sample.stop());
  const recorded = readAnswers('v5', sample.url);
  const isAnswer = (one: ApiQuestion, { resource, site }: ApiQuestion) =>
    one.resource === resource && one.site === site;
  const real = await describeShapes(
    async (question) => recorded.find((answer) => isAnswer(answer, question)) ?? { status: 404, body: MISSING },
  );
  const ours = await describeShapes(async ({ resource, site }) => {
    const filter = resource.startsWith('globals/') ? 'site' : 'filter[site]';
    const query = new URLSearchParams({ [filter]: site, 'filter[published]': 'true', limit: '1000' });
    const response = await fetch(`${sample.url}/api/${resource}?${query}`);
    return { status: response.status, body: await response.json() };
  });
  expect(real.length).toBeGreaterThan(500);
  const without = (lines: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return lines.filter((line) => !known.has(line) && !isAccepted(line)).toSorted();
  };
  const onlyOurs = without(ours, real).filter((line) => !isYounger(line, real));
  expect({ onlyReal: without(real, ours), onlyOurs }).toEqual({ onlyReal: [], onlyOurs: [] });
});
