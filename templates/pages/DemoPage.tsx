// The demo request: a description next to the form. Needs no entry.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { Form } from '../components/Form.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { PagePicture } from '../components/PagePicture.tsx';
import { useWords } from '../contexts.ts';
import type { DemoProps } from '../page-input.ts';
import { Sections } from '../sections/Sections.tsx';
import './DemoPage.css';

export function DemoPage({ title, subtitle, image, screen, content, sections, form }: DemoProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      <div className="split split--top">
        <div>
          <PageOpening
            title={title ?? t('demo.title')}
            subtitle={subtitle ?? t('demo.subtitle')}
            subtitleLang={subtitle === null ? wordsLang : undefined}
          />
          <a className="button button--quiet to-form" href={`#${form.id}`} lang={wordsLang}>
            {t('demo.toForm')}
          </a>
          <PagePicture image={image} screen={screen} />
          {content.length === 0 && sections.length === 0 ? <Agenda /> : <Blocks blocks={content} />}
        </div>
        <Form form={form} />
      </div>
      <Sections sections={sections} />
    </>
  );
}

function Agenda(): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <section className="agenda" lang={wordsLang}>
      <h2>{t('demo.agendaTitle')}</h2>
      <ul className="points">
        <li className="points__item">{t('demo.agendaMentions')}</li>
        <li className="points__item">{t('demo.agendaVisual')}</li>
        <li className="points__item">{t('demo.agendaQuestions')}</li>
      </ul>
    </section>
  );
}
