// A comparison table. The first cell of each row is its heading; a row with nothing else begins a group, or holds for all columns if it is the last one. Columns of numbers have bars. On phones, each row is a group of values
// labelled with their column; on medium screens the table scrolls.

import type { ReactNode } from 'react';
import { alignTable, nameOfColumns } from '../components/align-table.ts';
import { useWords } from '../contexts.ts';
import { measureColumns } from './bars.ts';
import { SectionFrame, type SectionProps } from './SectionFrame.tsx';
import './ComparisonSection.css';

export function ComparisonSection({ section }: SectionProps<'comparison'>): ReactNode {
  const { head, rows } = alignTable(section);
  const [corner = '', ...columns] = head;
  const measures = measureColumns(rows.map(([, ...values]) => values));
  return (
    <SectionFrame section={section}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="table-scroll" aria-label={section.title ?? nameOfColumns(head)} tabIndex={0}>
        <table className="comparison">
          {head.length === 0 ? null : (
            <thead>
              <tr>
                {corner === '' ? <td /> : <th scope="col">{corner}</th>}
                {columns.map((column) =>
                  // Without words it is no heading.
                  column === '' ? (
                    <td key={column} />
                  ) : (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ),
                )}
              </tr>
            </thead>
          )}
          {groupRows(rows).map(({ title, first, rows: members }) => (
            <tbody key={first}>
              {title === null ? null : (
                <tr className="comparison__group">
                  <th scope="rowgroup" colSpan={members.length === 0 ? head.length : undefined}>
                    {title}
                  </th>
                  {members.length === 0 ? null : columns.map((column) => <td key={column} />)}
                </tr>
              )}
              {members.map((cells, index) => (
                <ComparisonRow
                  key={cells[0]}
                  cells={cells}
                  columns={columns}
                  bars={measures.map((lengths) => lengths?.[first + index] ?? null)}
                />
              ))}
            </tbody>
          ))}
        </table>
      </section>
    </SectionFrame>
  );
}

interface RowGroup {
  readonly title: string | null;
  /** Index of the first row below the title. */
  readonly first: number;
  readonly rows: readonly (readonly string[])[];
}

/** Rows up to the next one that has a heading alone. */
function groupRows(rows: readonly (readonly string[])[]): readonly RowGroup[] {
  const isTitle = ([, ...values]: readonly string[]) => values.length > 0 && values.every((value) => value === '');
  const starts = rows.flatMap((cells, index) => (index === 0 || isTitle(cells) ? [index] : []));
  return starts.map((start, group) => {
    const title = isTitle(rows[start] ?? []) ? (rows[start]?.[0] ?? null) : null;
    const first = title === null ? start : start + 1;
    return { title, first, rows: rows.slice(first, starts[group + 1]) };
  });
}

interface ComparisonRowProps {
  readonly cells: readonly string[];
  /** Names of the columns but the first, the labels of values on phones. */
  readonly columns: readonly string[];
  /** Lengths of the bars in those columns, from 0 to 1; null where there is none. */
  readonly bars: readonly (number | null)[];
}

function ComparisonRow({ cells: [name = '', ...values], columns, bars }: ComparisonRowProps): ReactNode {
  return (
    <tr>
      {name === '' ? (
        <td />
      ) : (
        <th scope="row">
          <span>{name}</span>
        </th>
      )}
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ids, and a build never reorders them
        <td key={index} data-label={columns[index]}>
          <Value text={value} />
          <Bar length={bars[index] ?? null} />
        </td>
      ))}
    </tr>
  );
}

/** A tick or a dash for yes and no. */
function Value({ text }: { readonly text: string }): ReactNode {
  const { t } = useWords();
  const word = text.toLowerCase();
  const mark = word === t('common.yes').toLowerCase() ? 'yes' : word === t('common.no').toLowerCase() ? 'no' : null;
  // One element, which stays one item of the grid on phones.
  if (mark === null) return <span>{text}</span>;
  return (
    <>
      <svg className={`mark mark--${mark}`} viewBox="0 0 16 16" aria-hidden="true">
        <path d={mark === 'yes' ? 'M3 8.5l3.5 3.5L13 4.5' : 'M4 8H12'} />
      </svg>
      <span className="visually-hidden">{text}</span>
    </>
  );
}

/** Says again what the number says. */
function Bar({ length }: { readonly length: number | null }): ReactNode {
  if (length === null) return null;
  return (
    <svg className="comparison__bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 3H${Math.round(length * 100)}`} />
    </svg>
  );
}
