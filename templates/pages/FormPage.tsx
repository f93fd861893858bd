// A page with one form: academy, benchmarks, the data subject request. The form is next to the title. A form that an editor placed moves
// there only if the page has steps, which are shown next to it, and no picture.

import type { ReactNode } from 'react';
import { Form } from '../components/Form.tsx';
import { PagePicture } from '../components/PagePicture.tsx';
import type { FormPageProps } from '../page-input.ts';
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
