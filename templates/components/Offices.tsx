// Offices on a map, then their names alone, or each with a small map, address, hours, telephone and e-mail.

import { type ReactNode, useId } from 'react';
import { useWords } from '../contexts.ts';
import type { OfficeInput } from '../page-input.ts';
import { onMap } from './land.ts';
import { findPins, NearMap, OfficesMap } from './OfficeMap.tsx';
import './Offices.css';

/** Text such as "on request" has no link. */
/** Also as copied from a link. */
const MAIL_ADDRESS = /^\s*(?:mailto:)?([^\s@,;<>]+@[^\s@,;<>]+)\s*$/i;

interface OfficesProps {
  readonly offices: readonly OfficeInput[];
  /** Heading level of the names. */
  readonly level: 2 | 3;
  /** Shows where they are and no more. */
  readonly isShort?: boolean;
}

export function Offices({ offices, level, isShort = false }: OfficesProps): ReactNode {
  const { wordsLang } = useWords();
  const landId = useId();
  const pins = findPins(offices);
  const map = pins.length === 0 ? null : <OfficesMap pins={pins} landId={landId} />;
  if (isShort)
    return (
      <div lang={wordsLang}>
        {map}
        <p>{offices.map(({ title }) => title).join('\u00a0· ')}</p>
      </div>
    );
  return (
    <div lang={wordsLang}>
      {map}
      <ul className="offices">
        {offices.map((office) => (
          <li className="offices__item" key={office.title}>
            {office.place === null ? null : <NearMap point={onMap(office.place)} landId={landId} />}
            <Office office={office} level={level} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Office({ office, level }: { readonly office: OfficeInput; readonly level: 2 | 3 }): ReactNode {
  const Name = level === 2 ? 'h2' : 'h3';
  return (
    <div className="offices__words">
      <Name className="offices__name">{office.title}</Name>
      <OfficeHours office={office} />
      <OfficeLines office={office} />
    </div>
  );
}

/** Hours on weekdays. A script adds the local time and whether the office is open. */
function OfficeHours({ office: { hours, timeZone } }: { readonly office: OfficeInput }): ReactNode {
  const { t } = useWords();
  if (hours === null) return null;
  const { opens, closes } = hours;
  return (
    <>
      <p className="offices__hours">{t('section.officeHours', { opens, closes })}</p>
      {timeZone === null ? null : (
        <p
          className="offices__now needs-script"
          data-office-zone={timeZone}
          data-hours={`${opens}-${closes}`}
          data-open={t('section.officeOpen', { time: '%' })}
          data-closed={t('section.officeClosed', { time: '%' })}
        />
      )}
    </>
  );
}

/** Address, telephone and e-mail of an office. */
export function OfficeLines({ office }: { readonly office: OfficeInput }): ReactNode {
  const { address, phones, email } = office;
  const place = [office.city, office.country].filter((part) => part !== null).join(', ');
  const mail = email === null ? null : (MAIL_ADDRESS.exec(email)?.[1] ?? null);
  return (
    <address className="office-lines">
      {address === null ? null : <p>{address}</p>}
      {place === '' ? null : <p>{place}</p>}
      {phones.length === 0 ? null : (
        <p>
          {phones.map(({ text, href }) =>
            href === null ? (
              text
            ) : (
              <a key={text} href={href}>
                {text.replaceAll(' ', '\u00a0')}
              </a>
            ),
          )}
        </p>
      )}
      {email === null ? null : <p>{mail === null ? email : <a href={`mailto:${mail}`}>{mail}</a>}</p>}
    </address>
  );
}
