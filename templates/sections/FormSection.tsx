// A form that an editor placed, beside a product screen if one is chosen. Heading and text of the section are shown in the form.

import type { ReactNode } from 'react';
import { Form } from '../components/Form.tsx';
import { Screen } from '../screens/Screen.tsx';
import type { SectionProps } from './SectionFrame.tsx';
import './FormSection.css';

export function FormSection({ section }: SectionProps<'form'>): ReactNode {
  return (
    <section
      className={`section section--form band--raised${section.screen === null ? '' : ' split'}`}
      id={section.id ?? undefined}
    >
      <Form form={section.form} />
      {section.screen === null ? null : <Screen id={section.screen} />}
    </section>
  );
}
