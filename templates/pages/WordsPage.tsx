// A page that needs no entry: messages or the content of its entry, next to a form. A form placed by an editor replaces it.

import type { ReactNode } from 'react';
import type { WordKey } from '../../locales/words.ts';
import { Form } from '../components/Form.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { PagePicture } from '../components/PagePicture.tsx';
import { useWords } from '../contexts.ts';
import type { WordsPageProps } from '../page-input.ts';
import { Screen } from '../screens/Screen.tsx';
import { MarketingBody, OpeningLinks } from './MarketingPage.tsx';
import { findPlacedForms } from './placed-forms.ts';
import './WordsPage.css';

/** Default texts of the page. */
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
  const { t, wordsLang } = useWords();
  const hasPlacedForm = findPlacedForms(page).length > 0;
  return (
    <>
      {hasPlacedForm ? (
        <WordsOpening page={page} words={words} image={page.image} screen={page.screen} />
      ) : (
        <div className="split split--top">
          <div>
            <WordsOpening page={page} words={words} image={null} screen={null} />
            <a
              className={page.link === null ? 'button to-form' : 'button button--quiet to-form'}
              href={`#${page.form.id}`}
              lang={page.form.button === null ? wordsLang : undefined}
            >
              {page.form.button ?? t(page.form.kind === 'report' ? 'forms.buttonReport' : 'common.toForm')}
            </a>
            {page.screen === null ? <PagePicture image={page.image} /> : <Screen id={page.screen} />}
            {page.sections.length === 0 && page.content.length === 0 ? <WordsPoints points={words.points} /> : null}
          </div>
          <Form form={page.form} />
        </div>
      )}
      <MarketingBody sections={page.sections} content={page.content} />
    </>
  );
}

/** Title and subtitle of the entry, else the default ones. */
function WordsOpening({
  page,
  words,
  image,
  screen,
}: WordsPageViewProps & Pick<WordsPageProps, 'image' | 'screen'>): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <PageOpening
      title={page.title ?? t(words.title)}
      subtitle={page.subtitle ?? t(words.subtitle)}
      subtitleLang={page.subtitle === null ? wordsLang : undefined}
      image={image}
      screen={screen}
    >
      <OpeningLinks link={page.link} secondLink={page.secondLink} />
    </PageOpening>
  );
}

function WordsPoints({ points }: Pick<PageWords, 'points'>): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <ul className="points" lang={wordsLang}>
      {points.map((key) => (
        <li className="points__item" key={key}>
          {t(key)}
        </li>
      ))}
    </ul>
  );
}
