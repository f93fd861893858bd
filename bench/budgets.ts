// The budgets. Most are ratios of two alternating runs, because the speed of a shared machine changes by a third within minutes.

import { alignTable, type Figure } from './suite.ts';

/** The maximum of a figure. */
type Budget = Omit<Figure, 'value'> & { readonly most: number };

const PREVIEWED = ['entry', 'style', 'template', 'word', 'rule'];

const BUDGETS: readonly Budget[] = [
  { name: 'cold ÷ Hugo', articles: 1000, most: 1.4, unit: '' },
  { name: 'cold ÷ Hugo', articles: 10_000, most: 0.6, unit: '' },
  { name: 'cold ÷ Eleventy, same work', articles: 10_000, most: 0.95, unit: '' },
  { name: 'cold ÷ Hugo', articles: 100_000, most: 0.25, unit: '' },
  { name: 'peak memory', articles: 10_000, most: 600, unit: 'MB' },
  { name: 'peak memory', articles: 100_000, most: 600, unit: 'MB' },
  { name: 'peak memory ÷ Hugo', articles: 100_000, most: 0.1, unit: '' },
  { name: 'nothing changed, fetched again ÷ cold', articles: 10_000, most: 0.26, unit: '' },
  { name: 'one article edited, fetched again ÷ cold', articles: 10_000, most: 0.65, unit: '' },
  { name: 'sample, nothing changed', articles: null, most: 0.8, unit: 's' },
  { name: '--help', articles: null, most: 80, unit: 'ms' },
  { name: 'pictures, peak memory', articles: 250, most: 300, unit: 'MB' },
  { name: 'service, one article edited', articles: 10_000, most: 5, unit: 's' },
  { name: 'service, first page of a preview', articles: 10_000, most: 3, unit: 's' },
  { name: 'Live Preview, beside the service', articles: null, most: 500, unit: 'ms' },
  { name: 'publish, peak memory', articles: 10_000, most: 200, unit: 'MB' },
  { name: 'roll back, peak memory', articles: 10_000, most: 200, unit: 'MB' },
  { name: 'publish an edit, requests − changed objects', articles: 10_000, most: 8, unit: 'requests' },
  { name: 'large, an edit, peak memory', articles: null, most: 300, unit: 'MB' },
  { name: 'large, an edit, traffic', articles: null, most: 2, unit: 'MB' },
  ...PREVIEWED.map((kind): Budget => ({ name: `preview, ${kind}`, articles: null, most: 150, unit: 'ms' })),
];

/** The figures as a Markdown table, those with a budget first. */
export function describeFigures(figures: readonly Figure[]): string {
  const known = figures.map((figure) => ({ figure, most: findBudget(figure) }));
  const rows = [...known.filter(({ most }) => most !== null), ...known.filter(({ most }) => most === null)];
  const cells = rows.map(({ figure: { name, articles, value, unit }, most }) => [
    name,
    articles === null ? '–' : articles.toLocaleString('en'),
    print(value, unit),
    most === null ? '–' : `≤ ${print(most, unit)}`,
    most === null ? '' : value <= most ? 'within' : 'over',
  ]);
  return alignTable([['figure', 'articles', 'measured', 'budget', ''], ...cells]).join('\n');
}

function findBudget({ name, articles }: Figure): number | null {
  return BUDGETS.find((budget) => budget.name === name && budget.articles === articles)?.most ?? null;
}

function print(value: number, unit: Figure['unit']): string {
  if (unit === '' || unit === 's') return `${value.toFixed(2)}${unit === '' ? '' : ' s'}`;
  return `${Math.round(value)} ${unit}`;
}
