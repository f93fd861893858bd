// Links with a line about each, as tiles.

import type { ReactNode } from 'react';
import type { NextInput } from '../page-input.ts';
import { MenuIcon } from './MenuIcon.tsx';
import './LinkGrid.css';

export function LinkGrid({ links }: { readonly links: readonly NextInput[] }): ReactNode {
  return (
    <ul className="link-grid">
      {links.map(({ page, href, label, description }) => (
        <li className="link-grid__item sight" key={href}>
          <MenuIcon id={page} />
          <a className="link-grid__link" href={href}>
            {label}
          </a>
          {description === null ? null : <p className="link-grid__text">{description}</p>}
        </li>
      ))}
    </ul>
  );
}
