import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localesWithWords } from '../../locales/words.ts';
import { createTemplates } from '../../templates/bundle.ts';
import { OfficeLines } from '../../templates/components/Offices.tsx';
import type { PageInput, TemplateInput, WordsInput } from '../../templates/page-input.ts';
import { TEMPLATES } from '../../templates/template-ids.ts';
import { findMarkupFaults, withoutChrome } from '../html-rules.ts';
import { IS_LONG, sampleOf } from '../long-run.ts';
import {
  cardOf,
  chromeWith,
  EVERY_SECTION,
  EVERY_TEMPLATE,
  formOf,
  headWith,
  imageOf,
  PROPS,
  pageWith,
  wordsOf,
} from './page-makers.ts';

const { renderChrome, renderPage, renderPageParts } = createTemplates();

/** A page in English with its chrome. */
function render(template: TemplateInput, changes: Parameters<typeof pageWith>[1] = {}): string {
  const input: PageInput = pageWith(template, changes);
  const words = wordsOf(template.template);
  return renderPage(input, { words, chrome: renderChrome(chromeWith({ layout: input.layout }), words, 'chrome-') });
}

// React's development build reports wrong nesting, missing keys and unknown attributes on the console.
const printed: unknown[][] = [];
beforeEach(() => {
  for (const method of ['error', 'warn', 'log', 'info'] as const) {
    vi.spyOn(console, method).mockImplementation((...message: unknown[]) => void printed.push(message));
  }
});
afterEach(() => {
  const messages = printed.splice(0);
  vi.restoreAllMocks();
  expect(messages).toEqual([]);
});

