// A form that an editor placed, beside a product screen if one is chosen. Heading and text of the section are shown in the form.

import type { ReactNode } from 'react';
import { Form } from '../components/Form.tsx';
import { isDrawing, Screen } from '../screens/Screen.tsx';
import type { SectionProps } from './SectionFrame.tsx';
import './FormSection.css';

interface FormSectionProps extends SectionProps<'form'> {
  /** In a column: the screen stands below the form. */
  readonly isNarrow?: boolean;
}

export function FormSection({ section, isNarrow = false }: FormSectionProps): ReactNode {
  return (
    <section
      className={`section section--form band--raised${section.screen === null ? '' : isDrawing(section.screen) ? '' : isNarrow ? ' proof' : ' split'}`}
      id={section.id ?? undefined}
    >
      <Form form={section.form} />
      {section.screen === null ? null : isNarrow ? (
        <div>
          <Screen id={section.screen} />
        </div>
      ) : (
        <Screen id={section.screen} />
      )}
    </section>
  );
}
