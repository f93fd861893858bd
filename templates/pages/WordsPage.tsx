// A page that exists without an entry: its words, or what an editor made of it, beside its form.

import type { ReactNode } from 'react';
import type { WordKey } from '../../locales/words.ts';
import { Form } from '../components/Form.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { PagePicture } from '../components/PagePicture.tsx';
import { useWords } from '../contexts.ts';
import type { WordsPageProps } from '../page-input.ts';
import { ButtonLink } from '../sections/SectionFrame.tsx';
import { MarketingBody } from './MarketingPage.tsx';

/** What a page of words says where no editor said it. */
export interface PageWords {
  readonly title: WordKey;
  readonly subtitle: WordKey;
  readonly points: readonly WordKey[];
}

interface WordsPageViewProps {
  readonly page: WordsPageProps;
  readonly words: PageWords;
}

export function WordsPage({ page, words }: WordsPageViewProps): ReactNode {
  const { t } = useWords();
  const isWordsOnly = page.sections.length === 0 && page.content.length === 0;
  return (
    <>
      <div className="split split--top">
        <div>
          <PageOpening title={page.title ?? t(words.title)} subtitle={page.subtitle ?? t(words.subtitle)}>
            {page.link === null ? null : <ButtonLink link={page.link} />}
          </PageOpening>
          <PagePicture image={page.image} />
          {isWordsOnly ? (
            <ul className="points">
              {words.points.map((key) => (
                <li className="points__item" key={key}>
                  {t(key)}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <Form form={page.form} />
      </div>
      <MarketingBody sections={page.sections} content={page.content} />
    </>
  );
}
