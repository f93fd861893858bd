// Logos of clients. A client without a logo shows its name.

import type { ReactNode } from 'react';
import type { ClientInput } from '../page-input.ts';
import { Image } from './Image.tsx';
import './LogoList.css';

export function LogoList({ clients }: { readonly clients: readonly ClientInput[] }): ReactNode {
  return (
    <ul className="logos">
      {clients.map(({ name, logo }) => (
        <li className="logos__item" key={name}>
          {logo === null ? name : <Image image={{ ...logo, alt: name }} sizes="10rem" />}
        </li>
      ))}
    </ul>
  );
}
