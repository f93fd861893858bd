// A page with one form: academy, benchmarks, the data subject request. The form is beside the title unless an editor placed it elsewhere.

import type { ReactNode } from 'react';
import { Form } from '../components/Form.tsx';
import { PagePicture } from '../components/PagePicture.tsx';
import type { FormPageProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening, MarketingPage } from './MarketingPage.tsx';
import { findPlacedForms } from './placed-forms.ts';

export function FormPage({ form, ...page }: FormPageProps): ReactNode {
  const isPlaced = findPlacedForms(page).some(({ kind }) => kind === form.kind);
  if (isPlaced) return <MarketingPage {...page} />;
  return (
    <>
      <div className="split split--top">
        <div>
          <MarketingOpening {...page} image={null} screen={null} />
          <PagePicture image={page.image} />
        </div>
        <Form form={form} />
      </div>
      <MarketingBody {...page} />
    </>
  );
}
