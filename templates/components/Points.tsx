// Short lines with check marks.

import type { ReactNode } from 'react';
import './Points.css';

export function Points({ points }: { readonly points: readonly string[] }): ReactNode {
  if (points.length === 0) return null;
  return (
    <ul className="points">
      {points.map((point) => (
        <li className="points__item" key={point}>
          {point}
        </li>
      ))}
    </ul>
  );
}
