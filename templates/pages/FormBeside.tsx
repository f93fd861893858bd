// The opening of a page with the form that an editor placed, and a section, in two columns.

import type { ReactNode } from 'react';
import { PagePicture } from '../components/PagePicture.tsx';
import { useWords } from '../contexts.ts';
import type { MarketingProps, SectionInput } from '../page-input.ts';
import { FormSection } from '../sections/FormSection.tsx';
import type { SectionProps } from '../sections/SectionFrame.tsx';
import { Sections } from '../sections/Sections.tsx';
import { MarketingOpening } from './MarketingPage.tsx';
import './FormBeside.css';

interface FormBesideProps {
  readonly page: MarketingProps;
  readonly form: SectionProps<'form'>['section'];
  /** Shown below the title. */
  readonly section: SectionInput | null;
  /** On a dark ground, which the form leaves; or both on one sheet. */
  readonly look?: 'poster' | 'poster sheet';
  readonly children?: ReactNode;
}

export function FormBeside({ page, form, section, look, children }: FormBesideProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <div className={`form-beside split split--top ${look ?? ''}`.trim()}>
      <div>
        <MarketingOpening {...page} image={null} screen={null} />
        <a
          className="button button--quiet to-form"
          href={`#${form.form.id}`}
          lang={form.form.button === null ? wordsLang : undefined}
        >
          {form.form.button ?? t('common.toForm')}
        </a>
        <PagePicture image={page.image} screen={page.screen} />
        {section === null ? null : <Sections sections={[section]} />}
        {children}
      </div>
      <FormSection section={form} isNarrow />
    </div>
  );
}

/** The first section of a kind. */
export function findSection<K extends SectionInput['kind']>(
  { sections }: Pick<MarketingProps, 'sections'>,
  kind: K,
): Extract<SectionInput, { readonly kind: K }> | null {
  return (
    sections.find((section): section is Extract<SectionInput, { readonly kind: K }> => section.kind === kind) ?? null
  );
}
