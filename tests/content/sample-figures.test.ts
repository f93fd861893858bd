// Figures that several texts of the sample state: the same wherever they are stated, in every language. A pattern that finds nothing
// is out of date, and fails, too.

import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localesWithWords } from '../../locales/words.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Everything that the sample says in a locale, in one line. */
function readLocale(locale: string): string {
  const files = [
    ...globSync(`content/sample/*/${locale}/*.md`, { cwd: PROJECT }),
    ...globSync(`content/sample/**/${locale}.yaml`, { cwd: PROJECT }),
    `locales/${locale}.json`,
  ].toSorted();
  return files
    .map((file) => readFileSync(join(PROJECT, file), 'utf8'))
    .join(' ')
    .replace(/\s+/g, ' ');
}

const texts = new Map(localesWithWords().map((locale) => [locale as string, readLocale(locale)]));

/** Numbers that the texts spell out. */
const SPELLED: Readonly<Record<string, number>> = {
  ten: 10,
  diez: 10,
  dez: 10,
  десяти: 10,
  десять: 10,
  fourteen: 14,
  catorce: 14,
  catorze: 14,
  чотирнадцять: 14,
  четырнадцать: 14,
  forty: 40,
  cuarenta: 40,
  quarenta: 40,
  сорок: 40,
  сорока: 40,
  sesenta: 60,
  sessenta: 60,
  шістдесят: 60,
  шестьдесят: 60,
  'сто сорок': 140,
  eight: 8,
};

function numberOf(said: string): number {
  const spelled = SPELLED[said.toLowerCase()];
  return (
    spelled ??
    Number(
      said
        .replaceAll(/[\s\u00a0]/g, '')
        .replace(/^(\d+)[.,](\d{3})$/, '$1$2')
        .replace(',', '.'),
    )
  );
}

interface Figure {
  readonly name: string;
  readonly is: number;
  /** Locale and a pattern whose first group is the figure. */
  readonly said: readonly (readonly [locale: string, pattern: RegExp])[];
}

