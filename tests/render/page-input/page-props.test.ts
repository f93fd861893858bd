import { describe, expect, it } from 'vitest';
import { createFormInput } from '../../../cli/render/page-input/block-inputs.ts';
import type { LocaleContext } from '../../../cli/render/page-input/locale-context.ts';
import { createTemplateInput, findLastFormId } from '../../../cli/render/page-input/page-props.ts';
import type { Locale } from '../../../config/locales.ts';
import type { FormKind } from '../../../content/blocks.ts';
import { article, articleEntry, landing, landingEntry, page, pageEntry, smallSite } from './small-site.ts';

const NOTHING_ASKED = { ask_choice: null, choices: [], ask_message: null, ask_link: null, ask_time: null };
const NO_TEXTS = { title: null, text: null, button: null };

describe('createFormInput', () => {
  it.each<[FormKind, Locale, string]>([
    ['e-book', 'en', '/e-books-success/'],
    ['e-book', 'kz', '/kz/e-books-success/'],
    ['e-book', 'ua', '/ua/success/'],
    ['academy', 'en', '/academy-success/'],
    ['academy', 'kz', '/kz/academy-success/'],
    ['benchmarks', 'ua', '/ua/benchmarks-success/'],
    ['benchmarks', 'en', '/success/'],
    ['demo', 'en', '/success/'],
    ['blog-demo', 'ua', '/ua/success/'],
    ['report', 'en', '/success/'],
    ['subscription', 'kz', '/kz/success/'],
  ])('sends a %s form of %s to %s', async (kind, locale, href) => {
    const site = await smallSite();
    expect(createFormInput(site.contextOf(locale), kind, { id: 'form-1', texts: NO_TEXTS }).successHref).toBe(href);
  });

  it('posts to the endpoint of the site', async () => {
    const { contextOf } = await smallSite();
    expect(createFormInput(contextOf('en'), 'demo', { id: 'form-2', texts: NO_TEXTS })).toMatchObject({
      id: 'form-2',
      action: '/api/demo-request',
    });
  });
});

