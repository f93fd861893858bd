// Links with a line about each, as tiles.

import type { ReactNode } from 'react';
import type { DescribedLinkInput } from '../page-input.ts';
import './LinkGrid.css';

export function LinkGrid({ links }: { readonly links: readonly DescribedLinkInput[] }): ReactNode {
  return (
    <ul className="link-grid">
      {links.map(({ href, label, description }) => (
        <li className="link-grid__item sight" key={href}>
          <a className="link-grid__link" href={href}>
            {label}
          </a>
          {description === null ? null : <p className="link-grid__text">{description}</p>}
        </li>
      ))}
    </ul>
  );
}