const FIGURES: readonly Figure[] = [
  {
    name: 'customers',
    is: 620,
    said: [
      ['en', /title: customers, value: "(\d+)"/g],
      ['en', /More than (\d+) teams/g],
      ['es', /title: clientes value: "(\d+)"/g],
      ['pt', /title: clientes no mundo, value: "(\d+)"/g],
    ],
  },
  {
    name: 'people of the company',
    is: 140,
    said: [
      ['en', /title: people, value: "(\d+)"/g],
      ['es', /title: personas value: "(\d+)"/g],
      ['pt', /Somos (\d+) pessoas/g],
      ['kz', /(Сто сорок) человек/g],
    ],
  },
  {
    name: 'offices',
    is: 10,
    said: [
      ['en', /title: offices, value: "(\d+)"/g],
      ['en', /we have ([^\s"]+) offices/g],
      ['es', /nuestras ([^\s"]+) oficinas/g],
      ['pt', /([^\s"]+) escritórios e seis/g],
      ['pt', /Dos ([^\s"]+) escritórios/g],
      ['ua', /З ([^\s"]+) офісів/g],
      ['kz', /в ([^\s"]+) офисах/g],
      ['kz', /Из ([^\s"]+) офисов/g],
    ],
  },
  {
    name: 'languages',
    is: 40,
    said: [
      ['en', /([^\s"]+) languages in one list/g],
      ['en', /(?:and photos, in|Mentions monitoring in|of your brand in|public in) ([^\s"]+) languages/g],
      ['es', /Los ([^\s"]+) idiomas, con/g],
      ['es', /- ([^\s"]+) idiomas, y/g],
      ['ua', /Усі ([^\s"]+) мов/g],
      ['ua', /text: ([^\s"]+) мов,/g],
      ['kz', /Все ([^\s"]+) языков/g],
    ],
  },
  {
    name: 'posts read a day, in millions',
    is: 31,
    said: [
      ['en', /posts read a day, value: (\d+) million/g],
      ['en', /Keeps (\d+) million posts a day/g],
      ['es', /leídas value: (\d+) millones/g],
      ['pt', /posts lidos, value: (\d+) milhões/g],
      ['ua', /дописів прочитано value: (\d+) млн/g],
      ['kz', /прочитано value: (\d+) млн/g],
    ],
  },
  {
    name: 'photos analysed a day, in millions',
    is: 4.2,
    said: [
      ['en', /photos analysed a day, value: ([\d.]+) million/g],
      ['en', /([\d.]+) million public photos a day/g],
      ['en', /there are ([\d.]+) million of them a day/g],
      ['es', /reconocidas value: ([\d,]+) millones/g],
      ['pt', /reconhecidas, value: "([\d,]+) milhões"/g],
      ['ua', /розпізнано value: ([\d,]+) млн/g],
      ['kz', /распознано value: ([\d,]+) млн/g],
      ['kz', /([\d,]+) миллиона открытых снимков/g],
    ],
  },
  {
    name: 'median delay in minutes',
    is: 8,
    said: [
      ['en', /median delay, value: (\d+) min/g],
      ['en', /Median time from publication to your list: ([^\s"]+) minutes/g],
      ['kz', /медиана value: (\d+) мин/g],
    ],
  },
  {
    name: 'pages of the crisis guide',
    is: 14,
    said: [
      ['en', /"The crisis guide: ([^\s"]+) pages/g],
      ['en', /([^\s"]+) pages (?:for the day the phone|with checklists)/g],
      ['es', /([^\s"]+) páginas (?:para (?:un mal día|el día)|con listas)/g],
      ['pt', /([^\s"]+) páginas (?:para (?:um dia|o dia)|com listas|e cabe)/g],
      ['ua', /([^\s"]+) сторінок (?:на (?:поганий|той) день|із переліками)/g],
      ['kz', /([^\s"]+) страниц (?:на (?:тот|такой) день|с перечнями|руководства)/g],
    ],
  },
  {
    name: 'guaranteed availability in percent',
    is: 99.8,
    said: [
      ['en', /available ([\d.]+) percent of every month/g],
      ...['en', 'es', 'pt', 'ua', 'kz'].map((locale) => [locale, /- \{ value: "(99[.,]\d) ?%"/g] as const),
      ['pt', /(99,\d)% ou mais/g],
      ['ua', /<td>(99,\d) % і більше/g],
      ['kz', /доступной (99,\d) % времени/g],
      ['kz', /hoạt động (99,\d) %/g],
    ],
  },
  {
    name: 'days for an export after the contract',
    is: 60,
    said: [
      ['en', /export stays available for (\d+) days/g],
      ['en', /export everything for (\d+) days/g],
      ['es', /cuando te vas", "Fráncfort", "(\d+) días"/g],
      ['pt', /tem ([^\s"]+) dias para exportar/g],
      ['ua', /ще ([^\s"]+) днів(?: після завершення|, далі)/g],
      ['kz', /ещё ([^\s"]+) дней после окончания/g],
    ],
  },
];

function findSaid(locale: string, pattern: RegExp): readonly string[] {
  return [...(texts.get(locale) ?? '').matchAll(pattern)].map(([, said = '']) => said);
}

describe('figures of the sample', () => {
  it.each(FIGURES)('agree: $name', ({ is, said }) => {
    const stated = said.map(([locale, pattern]) => [`${locale} ${pattern.source}`, findSaid(locale, pattern)] as const);
    expect(stated.filter(([, found]) => found.length === 0).map(([pattern]) => pattern)).toEqual([]);
    const wrong = stated.flatMap(([pattern, found]) =>
      found.filter((each) => numberOf(each) !== is).map((each) => `${pattern}: ${each}`),
    );
    expect(wrong).toEqual([]);
  });

  it('agree: a year of each plan is twelve of its months, and a referral a tenth of that', () => {
    const plans = [
      ['en', 'Desk', /€([\d,]+)/],
      ['en', 'Newsroom', /€([\d,]+)/],
      ['es', 'Mesa', /([\d \u00a0]+) €/],
      ['es', 'Redacción', /([\d \u00a0]+) €/],
      ['pt', 'Essencial', /R\$ ([\d.]+)/],
      ['pt', 'Time', /R\$ ([\d.]+)/],
    ] as const;
    const page = (locale: string, name: string) =>
      readFileSync(join(PROJECT, `content/sample/pages/${locale}/${name}.md`), 'utf8');
    for (const [locale, plan, price] of plans) {
      const pricing = page(locale, 'pricing');
      const [, month = ''] = price.exec(pricing.slice(pricing.indexOf(`title: ${plan}\n`))) ?? [];
      const row = page(locale, 'referral').match(new RegExp(`cells: \\["?${plan}"?, (.*)\\]`))?.[1] ?? '';
      const [year, part] = [...row.matchAll(new RegExp(price.source, 'g'))].map(([, each = '']) => numberOf(each));
      expect([plan, year, part]).toEqual([plan, numberOf(month) * 12, numberOf(month) * 1.2]);
    }
  });

  it('agree: each price by the other period of billing, and the difference that the text names', () => {
    const differences = [
      ['en', /(\d+) percent more/, 10],
      ['es', /un (\S+) por ciento más/, 10],
      ['pt', /acréscimo de (\d+)%/, 15],
      ['ua', /на (\S+) відсотків дешевше/, -10],
      ['kz', /выше на (\S+) процентов/, 10],
    ] as const;
    for (const [locale, pattern, percent] of differences) {
      const pricing = readFileSync(join(PROJECT, `content/sample/pages/${locale}/pricing.md`), 'utf8');
      expect([locale, numberOf(pattern.exec(pricing)?.[1] ?? '')]).toEqual([locale, Math.abs(percent)]);
      const priceOf = (text = '') => numberOf(text.replaceAll(/[^\d\s.,]/g, '').trim());
      const prices = [...pricing.matchAll(/^ +value: (.*\d.*)\n.*\n +other_value: (.*)$/gm)];
      expect(prices.length).toBe(2);
      for (const [, price, other] of prices)
        expect(priceOf(other)).toBeCloseTo(priceOf(price) * (1 + percent / 100), 6);
    }
    expect(findSaid('en', /Yes, for (\d+) percent more/g)).toEqual(['10']);
    expect(findSaid('pt', /Pode, com acréscimo de (\d+)%/g)).toEqual(['15']);
  });
});
