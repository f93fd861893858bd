// A table that scrolls if it is wider than the screen.

import { Fragment, type ReactNode } from 'react';
import { alignTable, nameOfColumns } from '../components/align-table.ts';
import type { TitledBlockProps } from './block-of-type.ts';

export function TableBlock({ block, id }: TitledBlockProps<'table'>): ReactNode {
  const { head, rows } = alignTable(block);
  return (
    <section
      className="table-scroll"
      id={id}
      aria-label={block.caption ?? nameOfColumns(head)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <table>
        {block.caption === null ? null : <caption>{block.caption}</caption>}
        {head.length === 0 ? null : (
          <thead>
            <Row cells={head} isHead />
          </thead>
        )}
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids, and a build never reorders them
            <Row key={index} cells={cells} isHead={false} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ cells, isHead }: { readonly cells: readonly string[]; readonly isHead: boolean }): ReactNode {
  return (
    <tr>
      {cells.map((cell, index) =>
        // An empty corner is not a heading.
        isHead && cell !== '' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ids, and a build never reorders them
          <th key={index} scope="col">
            {breakAtDots(cell)}
          </th>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ids, and a build never reorders them
          <td key={index}>{breakAtDots(cell)}</td>
        ),
      )}
    </tr>
  );
}

/** A host name breaks after a dot before it breaks inside a word. */
function breakAtDots(cell: string): ReactNode {
  const [first, ...others] = cell.split(/(?<=[a-z]\.)(?=[a-z]{2})/);
  return (
    <>
      {first}
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids, and a build never reorders them
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
