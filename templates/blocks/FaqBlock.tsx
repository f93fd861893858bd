// Questions whose answers open without JavaScript.

import type { ReactNode } from 'react';
import { RichText } from '../components/RichText.tsx';
import type { TitledBlockProps } from './block-of-type.ts';

export function FaqBlock({ block, id }: TitledBlockProps<'faq'>): ReactNode {
  return (
    <section className="section block--faq" id={id}>
      {block.title === null ? null : <h2>{block.title}</h2>}
      {block.items.map(({ question, answer }) => (
        <details className="faq" key={question}>
          <summary>{question}</summary>
          <RichText html={answer} />
        </details>
      ))}
    </section>
  );
}
