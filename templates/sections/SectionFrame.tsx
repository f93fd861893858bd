// The common parts of sections: heading, text and link, above the content of its kind.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { RichText } from '../components/RichText.tsx';
import type { LinkInput, SectionInput } from '../page-input.ts';
import './SectionFrame.css';

/** The props of a section component. */
export interface SectionProps<K extends SectionInput['kind']> {
  readonly section: Extract<SectionInput, { readonly kind: K }>;
}

interface FrameProps {
  readonly section: SectionInput;
  readonly className?: string;
  readonly children?: ReactNode;
}

export function SectionFrame({ section, className = '', children }: FrameProps): ReactNode {
  return (
    <section id={section.id ?? undefined} className={`section section--${section.kind} ${className}`.trim()}>
      <SectionHead section={section} />
      {children}
    </section>
  );
}

/** Heading, text and link, if set. */
export function SectionHead({ section }: { readonly section: SectionInput }): ReactNode {
  const { title, text, link } = section;
  if (title === null && text === null && link === null) return null;
  return (
    <div className="section__opening">
      {title === null ? null : <h2>{title}</h2>}
      {text === null ? null : <RichText html={text} />}
      {link === null ? null : <ButtonLink link={link} />}
    </div>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  link,
  isQuiet = false,
}: {
  readonly link: LinkInput;
  readonly isQuiet?: boolean;
}): ReactNode {
  return (
    <Anchor className={isQuiet ? 'button button--quiet' : 'button'} href={link.href} isOuter={link.isOuter}>
      {link.label}
    </Anchor>
  );
}

/** Level of headings inside a section: below that of the section, if it has a heading. */
export function innerLevel({ title }: SectionInput): 2 | 3 {
  return title === null ? 2 : 3;
}
