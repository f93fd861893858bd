// A page with one form: academy, benchmarks, the data subject request. The form is at the end unless an editor placed it elsewhere.

import type { ReactNode } from 'react';
import { Form } from '../components/Form.tsx';
import type { FormPageProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';
import { findPlacedForms } from './placed-forms.ts';

export function FormPage({ form, ...page }: FormPageProps): ReactNode {
  const isPlaced = findPlacedForms(page).some(({ kind }) => kind === form.kind);
  return (
    <>
      <MarketingOpening {...page} />
      <MarketingBody {...page} />
      {isPlaced ? null : (
        <section className="section section--form band--raised">
          <Form form={form} />
        </section>
      )}
    </>
  );
}
