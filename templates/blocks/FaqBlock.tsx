// Questions whose answers open without JavaScript.

import type { ReactNode } from 'react';
import { RichText } from '../components/RichText.tsx';
import type { BlockProps } from './block-of-type.ts';

export function FaqBlock({ block }: BlockProps<'faq'>): ReactNode {
  return (
    <section className="section">
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
