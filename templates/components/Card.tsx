// An entry in a list. The whole card is clickable. Its texts can be in another language than the page.

import type { ReactNode } from 'react';
import { ownNameOf } from '../../locales/formatter.ts';
import { langOf, useWords } from '../contexts.ts';
import type { CardInput } from '../page-input.ts';
import { ScreenCrop } from '../screens/Screen.tsx';
import { Categories } from './Categories.tsx';
import { EventFacts } from './EventFacts.tsx';
import { Image } from './Image.tsx';
import { Moment } from './Moment.tsx';
import './Card.css';

interface CardProps {
  readonly card: CardInput;
  /** Heading level of the title. */
  readonly level: 2 | 3;
  readonly isFirst?: boolean;
  readonly className?: string;
  /** What the card is for, as its last line. */
  readonly action?: string | undefined;
}

/** A card. Its last line is the start of a webinar, or the date of another entry. */
export function Card({ card, level, isFirst = false, className = '', action }: CardProps): ReactNode {
  const { title, href, description, image, date, categories, startsAt, fields } = card;
  const Title = level === 2 ? 'h2' : 'h3';
  const words = useWords();
  const { t, wordsLang } = words;
  const lang = langOf(words, card.languageTag);
  const language = lang === undefined ? null : ownNameOf(lang);
  const isNamed = language === null || categories.some((category) => category.title === language);
  return (
    <article className={`card ${className}`.trim()}>
      <div className="card__media sight" lang={lang}>
        {image !== null ? (
          <Image image={image} isFirst={isFirst} sizes="(min-width: 1200px) 33vw, 100vw" />
        ) : fields.screen ? (
          <ScreenCrop id={fields.screen} />
        ) : null}
      </div>
      <div className="card__body">
        <Categories categories={categories} />
        {isNamed ? null : (
          <p className="card__text" lang={lang}>
            {language}
          </p>
        )}
        <Title className="card__title" lang={lang}>
          <a className="card__link" href={href}>
            {title}
          </a>
        </Title>
        {description === null ? null : (
          <p className="card__text" lang={lang}>
            {description}
          </p>
        )}
        {fields.correction == null ? null : (
          <p className="card__text" lang={lang}>
            <b lang={wordsLang}>{t('common.corrected')}</b> {fields.correction}
            {fields.corrected_words == null ? null : (
              <>
                <br />
                <del>{fields.corrected_words}</del>
              </>
            )}
          </p>
        )}
        {startsAt === undefined ? (
          <CardDate date={date} pages={fields.pages ?? null} />
        ) : (
          <EventFacts startsAt={startsAt} fields={fields} />
        )}
        {action === undefined ? null : (
          <p className="card__action arrow-link" aria-hidden="true">
            {action}
          </p>
        )}
      </div>
    </article>
  );
}

/** The date, and of a book how many pages it has. */
function CardDate({ date, pages }: Pick<CardInput, 'date'> & { readonly pages: number | null }): ReactNode {
  const { t, wordsLang } = useWords();
  if (date === null) return null;
  if (pages === null) return <Moment className="card__date" moment={date} />;
  return (
    <span className="card__date" lang={wordsLang}>
      {t('e-books.pages', { pages })} · <Moment moment={date} />
    </span>
  );
}
