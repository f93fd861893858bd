// A landing page: title and picture next to the form, content below, and a link back to the form at the end.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { Form } from '../components/Form.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { langOf, useWords } from '../contexts.ts';
import type { BlockInput, FormInput, LandingProps } from '../page-input.ts';
import './LandingPage.css';

export function LandingPage({ title, subtitle, image, content, form: ownForm }: LandingProps): ReactNode {
  const { t, wordsLang } = useWords();
  const placed = content.findLast(isForm) ?? null;
  const form = ownForm ?? placed?.form ?? null;
  const rest = ownForm === null ? content.filter((block) => block !== placed) : content;
  if (form === null) {
    return (
      <>
        <PageOpening title={title} subtitle={subtitle} image={image} />
        <Blocks blocks={rest} />
      </>
    );
  }
  return (
    <>
      <div className="landing split split--top">
        <PageOpening title={title} subtitle={subtitle} image={image}>
          <a className="button to-form" href={`#${form.id}`} lang={wordsLang}>
            {t('common.toForm')}
          </a>
        </PageOpening>
        <Form form={form} />
      </div>
      <div className="block-page">
        <Blocks blocks={rest} />
        <BackToForm form={form} />
      </div>
    </>
  );
}

function isForm(block: BlockInput): block is Extract<BlockInput, { readonly type: 'form' }> {
  return block.type === 'form';
}

function BackToForm({ form: { id, title, button, languageTag } }: { readonly form: FormInput }): ReactNode {
  const words = useWords();
  if (title === null) return null;
  const lang = langOf(words, languageTag);
  return (
    <div className="cta">
      <p lang={lang}>{title}</p>
      <a className="button" href={`#${id}`} lang={button === null ? words.wordsLang : lang}>
        {button ?? words.t('common.toForm')}
      </a>
    </div>
  );
}
