// The `<main>` of an article without a render of its own: articles are most of a site, and differ in their texts. What is
// no text of theirs, a form or a block of another kind, is told by the shape, so that no two articles are mixed up.

import { Breadcrumbs, nameHere } from '../components/Breadcrumbs.tsx';
import { CardList, fillSharedCards } from '../components/CardGrid.tsx';
import { ContentsList, fillContents } from '../components/Contents.tsx';
import { OwnMoment } from '../components/Moment.tsx';
import {
  type ImageShape,
  markCategories,
  markImage,
  nameOfImage,
  shapeOfImage,
  textsOfCategories,
  textsOfImage,
} from '../components/marks.ts';
import { createOutline, type Outline } from '../components/outline.ts';
import { type TextRules, TextRulesContext, WordsContext, type WordsContextValue } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import { fillOnce } from '../fill-once.tsx';
import type { Mark } from '../frames.ts';
import { MainFrame } from '../Main.tsx';
import type { FilledFrame, Texts } from '../markup.ts';
import type { ArticleProps, BlockInput, PageInput } from '../page-input.ts';
import { ArticleView } from './ArticlePage.tsx';
import { estimateReadingMinutes } from './reading-time.ts';

/** All of an article but its texts. */
interface ArticleShape {
  readonly trail: PageInput['breadcrumbs'];
  readonly hasDescription: boolean;
  readonly hasAuthor: boolean;
  readonly hasDate: boolean;
  readonly categories: number;
  readonly minutes: number;
  readonly image: ImageShape | null;
  readonly hasContents: boolean;
  /** Text blocks without their text. */
  readonly blocks: readonly BlockInput[];
  readonly form: ArticleProps['form'];
  /** Of blocks that are no text; null where there are none. */
  readonly rules: TextRules | null;
  readonly hasRelated: boolean;
}

/** The markup that {@link Main} has for an article. */
export function fillArticle(
  { props, breadcrumbs }: Pick<PageInput & { readonly template: 'article' }, 'props' | 'breadcrumbs'>,
  words: WordsContextValue,
  rules: TextRules,
): FilledFrame {
  const outline = createOutline(props.content, rules);
  const shape = shapeOf(props, outline, { trail: nameHere(breadcrumbs, ''), rules });
  return fillOnce(words, {
    name: nameOf(shape),
    shape,
    texts: { ...textsOf(props, outline, words), here: escapeLikeReact(breadcrumbs.at(-1)?.name ?? '') },
    create: (marked, mark) => createMarked(marked, mark, words),
  });
}

/** Articles of other blocks are hardly ever alike: of them all one is kept, of the others one of each kind. */
function nameOf({ rules, minutes, image, categories, blocks, hasAuthor }: ArticleShape): string {
  if (rules !== null) return 'article of other blocks';
  return `article ${minutes} ${nameOfImage(image)} ${categories} ${blocks.length} ${hasAuthor}`;
}

function shapeOf(
  { description, author, date, categories, image, content, form, related }: ArticleProps,
  { headings, characters }: Outline,
  { trail, rules }: { readonly trail: PageInput['breadcrumbs']; readonly rules: TextRules },
): ArticleShape {
  return {
    trail,
    hasDescription: description !== null,
    hasAuthor: author !== null,
    hasDate: date !== null,
    categories: categories.length,
    minutes: estimateReadingMinutes(characters),
    image: image === null ? null : shapeOfImage(image),
    hasContents: headings.length > 0,
    blocks: content.map((block) => (block.type === 'text' ? EMPTY_TEXT : block)),
    form,
    rules: content.every(({ type }) => type === 'text') ? null : rules,
    hasRelated: related.length > 0,
  };
}

const EMPTY_TEXT = { type: 'text', html: '' } as const;
const NO_RULES: TextRules = { origin: '', finalHrefs: {}, richImages: {} };

function textsOf(
  { title, description, author, date, categories, image, related }: ArticleProps,
  { headings, safeHtmlByIndex, knownByIndex }: Outline,
  words: WordsContextValue,
): Texts {
  const texts: Record<string, Texts[string]> = {
    title: escapeLikeReact(title),
    description: escapeLikeReact(description ?? ''),
    author: escapeLikeReact(author ?? ''),
    moment: escapeLikeReact(date ?? ''),
    date: date === null ? '' : escapeLikeReact(words.formatOwnDate(date)),
    contents: fillContents(headings),
    cards: fillSharedCards(related, words),
    ...(image === null ? {} : textsOfImage(image)),
    ...textsOfCategories(categories),
  };
  for (const [index, html] of safeHtmlByIndex) texts[`text ${index}`] = knownByIndex.get(index) ?? html;
  return texts;
}

function createMarked(shape: ArticleShape, mark: Mark, words: WordsContextValue) {
  const { image, blocks, categories, minutes, form } = shape;
  return (
    <TextRulesContext value={shape.rules ?? NO_RULES}>
      <MainFrame template="article" trail={<Breadcrumbs items={nameHere(shape.trail, mark('here'))} />}>
        <ArticleView
          title={mark('title')}
          description={shape.hasDescription ? mark('description') : null}
          author={shape.hasAuthor ? mark('author') : null}
          date={shape.hasDate ? markDate(mark, words) : null}
          categories={markCategories(categories, mark)}
          minutes={minutes}
          image={image === null ? null : markImage(image, mark)}
          content={blocks}
          outline={markOutline(blocks, mark)}
          contents={shape.hasContents ? <ContentsList itemsHtml={mark('contents')} /> : null}
          form={form}
          cards={shape.hasRelated ? <CardList itemsHtml={mark('cards')} isList={false} /> : null}
        />
      </MainFrame>
    </TextRulesContext>
  );
}

/** Of the date above the text alone: dates inside the text are its own. */
function markDate(mark: Mark, words: WordsContextValue) {
  return (
    <WordsContext value={{ ...words, formatOwnDate: () => mark('date') }}>
      <OwnMoment moment={mark('moment')} />
    </WordsContext>
  );
}

function markOutline(blocks: readonly BlockInput[], mark: Mark): Outline {
  const texts = blocks.flatMap(({ type }, index) => (type === 'text' ? [[index, mark(`text ${index}`)] as const] : []));
  return { headings: [], safeHtmlByIndex: new Map(texts), knownByIndex: new Map(), characters: 0 };
}
