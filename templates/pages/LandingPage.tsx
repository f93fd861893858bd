// A landing page: title and picture next to the form, content below, and a link back to the form at the end.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { Form } from '../components/Form.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { langOf, useWords } from '../contexts.ts';
import type { BlockInput, FormInput, LandingProps } from '../page-input.ts';
import { findLastSubscription, isFormBlock } from './placed-forms.ts';
import './LandingPage.css';

export function LandingPage({ title, subtitle, image, content, form: ownForm }: LandingProps): ReactNode {
  const words = useWords();
  const { t, wordsLang } = words;
  const placed = content.find(isFormBlock) ?? null;
  const form = ownForm ?? placed?.form ?? null;
  // The first form stands beside the title, so that the last one of the content stays the last one of the page.
  const others = ownForm === null ? content.filter((block) => block !== placed) : content;
  // A table is a page of what the form sends, and features are what else is in it, so they come first.
  const rest = others.toSorted((a, b) => placeOf(a) - placeOf(b));
  if (form === null) {
    return (
      <>
        <PageOpening title={title} subtitle={subtitle} image={image} />
        <Blocks blocks={rest} />
      </>
    );
  }
  const last = findLastSubscription({ content, form: ownForm }) ?? content.findLast(isFormBlock)?.form ?? form;
  return (
    <>
      <div className="landing split split--top">
        <PageOpening title={title} subtitle={subtitle} image={image}>
          <a
            className="button to-form"
            href={`#${form.id}`}
            lang={form.button === null ? wordsLang : langOf(words, form.languageTag)}
          >
            {form.button ?? t('common.toForm')}
          </a>
        </PageOpening>
        <Form form={form} />
      </div>
      <div className="block-page">
        <Blocks blocks={rest} />
        {rest.at(-1)?.type === 'cta' ? null : <BackToForm form={last} />}
      </div>
    </>
  );
}

const FIRST: readonly BlockInput['type'][] = ['table', 'features'];

/** A call to action closes the page. */
const placeOf = ({ type }: BlockInput) =>
  FIRST.includes(type) ? FIRST.indexOf(type) : FIRST.length + (type === 'cta' ? 1 : 0);

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
