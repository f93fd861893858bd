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
  return (
    <>
      <Name className="offices__name">{office.title}</Name>
      <OfficeLines office={office} />
    </>
  );
}

/** Address, telephone and e-mail of an office. */
export function OfficeLines({ office }: { readonly office: OfficeInput }): ReactNode {
  const { address, phone, email } = office;
  const place = [office.city, office.country].filter((part) => part !== null).join(', ');
  return (
    <address className="office-lines">
      {address === null ? null : <p>{address}</p>}
      {place === '' ? null : <p>{place}</p>}
      {phone === null ? null : (
        <p>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone.replaceAll(' ', '\u00a0')}</a>
        </p>
      )}
      {email === null ? null : (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </address>
  );
}
