// A page that leads to one form of its own: academy, benchmarks, the request of a data subject.

import type { ReactNode } from 'react';
import { Form } from '../components/Form.tsx';
import type { FormPageProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function FormPage({ form, ...page }: FormPageProps): ReactNode {
  return (
    <>
      <MarketingOpening {...page} />
      <MarketingBody {...page} />
      <section className="section section--form">
        <Form form={form} />
      </section>
    </>
  );
}
