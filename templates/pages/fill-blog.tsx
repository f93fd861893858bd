// The `<main>` of a page of the blog's list without a render of its own: the hundreds after the first differ in their cards
// and their place in the list.

import { Breadcrumbs, nameHere } from '../components/Breadcrumbs.tsx';
import { CardList, fillCards } from '../components/CardGrid.tsx';
import { Pager } from '../components/Pager.tsx';
import { type TextRules, TextRulesContext, WordsContext, type WordsContextValue } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import { fillOnce } from '../fill-once.tsx';
import { MainFrame } from '../Main.tsx';
import type { FilledFrame } from '../markup.ts';
import type { BlogProps, PageInput } from '../page-input.ts';
import { BlogView, isFirstOnPage } from './BlogPage.tsx';

/** The markup that {@link Main} has for a page of the blog's list. */
export function fillBlog(
  { props, breadcrumbs }: Pick<PageInput & { readonly template: 'blog' }, 'props' | 'breadcrumbs'>,
  words: WordsContextValue,
  rules: TextRules,
): FilledFrame {
  const { cards, pageNumber, previousHref: _previous, nextHref: _next, ...list } = props;
  const hasTexts = list.content.length > 0 || list.sections.length > 0;
  return fillOnce(words, {
    name: `blog ${list.hero === null}`,
    shape: { list, hasCards: cards.length > 0, trail: nameHere(breadcrumbs, ''), rules: hasTexts ? rules : NO_RULES },
    texts: {
      here: escapeLikeReact(breadcrumbs.at(-1)?.name ?? ''),
      place: String(pageNumber),
      cards: fillCards(cards, words, isFirstOnPage(props)),
      pager: fillPager(props, words),
    },
    create: (shape, mark) => (
      <TextRulesContext value={shape.rules}>
        <MainFrame template="blog" trail={<Breadcrumbs items={nameHere(shape.trail, mark('here'))} />}>
          <BlogView
            {...shape.list}
            place={mark('place')}
            grid={shape.hasCards ? <CardList itemsHtml={mark('cards')} isList={true} /> : null}
            pager={mark('pager')}
          />
        </MainFrame>
      </TextRulesContext>
    ),
  });
}

const NO_RULES: TextRules = { origin: '', finalHrefs: {}, richImages: {} };

function fillPager({ pageNumber, lastPage, previousHref, nextHref }: BlogProps, words: WordsContextValue): FilledFrame {
  return fillOnce(words, {
    name: `pager ${previousHref === null} ${nextHref === null}`,
    shape: { hasPages: lastPage > 1, hasPrevious: previousHref !== null, hasNext: nextHref !== null },
    texts: {
      previous: escapeLikeReact(previousHref ?? ''),
      next: escapeLikeReact(nextHref ?? ''),
      here: escapeLikeReact(words.t('common.pageOf', { page: pageNumber, lastPage })),
    },
    create: ({ hasPages, hasPrevious, hasNext }, mark) => (
      <WordsContext
        value={{ ...words, t: (key, values) => (key === 'common.pageOf' ? mark('here') : words.t(key, values)) }}
      >
        <Pager
          pageNumber={1}
          lastPage={hasPages ? 2 : 1}
          previousHref={hasPrevious ? mark('previous') : null}
          nextHref={hasNext ? mark('next') : null}
        />
      </WordsContext>
    ),
  });
}
