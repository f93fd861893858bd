// A landing page: an opening, content and a form.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { Form } from '../components/Form.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { useWords } from '../contexts.ts';
import type { LandingProps } from '../page-input.ts';
import './LandingPage.css';

export function LandingPage({ title, subtitle, image, content, form }: LandingProps): ReactNode {
  const { t, wordsLang } = useWords();
  const formId = form?.id ?? content.findLast((block) => block.type === 'form')?.form.id;
  return (
    <>
      <PageOpening title={title} subtitle={subtitle} image={image}>
        {formId === undefined ? null : (
          <a className={form === null ? 'button to-form' : 'button'} href={`#${formId}`} lang={wordsLang}>
            {t('common.toForm')}
          </a>
        )}
      </PageOpening>
      <Blocks blocks={content} />
      {form === null ? null : (
        <section className="section section--form band--raised">
          <Form form={form} />
        </section>
      )}
    </>
  );
}
