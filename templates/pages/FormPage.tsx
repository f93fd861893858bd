// A page with one form: academy, benchmarks, the data subject request. The form is next to the title. A form that an editor placed moves
// there only if the page has steps, which are shown next to it, and no picture.

import type { ReactNode } from 'react';
import { Form } from '../components/Form.tsx';
import { PagePicture } from '../components/PagePicture.tsx';
import { useWords } from '../contexts.ts';
import type { FormPageProps } from '../page-input.ts';
import { Sections } from '../sections/Sections.tsx';
import { FormBeside, findSection } from './FormBeside.tsx';
import { MarketingBody, MarketingOpening, MarketingPage } from './MarketingPage.tsx';
import { findPlacedForms } from './placed-forms.ts';

export function FormPage({ form, ...page }: FormPageProps): ReactNode {
  const isPlaced = findPlacedForms(page).some(({ kind }) => kind === form.kind);
  const placed = findSection(page, 'form');
  const steps = findSection(page, 'steps');
  if (placed !== null && placed.form.kind === form.kind && steps !== null && page.image === null) {
    const rest = page.sections.filter((section) => section !== placed && section !== steps);
    return (
      <>
        <FormBeside page={page} form={placed} section={steps} />
        <MarketingBody {...page} sections={rest} />
      </>
    );
  }
  const table = findSection(page, 'comparison');
  const choices = placed?.form.asked.find((field) => field.choices !== undefined)?.choices ?? [];
  if (isPlaced && table !== null && choices.length > table.rows.length) {
    // Below the words on how to read the table, if they follow it.
    const place = page.sections.indexOf(table);
    const end = page.sections[place + 1]?.kind === 'text' ? place + 2 : place + 1;
    return (
      <>
        <MarketingOpening {...page} />
        <Sections sections={page.sections.slice(0, end)} />
        <Choices all={choices} shown={table.rows.map(([name = '']) => name)} />
        <MarketingBody {...page} sections={page.sections.slice(end)} />
      </>
    );
  }
  if (isPlaced) return <MarketingPage {...page} />;
  return (
    <>
      <div className="split split--top">
        <div>
          <MarketingOpening {...page} image={null} screen={null} />
          <PagePicture image={page.image} screen={page.screen} />
        </div>
        <Form form={form} />
      </div>
      <MarketingBody {...page} />
    </>
  );
}

/** What the form offers, below a table of a few: those that the table shows, and those that come by e-mail. */
function Choices({ all, shown }: { readonly all: readonly string[]; readonly shown: readonly string[] }): ReactNode {
  const { t, wordsLang } = useWords();
  const open = all.filter((name) => shown.includes(name)).length;
  return (
    <section className="section">
      <h3 lang={wordsLang}>{t('section.choices', { all: all.length, open, closed: all.length - open })}</h3>
      <ul className="categories">
        {all.map((name) => (
          <li key={name}>
            <a className={shown.includes(name) ? 'button' : 'button button--quiet'} href="#form">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
