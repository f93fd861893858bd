// Generates the same content on every machine. Texts consist of syllables of the language; an article has about 5 kB of HTML with
// headings, lists, a quote and links.

import { PAGES } from '../config/pages.ts';

/** An entry as the content service sends it. */
export type RawEntry = Readonly<Record<string, unknown>>;

const SYLLABLES: Readonly<Record<string, readonly string[]>> = {
  en: ['the', 'ing', 'pro', 'ter', 'mar', 'ket', 're', 'sult', 'cli', 'ent', 'ser', 'plan', 'or', 'sta', 'tion'],
  es: ['ción', 'pro', 'que', 'los', 'ña', 'né', 'gó', 'cio', 'es', 'tra', 'te', 'gia', 'de', 'rro', 'la'],
  pt: ['ção', 'ões', 'pro', 'que', 'não', 'gó', 'cio', 'es', 'tra', 'té', 'gia', 'sen', 'men', 'to', 'ês'],
  ua: ['роз', 'роб', 'ка', 'про', 'дук', 'ту', 'ве', 'зна', 'чен', 'ня', 'ком', 'па', 'нії', 'ці', 'ль'],
  kz: ['раз', 'ра', 'бот', 'ка', 'про', 'дук', 'та', 'вы', 'зна', 'че', 'ние', 'ком', 'па', 'нии', 'ся'],
};
const CATEGORIES = 12;
const NEWEST = Date.UTC(2026, 9, 1);

interface Random {
  readonly below: (limit: number) => number;
}

/** mulberry32. */
function createRandom(seed: number): Random {
  let state = seed;
  return {
    below: (limit) => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
    },
  };
}

/** The n-th newest article of a site. */
export function createArticle(site: string, index: number): RawEntry {
  const random = createRandom(index * 31 + site.charCodeAt(0) * 7919 + site.charCodeAt(1));
  const syllables = SYLLABLES[site] ?? [];
  const word = () =>
    Array.from({ length: 1 + random.below(3) }, () => syllables[random.below(syllables.length)]).join('');
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const sentence = () => {
    const text = words(8 + random.below(9));
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const paragraph = (count: number) => Array.from({ length: count }, sentence).join(' ');
  const prefix = site === 'en' ? '' : `/${site}`;
  const sections = Array.from({ length: 5 }, (_, number) =>
    [
      `<h2 id="part-${number}">${words(4)}</h2>`,
      `<p>${paragraph(2)} <a href="${prefix}/blog/article-${Math.max(0, index - 1 - number)}/">${words(3)}</a> ${sentence()}</p>`,
      number === 1
        ? `<ul><li>${words(7)}</li><li>${words(8)}</li><li><strong>${words(2)}</strong> ${words(6)}</li></ul>`
        : '',
      number === 3 ? `<blockquote><p>${sentence()}</p></blockquote>` : '',
      `<p>${paragraph(4)} <a href="https://www.example.org/${random.below(1_000_000)}">${words(2)}</a> ${10 + random.below(990)}.</p>`,
    ].join('\n'),
  );
  const category = random.below(CATEGORIES);
  const date = new Date(NEWEST - index * 3_600_000).toISOString();
  return {
    id: `${site}-article-${index}`,
    origin_id: site === 'en' ? null : `en-article-${index}`,
    slug: `article-${index}`,
    title: words(5 + random.below(4)),
    locale: site,
    published: true,
    status: 'published',
    private: false,
    date,
    last_modified: date,
    edit_url: `https://cms.example.com/cp/collections/blog_articles/entries/${site}-article-${index}`,
    short_description: `${sentence()} ${sentence()}`,
    category: [{ id: `category::topic-${category}`, slug: `topic-${category}`, title: words(2) }],
    image: { url: `/assets/cover-${index % 97}.jpg`, alt: words(4), width: 1200, height: 630 },
    author: null,
    content: `<p>${paragraph(3)}</p>\n${sections.join('\n')}`,
  };
}

/** The entries of all pages of config/pages.ts, so that menus are as large as on a real site. */
export function createPages(site: string): readonly RawEntry[] {
  const slugs = PAGES.flatMap(({ source }) => (source.kind === 'entry' ? [source.slug] : []));
  return slugs.map((slug) => ({
    id: `${site}-page-${slug}`,
    slug,
    title: slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' '),
    locale: site,
    published: true,
    status: 'published',
  }));
}
