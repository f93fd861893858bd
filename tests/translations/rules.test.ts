// The rules that compare texts, and the decisions that accept what they find.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SiteError } from '../../cli/errors.ts';
import { compareFigures, findOtherLanguage, isCopied } from '../../cli/translations/compare-texts.ts';
import { acceptFindings, decide, findIdleDecisions, readDecisions } from '../../cli/translations/decisions.ts';
import { createTranslationReport, selectThings } from '../../cli/translations/report.ts';
import { createCell, type Finding, type Thing } from '../../cli/translations/things.ts';

describe('texts', () => {
  it.each([
    ['We answer within two days.', true],
    ['Murmurlens Analytics Ltd., Dublin, Ireland', false],
    ['Status', false],
    ['+353 1 555 01 23', false],
  ])('that are the same in two languages: %s', (text, isFound) => {
    expect(isCopied(text, text)).toBe(isFound);
    expect(isCopied(text, `${text}!`)).toBe(false);
  });

  it.each([
    ['es', 'Leemos las publicaciones de sus clientes y le contamos qué ha cambiado.', null],
    ['pt', 'Leemos las publicaciones de sus clientes y le contamos qué ha cambiado.', 'es'],
    ['uk', 'Частка зростає, коли вас люблять, коли вас лають або коли конкурент у відпустці.', null],
    ['uk', 'Мы храним только ссылку на публикацию и место, где найден логотип.', 'ru'],
    ['ru', 'Уведомление сообщает, что упоминаний вашего бренда стало больше.', null],
    ['ru', 'Аудандағы дүкендердің көбі жаңа тауарды әлеуметтік желіге өздері салады.', 'kk'],
    ['kk', 'Аудандағы дүкендердің көбі жаңа тауарды әлеуметтік желіге өздері салады.', null],
    ['uk', '<p>We keep a link to the public post &amp; a note of where the logo was found.</p>', 'en'],
    ['es', 'We keep a link.', null],
  ])('in %s: %s', (expected, text, found) => {
    expect(findOtherLanguage(text, expected)).toBe(found);
  });

  it.each([
    ['31 million posts, 4.2 of them with photos', '31 millones, 4,2 con fotos', null],
    ['1,500 posts', '1 500 записів', null],
    ['Open until 6 pm', 'Abierto hasta las 18:00', null],
    ['forty languages, 80 percent', '40 idiomas, 80 %', null],
    ['From €49 a month', 'From €59 a month', '49 → 59'],
    ['From €49 a month', 'От 25 000 ₸ в месяц', null],
    ['On 10 November 2026', 'El 10 de noviembre de 2025', '2026 → 2025'],
  ])('with figures: %s | %s', (source, translation, found) => {
    const figures = compareFigures(source, translation);
    expect(figures && `${figures.before} → ${figures.after}`).toBe(found);
  });
});

describe('a selection', () => {
  const finding = (state: Finding['state']): Finding => ({ state, what: '', fields: [] });
  const thing: Thing = {
    key: 'pages/pricing',
    collection: 'pages',
    title: 'Pricing',
    savedAt: '2026-11-25T09:00:00.000Z',
    cells: [createCell('es', [finding('missing')]), createCell('pt', [finding('outdated')])],
  };
  const all = { thing: undefined, locales: [], collections: [], states: [], since: undefined };

  it('by state says nothing wrong about the other places', () => {
    const things = selectThings([thing], { ...all, states: ['missing'] });
    expect(things[0]?.cells).toMatchObject([
      { state: 'missing', findings: [{}] },
      { state: 'outdated', findings: [] },
    ]);
    const time = '2026-11-27T09:00:00Z';
    const about = { readAt: time, knownSince: time, hasDrafts: true, isSample: true, idleDecisions: [] };
    const report = createTranslationReport(things, { ...about, origin: '', locales: ['es', 'pt'] }, ['outdated']);
    expect(report).toMatchObject({ isPassed: true, counts: { missing: 1, outdated: 0, present: 0 } });
  });

  it('by time knows time zones', () => {
    expect(selectThings([thing], { ...all, since: '2026-11-25T11:00:00+03:00' })).toHaveLength(1);
    expect(selectThings([thing], { ...all, since: '2026-11-25T05:00:00-05:00' })).toHaveLength(0);
    expect(selectThings([{ ...thing, savedAt: null }], { ...all, since: '2020-01-01' })).toHaveLength(0);
  });
});