describe('createTemplateInput', () => {
  const landingOf = async (fields: Readonly<Record<string, unknown>>) => {
    const site = await smallSite({ rows: [landing('en', 'guide')] });
    return createTemplateInput(site.contextOf('en'), {
      route: site.routeOf('/lp/guide/'),
      entry: landingEntry(fields),
    });
  };

  it('gives a landing page its own forms, numbered over content and blocks', async () => {
    const input = await landingOf({
      content: [{ type: 'form', form: 'subscription' }],
      blocks: [
        { type: 'text', text: '<p>a</p>' },
        { type: 'form', form: 'report', title: 'Get the report' },
      ],
    });
    expect(input.props).toMatchObject({
      form: null,
      content: [{ form: { id: 'form-1' } }, {}, { form: { id: 'form-2', title: 'Get the report' } }],
    });
    expect(findLastFormId(input)).toBe('form-1');
  });

  it('finds the last of several subscription forms', async () => {
    const form = { type: 'form', form: 'subscription' };
    expect(findLastFormId(await landingOf({ content: [form], blocks: [form, form] }))).toBe('form-3');
  });

  it('finds no subscription form where an editor placed another kind of form only', async () => {
    expect(findLastFormId(await landingOf({ blocks: [{ type: 'form', form: 'demo' }] }))).toBe(null);
  });

  it('gives a landing page without a form the default one', async () => {
    const input = await landingOf({ content: '<p>a</p>' });
    expect(input.props).toMatchObject({ form: { id: 'subscription-form', kind: 'subscription' } });
    expect(findLastFormId(input)).toBe('subscription-form');
  });

  it('prints no link that may lead nowhere, and the text beside it', async () => {
    const input = await landingOf({
      blocks: [
        { type: 'cta', label: 'Go', link: 'javascript:alert(1)' },
        { type: 'hero', title: 'Hero', cta_label: 'Go', cta_link: 'data:text/html,x' },
      ],
    });
    expect(input.props).toMatchObject({ content: [{ type: 'hero', title: 'Hero', link: null }] });
  });

  it('leads the blog with its hero, which stands in no list', async () => {
    const rows = [
      page('en', 'blog', { heroSlug: 'a5' }),
      ...Array.from({ length: 15 }, (_, index) => article('en', `a${index}`)),
    ];
    const site = await smallSite({ rows });
    const propsOf = (path: string) => {
      const input = createTemplateInput(site.contextOf('en'), { route: site.routeOf(path), entry: pageEntry() });
      if (input.template !== 'blog') throw new Error(input.template);
      return input.props;
    };
    const [first, second] = [propsOf('/blog/'), propsOf('/blog/page/2/')];
    expect(first.hero?.href).toBe('/blog/a5/');
    expect(second.hero).toBeNull();
    expect([first.cards.length, second.cards.length]).toEqual([12, 2]);
    expect([...first.cards, ...second.cards].map(({ href }) => href)).not.toContain('/blog/a5/');
    expect([first.previousHref, first.nextHref, second.previousHref, second.nextHref]).toEqual([
      null,
      '/blog/page/2/',
      '/blog/',
      null,
    ]);
  });

  it('leaves a card out whose page a redirect has replaced', async () => {
    const rows = [page('en', 'blog'), ...['a', 'b', 'c'].map((slug) => article('en', slug, { id: slug }))];
    const site = await smallSite({ rows }, [['/blog/b/', '/blog/']]);
    const input = createTemplateInput(site.contextOf('en'), { route: site.routeOf('/blog/'), entry: pageEntry() });
    expect(input.props).toMatchObject({ hero: { href: '/blog/a/' }, cards: [{ href: '/blog/c/' }] });
  });

  it('leads from an article to those before and after it in the blog', async () => {
    const rows = [page('en', 'blog'), ...['a', 'b', 'c'].map((slug) => article('en', slug, { id: slug }))];
    const site = await smallSite({ rows });
    const around = (path: string) => {
      const { template, props } = createTemplateInput(site.contextOf('en'), {
        route: site.routeOf(path),
        entry: articleEntry(),
      });
      return template === 'article' ? [props.newer?.href, props.older?.href] : [];
    };
    expect(['/blog/a/', '/blog/b/', '/blog/c/'].map(around)).toEqual([
      [undefined, '/blog/b/'],
      ['/blog/a/', '/blog/c/'],
      ['/blog/b/', undefined],
    ]);
  });

  it.each([
    ['Bob Ray', 'Bob Ray'],
    ['Ангеліна', 'Ангеліна'],
    [17, null],
    ['nora-whitfield', null],
    ['ann@example.com', null],
    ['entry::abc', null],
    ['0c997077-d253-5a5a-bed5-e206f9e5a355', null],
  ])('shows the author %j as %j, and reports one that is no name', async (author, name) => {
    const site = await smallSite({ rows: [page('en', 'blog'), article('en', 'a', { id: 'a' })] });
    const context = site.contextOf('en');
    const input = createTemplateInput(context, { route: site.routeOf('/blog/a/'), entry: articleEntry({ author }) });
    expect(input.template === 'article' ? (input.props.author?.name ?? null) : input).toBe(name);
    expect(context.notes.problems).toMatchObject(
      name === null ? [{ code: 'PERSON_MISSING', where: { field: 'author' } }] : [],
    );
  });

  it('shows three related articles beside an article, never itself, and the blog form where its block exists', async () => {
    const rows = [page('en', 'blog'), ...['a', 'b', 'c', 'd', 'e'].map((slug) => article('en', slug, { id: slug }))];
    const site = await smallSite({ rows });
    const context = site.contextOf('en');
    const propsOf = (blog: LocaleContext['shared']['formBlocks']['blog']) => {
      const input = createTemplateInput(
        { ...context, shared: { ...context.shared, formBlocks: { general: null, blog } } },
        { route: site.routeOf('/blog/a/'), entry: articleEntry({ author: { id: 'p1', title: 'Ann' } }) },
      );
      if (input.template !== 'article') throw new Error(input.template);
      return input.props;
    };
    const block = {
      id: 'block',
      slug: 'blog',
      title: 'See it',
      text: null,
      button: 'Ask',
      ...NOTHING_ASKED,
      languageTag: 'en',
    };
    expect(propsOf(null).related.map(({ href }) => href)).toEqual(['/blog/b/', '/blog/c/', '/blog/d/']);
    expect(propsOf(null)).toMatchObject({ form: null, author: { name: 'Ann', bio: null } });
    const { title, text, button } = block;
    expect(propsOf(block).form).toMatchObject({ id: 'demo-form', kind: 'blog-demo', title, text, button, asked: [] });
    expect(propsOf({ ...block, ask_time: 'Best time', ask_message: 'Your question' }).form?.asked).toEqual([
      { name: 'message', label: 'Your question' },
      { name: 'preferred_time', label: 'Best time' },
    ]);
    expect(propsOf({ ...block, ask_choice: 'Your industry', choices: ['Banks', 'Hotels'] }).form?.asked).toEqual([
      { name: 'choice', label: 'Your industry', choices: ['Banks', 'Hotels'] },
    ]);
    expect(propsOf({ ...block, ask_choice: 'Your industry' }).form?.asked).toEqual([]);
  });

  it('offers every home on an error page', async () => {
    const site = await smallSite();
    const input = createTemplateInput(site.contextOf('ua'), { route: site.routeOf('/ua/500.html'), entry: null });
    expect(input.props).toMatchObject({
      status: 500,
      homeHref: '/ua/',
      homes: [{ href: '/' }, { href: '/ua/' }, { href: '/kz/' }],
    });
  });
});
