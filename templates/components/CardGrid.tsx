// Cards side by side, as a list. All cards of a kind differ in their texts alone.

import type { ReactNode } from 'react';
import { useWords, WordsContext, type WordsContextValue } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import { fillOnce } from '../fill-once.tsx';
import type { Mark } from '../frames.ts';
import { type FilledFrame, printFrames, type Texts } from '../markup.ts';
import type { CardInput } from '../page-input.ts';
import { Card } from './Card.tsx';
import './CardGrid.css';
import {
  type ImageShape,
  markCategories,
  markImage,
  nameOfImage,
  shapeOfImage,
  textsOfCategories,
  textsOfImage,
} from './marks.ts';

interface CardGridProps {
  readonly cards: readonly CardInput[];
  /** No image stands above the grid, so its first one is fetched at once. */
  readonly isFirstOnPage?: boolean;
  /** The grid of a list that goes on. */
  readonly isList?: boolean;
}

export function CardGrid({ cards, isFirstOnPage = false, isList = false }: CardGridProps): ReactNode {
  const words = useWords();
  if (!words.isTraced)
    return <CardList itemsHtml={printFrames(fillCards(cards, words, isFirstOnPage))} isList={isList} />;
  return (
    <ul {...attributesOf(isList)}>
      {cards.map((card, index) => (
        <CardItem key={card.href} card={card} isFirst={isFirstOnPage && index === 0} />
      ))}
    </ul>
  );
}

const attributesOf = (isList: boolean) => ({ className: 'card-grid', 'data-list-cards': isList || undefined });

/** The grid around its cards. */
export function CardList({ itemsHtml, isList }: { readonly itemsHtml: string; readonly isList: boolean }): ReactNode {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it, and every text of it is escaped
  return <ul {...attributesOf(isList)} dangerouslySetInnerHTML={{ __html: itemsHtml }} />;
}

/** The cards of a grid. */
export function fillCards(
  cards: readonly CardInput[],
  words: WordsContextValue,
  isFirstOnPage: boolean,
): readonly FilledFrame[] {
  return cards.map((card, index) => fillCardItem(words, card, isFirstOnPage && index === 0));
}

/** Lists that were filled once with the words, and what they are where they come again. */
const repeated = new WeakMap<readonly CardInput[], WeakMap<WordsContextValue, { filled: FilledFrame | null }>>();

/** The cards of a list that may stand on many pages: one that does is printed once, and what it says is read once. */
export function fillSharedCards(cards: readonly CardInput[], words: WordsContextValue): Texts[string] {
  const byWords = repeated.get(cards) ?? new WeakMap<WordsContextValue, { filled: FilledFrame | null }>();
  const known = byWords.get(words);
  if (known === undefined) {
    repeated.set(cards, byWords.set(words, { filled: null }));
    return fillCards(cards, words, false);
  }
  known.filled ??= { frame: { start: printFrames(fillCards(cards, words, false)), others: [] }, texts: {} };
  return known.filled;
}

function CardItem({ card, isFirst }: { readonly card: CardInput; readonly isFirst: boolean }): ReactNode {
  return (
    <li>
      <Card card={card} level={3} isFirst={isFirst} />
    </li>
  );
}

/** All of a card but its texts. */
interface CardShape {
  readonly isFirst: boolean;
  readonly hasDescription: boolean;
  readonly hasDate: boolean;
  readonly image: ImageShape | null;
  readonly categories: number;
  readonly languageTag: CardInput['languageTag'];
}

function fillCardItem(words: WordsContextValue, card: CardInput, isFirst: boolean): FilledFrame {
  const { title, href, description, image, date, categories, languageTag } = card;
  const shape: CardShape = {
    isFirst,
    hasDescription: description !== null,
    hasDate: date !== null,
    image: image === null ? null : shapeOfImage(image),
    categories: categories.length,
    languageTag,
  };
  const texts = {
    title: escapeLikeReact(title),
    href: escapeLikeReact(href),
    description: escapeLikeReact(description ?? ''),
    moment: escapeLikeReact(date ?? ''),
    date: date === null ? '' : escapeLikeReact(words.formatDate(date)),
    ...(image === null ? {} : textsOfImage(image)),
    ...textsOfCategories(categories),
  };
  const kind = `${isFirst} ${shape.hasDescription} ${shape.hasDate} ${categories.length} ${languageTag}`;
  return fillOnce(words, {
    name: `card ${kind} ${nameOfImage(shape.image)}`,
    shape,
    texts,
    create: (marked, mark) => (
      <WordsContext value={{ ...words, formatDate: () => mark('date') }}>
        <CardItem card={markCard(marked, mark)} isFirst={isFirst} />
      </WordsContext>
    ),
  });
}

function markCard({ hasDescription, hasDate, image, categories, languageTag }: CardShape, mark: Mark): CardInput {
  return {
    title: mark('title'),
    href: mark('href'),
    description: hasDescription ? mark('description') : null,
    image: image === null ? null : markImage(image, mark),
    date: hasDate ? mark('moment') : null,
    categories: markCategories(categories, mark),
    languageTag,
  };
}
