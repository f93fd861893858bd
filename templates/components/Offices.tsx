// Offices with address, telephone and e-mail.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { OfficeInput } from '../page-input.ts';
import './Offices.css';

interface OfficesProps {
  readonly offices: readonly OfficeInput[];
  /** Heading level of the names. */
  readonly level: 2 | 3;
}

export function Offices({ offices, level }: OfficesProps): ReactNode {
  const { wordsLang } = useWords();
  return (
    <ul className="offices" lang={wordsLang}>
      {offices.map((office) => (
        <li className="offices__item" key={office.title}>
          <Office office={office} level={level} />
        </li>
      ))}
    </ul>
  );
}

function Office({ office, level }: { readonly office: OfficeInput; readonly level: 2 | 3 }): ReactNode {
  const Name = level === 2 ? 'h2' : 'h3';
  const place = [office.city, office.country].filter((part) => part !== null).join(', ');
  return (
    <>
      <Name className="offices__name">{office.title}</Name>
      <address>
        {office.address === null ? null : <p>{office.address}</p>}
        {place === '' ? null : <p>{place}</p>}
        {office.phone === null ? null : (
          <p>
            <a href={`tel:${office.phone.replace(/[^+\d]/g, '')}`}>{office.phone.replaceAll(' ', '\u00a0')}</a>
          </p>
        )}
        {office.email === null ? null : (
          <p>
            <a href={`mailto:${office.email}`}>{office.email}</a>
          </p>
        )}
      </address>
    </>
  );
}
