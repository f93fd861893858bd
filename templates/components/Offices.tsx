// Offices on a map, then each with its door, the time there, languages, address, telephone and e-mail; or only their names, with the time there.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { OfficeInput } from '../page-input.ts';
import { Image } from './Image.tsx';
import { findPins, OfficesMap } from './OfficeMap.tsx';
import './Offices.css';

/** As many offices as stand in one row. */
const FEW = 4;
/** Text such as "on request" has no link. Also as copied from a link. */
const MAIL_ADDRESS = /^\s*(?:mailto:)?([^\s@,;<>]+@[^\s@,;<>]+)\s*$/i;

interface OfficesProps {
  readonly offices: readonly OfficeInput[];
  /** Heading level of the names. */
  readonly level: 2 | 3;
  /** Shows their names and no more. */
  readonly isShort?: boolean;
}

export function Offices({ offices, level, isShort = false }: OfficesProps): ReactNode {
  const { t, wordsLang } = useWords();
  const pins = findPins(offices);
  // By part of the world, the first word of a time zone.
  const inOrder = [...Map.groupBy(offices, ({ timeZone }) => timeZone?.split('/')[0] ?? '').values()].flat();
  if (isShort) return <Clocks offices={inOrder} />;
  const hours = offices.map((office) => (office.hours === null ? '' : t('section.officeHours', office.hours)));
  const isSame = hours.length > 1 && hours.every((line) => line === hours[0]);
  return (
    <div lang={wordsLang}>
      {pins.length === 0 ? null : <OfficesMap pins={pins} />}
      {isSame ? <p>{hours[0]}</p> : null}
      {/* A few stand in one row. */}
      <ul className={offices.length > FEW ? 'offices stats people' : 'offices items'}>
        {inOrder.map((office) => (
          <Office key={office.title} office={office} level={level} hasHours={!isSame} />
        ))}
      </ul>
    </div>
  );
}

/** Names in large letters. A script adds the time at each, and whether somebody is there. */
function Clocks({ offices }: { readonly offices: readonly OfficeInput[] }): ReactNode {
  const { wordsLang } = useWords();
  return (
    <ul className="stats people" lang={wordsLang}>
      {offices.map(({ title, hours, timeZone }) => (
        <li key={title}>
          <p className="photo__text">{title}</p>
          {hours === null || timeZone === null ? null : (
            <p
              className="offices__now tone tone--neutral needs-script"
              data-office-zone={timeZone}
              data-hours={`${hours.opens}-${hours.closes}`}
              data-open="%"
              data-closed="%"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface OfficeProps {
  readonly office: OfficeInput;
  readonly level: 2 | 3;
  /** False if the hours of all offices are above them. */
  readonly hasHours: boolean;
}

function Office({ office, level, hasHours }: OfficeProps): ReactNode {
  const Name = level === 2 ? 'h2' : 'h3';
  return (
    <li className="offices__item">
      {office.photo === null ? null : <Image image={office.photo} sizes="(min-width: 600px) 22rem, 50vw" />}
      <Name className="offices__name">{office.title}</Name>
      <OfficeHours office={office} hasHours={hasHours} />
      {office.languages === null ? null : <p>{office.languages}</p>}
      <OfficeLines office={office} />
    </li>
  );
}

/** Hours on weekdays. A script adds the local time, and that the office is open. */
function OfficeHours({ office: { hours, timeZone }, hasHours }: Omit<OfficeProps, 'level'>): ReactNode {
  const { t } = useWords();
  if (hours === null) return null;
  const { opens, closes } = hours;
  return (
    <>
      {hasHours ? <p>{t('section.officeHours', { opens, closes })}</p> : null}
      {timeZone === null ? null : (
        <p
          className="offices__now tone tone--neutral needs-script"
          data-office-zone={timeZone}
          data-hours={`${opens}-${closes}`}
          data-open={t('section.officeOpen', { time: '%' })}
          data-closed={t('section.officeThere', { time: '%' })}
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
