// Questions whose answers open without JavaScript; the first one is open.

import type { ReactNode } from 'react';
import { RichText } from '../components/RichText.tsx';
import { useWords } from '../contexts.ts';
import { ButtonLink, type SectionProps } from './SectionFrame.tsx';
import './FaqSection.css';

export function FaqSection({ section }: SectionProps<'faq'>): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <section className="section section--faq" id={section.id ?? undefined}>
      <h2 lang={section.title === null ? wordsLang : undefined}>{section.title ?? t('section.questions')}</h2>
      {section.text === null ? null : <RichText html={section.text} />}
      {section.link === null ? null : (
        <p>
          <ButtonLink link={section.link} />
        </p>
      )}
      {section.questions.map(({ question, answer }, index) => (
        <details className="faq" key={question} open={index === 0} lang={wordsLang}>
          <summary>{question}</summary>
          <RichText html={answer} />
        </details>
      ))}
    </section>
  );
}