describe('decisions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'decisions-'));
  const file = join(folder, 'translations.yaml');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const missing = { state: 'missing', what: 'It is missing.', fields: [] } as const;
  const thing: Thing = {
    key: 'faq/price',
    collection: 'faq',
    title: 'Price',
    savedAt: null,
    cells: [createCell('es', [missing]), createCell('pt', [missing]), createCell('ua', [])],
  };
  const decideAll = (today: string): Thing => {
    const decisions = readDecisions(file);
    return { ...thing, cells: thing.cells.map((cell) => decide(thing.key, cell, decisions, today)) };
  };

  it('are written, read, and end', () => {
    expect(readDecisions(file)).toEqual([]);
    writeFileSync(file, '# Ours\n- { entry: "faq/*", locale: es, state: [missing, draft], reason: Not there }\n');
    expect(decideAll('2026-11-27').cells).toMatchObject([
      { state: 'excluded', reason: 'Not there', findings: [], accepted: [{ state: 'missing' }] },
      { state: 'missing' },
      { state: 'present' },
    ]);
    expect(acceptFindings(file, [decideAll('2026-11-27')], { reason: 'Later', until: '2026-12-31' })).toBe(1);
    expect(readFileSync(file, 'utf8')).toContain('# Ours\n');
    expect(readDecisions(file)[1]).toEqual({
      entry: 'faq/price',
      locale: ['pt'],
      state: ['missing'],
      reason: 'Later',
      until: '2026-12-31',
    });
    expect(decideAll('2026-12-31').cells.map(({ state }) => state)).toEqual(['excluded', 'excluded', 'present']);
    expect(decideAll('2027-01-01').cells.map(({ state }) => state)).toEqual(['excluded', 'missing', 'present']);
    const idle = (today: string) =>
      findIdleDecisions(readDecisions(file), { things: [decideAll(today)], hasDrafts: true }, today);
    expect(idle('2026-12-01')).toEqual([]);
    expect(idle('2027-01-01')).toEqual([
      'faq/price (pt), missing: the decision ended on 2026-12-31. Renew or delete it.',
    ]);
    const idleOf = (things: readonly Thing[], hasDrafts: boolean) =>
      findIdleDecisions(readDecisions(file), { things, hasDrafts }, '2026-12-01');
    const done = { ...thing, cells: [] };
    expect(idleOf([done], true)[0]).toContain('faq/* (es), missing, draft: nothing to accept any more');
    expect(idleOf([], true)[1]).toContain('there is no "faq/price". Correct its name');
    expect(idleOf([done], false)).toHaveLength(1);
  });

  it('with mistakes are refused, each with its place', () => {
    writeFileSync(
      file,
      '- { entry: faq, state: gone, reason: "" }\n- { entry: "faq/x", state: missing, reason: a, when: b }\n',
    );
    const error = (() => {
      try {
        return readDecisions(file);
      } catch (cause) {
        return cause;
      }
    })();
    expect(error).toBeInstanceOf(SiteError);
    const places = (error as SiteError).problems.map(({ what }) => what.split(':')[0]);
    expect((error as SiteError).problems[1]?.what).toContain('Expected missing, draft');
    expect(places).toEqual(['Decision 1, entry', 'Decision 1, state', 'Decision 1, reason', 'Decision 2']);
    writeFileSync(file, '- entry: [');
    expect(() => readDecisions(file)).toThrow('is not valid YAML');
  });
});