describe('renderPage', () => {
  it('has every template of the table under test', () => {
    expect(EVERY_TEMPLATE.map(({ template }) => template)).toEqual(Object.keys(TEMPLATES));
  });

  it.each(EVERY_TEMPLATE.map((template) => [template.template, template] as const))(
    'renders %s as valid HTML with one h1 and no word from React',
    async (_, template) => {
      const html = render(template);
      expect(html.startsWith('<!doctype html><html lang="en"><head><meta charset="utf-8">')).toBe(true);
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      expect(html).not.toMatch(/ style=|<script>| on[a-z]+=/);
      // A page of each kind of the sample is read in tests/site, too.
      if (IS_LONG || EVERY_TEMPLATE.indexOf(template) % 4 === 0)
        expect(await findMarkupFaults(IS_LONG ? html : withoutChrome(html))).toEqual([]);
    },
  );

  // Everything else here is in English.
  it.each(sampleOf(localesWithWords().toReversed()))('finds every word of every template in %s', (locale) => {
    for (const template of EVERY_TEMPLATE) {
      const words = wordsOf(template.template, locale);
      const chrome = renderChrome(chromeWith({}, locale), words, 'chrome-');
      expect(renderPage(pageWith(template), { words, chrome })).toContain('</html>');
    }
  });

  it.each(
    EVERY_TEMPLATE.flatMap((template) =>
      'sections' in template.props ? [[template.template, template] as const] : [],
    ),
  )('shows on %s every kind of section that an editor may place there', (_, template) => {
    const props = { ...template.props, sections: EVERY_SECTION };
    const html = render({ ...template, props } as TemplateInput);
    expect(html).toContain('How fast?');
  });

  it('is a pure function of its input', () => {
    const article = { template: 'article', props: PROPS.article } as const;
    expect(render(article)).toBe(render(article));
  });

  it('puts the switcher into its slot in the header and main between header and footer', () => {
    const html = render({ template: 'success', props: PROPS.success });
    const order = [
      'href="#main"',
      '<header',
      'language-switcher',
      '</header>',
      '<main',
      '</main>',
      '<footer',
      '</body>',
    ];
    const places = order.map((part) => html.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(html).toContain('<body data-route="success___en" data-layout=');
  });

  it('labels a switcher link that does not lead to the same page', () => {
    const html = render({ template: 'home', props: PROPS.home });
    expect(html).toContain(
      'hrefLang="uk"><span lang="uk">Українська</span> <span class="visually-hidden">(list page)</span>',
    );
    expect(html).toContain('<span lang="ru-KZ">Русский</span> <span class="visually-hidden">(home page)</span>');
  });

  it('prints the switcher with the messages of the header', () => {
    const switcherOf = (template: 'article' | 'home', chromeWords: WordsInput) => {
      const page = pageWith({ template, props: PROPS[template] } as TemplateInput);
      return renderPageParts(page, wordsOf(template), chromeWords).switcher;
    };
    const english = wordsOf('success');
    expect(switcherOf('article', english)).toContain('aria-label="Language: English"');
    expect(switcherOf('home', english)).toBe(switcherOf('article', english));
    expect(switcherOf('home', wordsOf('success', 'es'))).toContain('aria-label="Idioma: English"');
  });

  it('shows only the logo around a page of the header-only layout', () => {
    const html = render({ template: 'success', props: PROPS.success }, { layout: 'header-only', breadcrumbs: [] });
    expect(html).not.toMatch(/<nav|<footer|language-switcher/);
    expect(html).toContain('class="logo"');
  });

  it('keeps markup in an entry from being markup in the page', () => {
    const title = '</script><script>alert(1)</script>';
    const template = {
      template: 'article',
      props: {
        ...PROPS.article,
        title,
        author: { name: title, position: null, department: null, photo: null, bio: title, languageTag: 'en' },
        form: { ...formOf('subscription'), title },
      },
    } as const;
    const html = render(template, { head: headWith({ title }) });
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<script[ >]/g)).toHaveLength(5);
  });

  it('offers a legal text by mail only where the page has none', () => {
    const legalWith = (sections: typeof PROPS.legal.sections) =>
      render({ template: 'legal', props: { ...PROPS.legal, content: [], sections } });
    expect(legalWith([])).toContain('We’ll send you the full text');
    const texts = EVERY_SECTION.slice(0, 1).map(
      (section) => ({ ...section, kind: 'content', blocks: PROPS.legal.content }) as const,
    );
    expect(legalWith(texts)).not.toContain('We’ll send you the full text');
  });

  it('prints the breadcrumbs, each in its language', () => {
    const breadcrumbs = [
      { name: 'Tom & "Ann"', href: '/a/?x=1&y="2"', languageTag: 'en' },
      { name: "<b>'s", href: '/b/', languageTag: 'uk' },
    ];
    expect(render({ template: 'article', props: PROPS.article }, { breadcrumbs })).toContain(
      '<ol class="breadcrumbs__list"><li><a href="/a/?x=1&amp;y=&quot;2&quot;">Tom &amp; &quot;Ann&quot;</a></li>' +
        '<li lang="uk"><span aria-current="page">&lt;b&gt;&#x27;s</span></li></ol>',
    );
  });

  it('renders a card below articles as in a list, with the messages of each page', () => {
    const card = { ...cardOf(1), title: 'A "card" <b>' };
    const cardIn = (html: string) => {
      const found = html.split('<article class="card">').find((part) => part.includes('A &quot;card&quot; &lt;b&gt;'));
      return found?.slice(0, found.indexOf('</article>')) ?? '';
    };
    const below = () => cardIn(render({ template: 'article', props: { ...PROPS.article, related: [card] } }));
    const listed = cardIn(render({ template: 'blog', props: { ...PROPS.blog, cards: [cardOf(2), card] } }));
    const first = below();
    expect(first).not.toBe('');
    expect(below()).toBe(first);
    expect(listed).toBe(first);
    const ukrainian = render(
      { template: 'article', props: { ...PROPS.article, related: [card] } },
      { languageTag: 'uk', wordsLanguageTag: 'uk', localeLanguageTag: 'uk' },
    );
    expect(cardIn(ukrainian)).not.toBe(first);
  });

  it('puts the links of a page into a switcher that other pages have too', () => {
    const switcherOf = (path: string) => {
      const switcher: PageInput['switcher'] = {
        hrefs: [`/en/${path}`, `/ua/${path}`, ''],
        targets: ['same-page', 'list', 'none'],
      };
      const html = render({ template: 'article', props: PROPS.article }, { switcher });
      return [...html.matchAll(/<a class="dropdown__link" href="([^"]*)" hrefLang/g)].map(([, href]) => href);
    };
    expect(switcherOf('a/')).toEqual(['/en/a/', '/ua/a/']);
    expect(switcherOf(`o'b"<&/`)).toEqual(['/en/o&#x27;b&quot;&lt;&amp;/', '/ua/o&#x27;b&quot;&lt;&amp;/']);
  });

  it('prints dates in the language of the page', () => {
    const html = render({ template: 'article', props: PROPS.article }, { languageTag: 'uk' });
    expect(html).toContain('<time dateTime="2026-01-02T23:30:00.000Z">2\u00a0січня 2026\u00a0р.</time>');
  });

  it('sets lang of messages, dates and cards on a page of another language only', () => {
    const related = [{ ...cardOf(0), languageTag: 'uk' }, cardOf(1)];
    const props = { ...PROPS.article, related, form: { ...formOf('subscription'), title: 'Привіт' } };
    const html = render({ template: 'article', props }, { languageTag: 'uk' });
    expect(html).toMatch(/<nav class="breadcrumbs" [^>]*lang="en">/);
    expect(html).toContain('<h2 lang="en">Related articles</h2>');
    expect(html).toMatch(/<span lang="en">\d+ min read<\/span>/);
    expect(html).toMatch(/<time class="card__date" [^>]*lang="en">\d+ [A-Z][a-z]+/);
    expect(html.match(/<h3 class="card__title" [^>]*lang="en">/g)).toHaveLength(1);
    expect(html).toMatch(/<form class="form" id="form-1" lang="en"/);
    expect(html).toMatch(/<h2 class="form__title" [^>]*lang="uk">Привіт<\/h2>/);
    const own = render({ template: 'article', props: { ...props, related: [cardOf(1)] } });
    expect(own.slice(own.indexOf('<main'), own.indexOf('</main>'))).not.toMatch(/ lang=/);
  });

  it('replaces the team of the careers page by a team section, and the form of a page by that of an editor', () => {
    const section = { id: null, title: 'Team', text: null, image: null, link: null } as const;
    const people = PROPS.about.people;
    const careers = { ...PROPS.careers, sections: [{ ...section, kind: 'team', people } as const] };
    expect(render({ template: 'careers', props: careers })).not.toContain('The people you’d work with');
    const form = { ...section, kind: 'form', form: formOf('demo', 'section-form-1'), screen: null } as const;
    const giftbag = { ...PROPS.giftbag, content: [], sections: [form] };
    expect(render({ template: 'giftbag', props: giftbag }).match(/<form /g)).toHaveLength(1);
    expect(render({ template: 'giftbag', props: { ...giftbag, sections: [] } }).match(/<form /g)).toHaveLength(1);
  });

  it('keeps the order of the forms of a landing page, and leads from its end to the last subscription form', () => {
    const blockOf = (kind: Parameters<typeof formOf>[0], id: string) => ({
      type: 'form' as const,
      form: { ...formOf(kind, id), title: `Title of ${id}` },
    });
    const linksOf = (...content: readonly ReturnType<typeof blockOf>[]) => {
      const html = render({ template: 'landing', props: { ...PROPS.landing, content, form: null } });
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      const forms = [...main.matchAll(/<form [^>]*id="([^"]+)"/g)].map(([, id]) => id);
      return [forms, /class="cta"[\s\S]*?href="#([^"]+)"/.exec(main)?.[1]];
    };
    const [first, last] = [blockOf('subscription', 'form-1'), blockOf('subscription', 'form-2')];
    expect(linksOf(first)).toEqual([['form-1'], 'form-1']);
    expect(linksOf(first, last)).toEqual([['form-1', 'form-2'], 'form-2']);
    expect(linksOf(first, blockOf('report', 'form-2'))).toEqual([['form-1', 'form-2'], 'form-1']);
    expect(linksOf(blockOf('report', 'form-1'), blockOf('demo', 'form-2'))).toEqual([['form-1', 'form-2'], 'form-2']);
  });

  it('fetches one image at once and the others when they come near', () => {
    const html = render({ template: 'blog', props: PROPS.blog });
    expect(html.match(/fetchPriority="high"/g)).toHaveLength(1);
    expect(html.match(/loading="lazy"/g)).toHaveLength(4);
    expect(html).not.toContain('as="image"');
    const later = render({
      template: 'blog',
      props: { ...PROPS.blog, hero: null, pageNumber: 2, cards: [cardOf(0), cardOf(1)] },
    });
    expect(later.match(/fetchPriority="high"/g)).toHaveLength(1);
  });

  it('links a list page to its neighbours', () => {
    const props = { ...PROPS.blog, pageNumber: 2, previousHref: '/blog/', nextHref: '/blog/page/3/' };
    const html = render({ template: 'blog', props });
    expect(html).toContain('href="/blog/" rel="prev"');
    expect(html).toContain('href="/blog/page/3/" rel="next"');
    expect(html).toContain('Page 2 of 3');
  });

  it('renders a form that posts without JavaScript', () => {
    const html = render({ template: 'demo', props: PROPS.demo });
    expect(html).toMatch(/<form [^>]*id="form-1"[^>]* action="\/api\/demo-request" method="post"/);
    for (const label of ['First Name', 'Last Name', 'Company', 'Work e-mail', 'Phone number'])
      expect(html).toContain(`>${label}</label>`);
    expect(html).toContain('<input type="hidden" name="success" value="/success/"/>');
    expect(html.match(/required=""/g)).toHaveLength(5);
  });

  it.each([
    ['success', 'Thank you'],
    ['e-books-success', 'Your e-book is on its way'],
    ['academy-success', 'Welcome to the academy'],
    ['benchmarks-success', 'Your benchmarks are on their way'],
  ])('chooses the words of %s by its page', (page, title) => {
    expect(render({ template: 'success', props: { ...PROPS.success, page } })).toContain(`<h1>${title}</h1>`);
  });

  it.each([
    [404, 'Looks like you got lost'],
    [500, 'Something went wrong on our side'],
  ] as const)('shows the number and the words of status %d', (status, title) => {
    const html = render({ template: 'error', props: { ...PROPS.error, status } });
    expect(html).toContain(` data-error-status="true">${status}</p><h1>${title}</h1>`);
    expect(html).toContain('<a href="/ua/" lang="uk" hrefLang="uk">Українська</a>');
  });
});

