// A table of things compared: the first cell of each row names it. It scrolls by itself where the screen is narrow.

import type { ReactNode } from 'react';
import { SectionFrame, type SectionProps } from './SectionFrame.tsx';

export function ComparisonSection({ section }: SectionProps<'comparison'>): ReactNode {
  const [corner = '', ...columns] = section.head;
  return (
    <SectionFrame section={section}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="table-scroll" aria-label={section.title ?? corner} tabIndex={0}>
        <table className="comparison">
          <thead>
            <tr>
              {corner === '' ? <td /> : <th scope="col">{corner}</th>}
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {section.rows.map((cells) => (
              <ComparisonRow key={cells[0]} cells={cells} />
            ))}
          </tbody>
        </table>
      </section>
    </SectionFrame>
  );
}

function ComparisonRow({ cells: [name = '', ...values] }: { readonly cells: readonly string[] }): ReactNode {
  return (
    <tr>
      <th scope="row">{name}</th>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ids, and a build never reorders them
        <td key={index}>{value}</td>
      ))}
    </tr>
  );
}
