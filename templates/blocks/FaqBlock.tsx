// Questions whose answers open without JavaScript; the first one is open.

import type { ReactNode } from 'react';
import { RichText } from '../components/RichText.tsx';
import type { TitledBlockProps } from './block-of-type.ts';

export function FaqBlock({ block, id }: TitledBlockProps<'faq'>): ReactNode {
  return (
    <section className="section block--faq" id={id}>
      {block.title === null ? null : <h2>{block.title}</h2>}
      {block.items.map(({ question, answer }, index) => (
        <details className="faq" key={question} open={index === 0}>
          <summary>{question}</summary>
          <RichText html={answer} />
        </details>
      ))}
    </section>
  );
}