describe('renderChrome', () => {
  const words = wordsOf('home');
  const whole = (changes: Parameters<typeof chromeWith>[0]) =>
    Object.values(renderChrome(chromeWith(changes), words, 'c7-')).join('');

  it('starts every id with the prefix', () => {
    const ids = [...whole({}).matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toEqual([
      ...['c7-footer-platform', 'c7-footer-use-cases', 'c7-footer-resources', 'c7-footer-company', 'c7-footer-legal'],
    ]);
  });

  it('refuses a chrome whose content brings a marker along', () => {
    expect(() => renderChrome(chromeWith({ brand: 'Murmur\u0002' }), words, 'c-')).toThrow('control character');
  });

  it('has no sign-in and no demo button where their links are null', () => {
    expect(whole({})).toContain('https://app.example.com/sign-in');
    expect(whole({ signInHref: null })).not.toContain('Sign in');
    expect(whole({ demoHref: null })).not.toMatch(/<a class="button[^>]* href="\/demo\/"/);
  });

  it('opens external links in a new tab and announces it', () => {
    expect(whole({})).toContain(
      'href="https://app.example.com/sign-in" target="_blank" rel="noreferrer noopener">Sign in <span class="visually-hidden">(opens in a new tab)</span></a>',
    );
  });

  it('shows the banner in the default layout only', () => {
    const banner = {
      href: '/pricing/',
      isOuter: false,
      alt: 'Autumn offer',
      desktopImage: imageOf('wide'),
      mobileImage: imageOf('narrow'),
    };
    for (const alt of ['Autumn offer', 'Winter offer', 'Autumn offer']) {
      const html = whole({ banner: { ...banner, alt } });
      expect(html.match(/ alt="\w+ offer"/g)).toEqual([` alt="${alt}"`]);
      expect(html.indexOf('class="skip-link"')).toBeLessThan(html.indexOf(alt));
      expect(html.indexOf(alt)).toBeLessThan(html.indexOf('<header'));
      expect(whole({ banner, layout: 'minimalistic' })).toBe(whole({ banner: null }));
      expect(whole({ banner, layout: 'header-only' })).not.toContain('offer');
    }
  });

  it('marks the group of the page', () => {
    expect(whole({ activeGroup: 'use-cases' }).match(/menu__group--active/g)).toHaveLength(2);
    expect(whole({ activeGroup: null })).not.toContain('menu__group--active');
  });
});

it('links the e-mail address of an office, and shows other text as it is', () => {
  const [office] = PROPS.contacts.offices;
  if (office === undefined) throw new Error('The page has no office.');
  const show = (email: string) => renderToStaticMarkup(<OfficeLines office={{ ...office, email }} />);
  expect(show(' kyiv@example.com ')).toContain('href="mailto:kyiv@example.com"');
  expect(show('mailto:kyiv@example.com')).toContain('<a href="mailto:kyiv@example.com">kyiv@example.com</a>');
  expect(show('Ask at the door')).toContain('<p>Ask at the door</p>');
});

it.each([1, 3, 12])('keeps %i books of 300 pages on the shelf of a further page of e-books', (count) => {
  const cards = Array.from({ length: count }, (_, n) => ({ ...cardOf(n), fields: { pages: 300 } }));
  const html = render({ template: 'e-books', props: { ...PROPS['e-books'], pageNumber: 2, lastPage: 2, cards } });
  const books = [...html.matchAll(/translate\(\d+ ([\d.]+)\)"><rect width="\d+" height="([\d.]+)"/g)];
  const edges = books.flatMap(([, y, height]) => [Number(y), Number(y) + Number(height)]);
  expect(edges).toHaveLength(2 * count);
  expect(Math.min(...edges)).toBeGreaterThan(0);
  expect(Math.max(...edges)).toBeLessThan(307);
});

it('draws the books of a further page as thick and in the colours that they say', () => {
  const books = [{ pages: 40, spine: '#f8f3ec #b98b5e' }, { pages: 2 }];
  const cards = books.map((fields, n) => ({ ...cardOf(n), fields }));
  const html = render({ template: 'e-books', props: { ...PROPS['e-books'], pageNumber: 2, lastPage: 2, cards } });
  const drawn = [...html.matchAll(/<rect width="520" height="([\d.]+)" rx="5" fill="(.{7})"/g)];
  expect(drawn.map(([, width, fill]) => [Number(width), fill])).toEqual([
    [179, '#f8f3ec'],
    [43, '#8db0ff'],
  ]);
});
