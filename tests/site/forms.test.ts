// Every form of the built sample as a browser without JavaScript meets it: where it posts, what its fields are called, and
// where the visitor goes afterwards.

import { beforeAll, describe, expect, it } from 'vitest';
import { type BuiltSample, loadBuiltSample, prefixOf, SAMPLE_LOCALES } from './built-sample.ts';
import { type BuiltPage, elementsInside, elementsOf, type PageElement } from './built-site.ts';

interface FoundForm {
  readonly page: BuiltPage;
  readonly form: PageElement;
  readonly inside: readonly PageElement[];
  /** Value of the hidden field `form`. */
  readonly kind: string;
}

/** Fields of each kind of form in their order, with what a browser may fill in (HTML, "autofill"). */
const PERSON = { name: 'name', company: 'organization', email: 'email' };
const DEMO = {
  first_name: 'given-name',
  last_name: 'family-name',
  company: 'organization',
  email: 'email',
  phone: 'tel',
};
const FIELDS_BY_KIND: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  demo: DEMO,
  'blog-demo': DEMO,
  report: PERSON,
  subscription: PERSON,
  'e-book': PERSON,
  academy: PERSON,
  benchmarks: PERSON,
  webinar: PERSON,
  'data-request': { email: 'email', name: 'name' },
};
/** Labels that the specification words, in English. */
const ENGLISH_LABELS: Readonly<Record<string, readonly string[]>> = {
  demo: ['First Name', 'Last Name', 'Company', 'Work e-mail', 'Phone number'],
  'blog-demo': ['First Name', 'Last Name', 'Company', 'Work e-mail', 'Phone number'],
  report: ['Name', 'Company name', 'Work E-mail'],
};
/** Success pages of their own, with the locales that have them. */
const SUCCESS_BY_KIND: Readonly<Record<string, { readonly page: string; readonly in: readonly string[] }>> = {
  'e-book': { page: 'e-books-success', in: ['en', 'kz'] },
  academy: { page: 'academy-success', in: ['en', 'es', 'pt', 'ua', 'kz'] },
  benchmarks: { page: 'benchmarks-success', in: ['ua', 'kz'] },
};

let sample: BuiltSample;
let forms: readonly FoundForm[];
beforeAll(async () => {
  sample = await loadBuiltSample();
  forms = sample.site.pages.flatMap((page) =>
    elementsOf(page, 'form')
      // Error pages have a search, which is sent nowhere.
      .filter(({ attributes }) => attributes.method !== undefined)
      .map((form) => {
        const inside = elementsInside(page, form);
        const kind = inside.find(({ attributes }) => attributes.name === 'form')?.attributes.value ?? 'none';
        return { page, form, inside, kind };
      }),
  );
});

const localeOf = ({ path }: BuiltPage) => SAMPLE_LOCALES.find((locale) => path.startsWith(`/${locale}/`)) ?? 'en';
const faultsOf = (find: (form: FoundForm) => readonly unknown[]) =>
  forms.flatMap((found) =>
    find(found).map((fault) => `${found.page.path} #${found.form.attributes.id}: ${String(fault)}`),
  );
/** Fields that a visitor fills in. */
const fieldsOf = ({ inside }: FoundForm) =>
  inside.filter(
    ({ tag, attributes }) =>
      ['input', 'textarea'].includes(tag) && attributes.type !== 'hidden' && attributes.name !== 'website',
  );
/** Fields that an editor can add to a form, in their order, with their element. */
const ASKED: Readonly<Record<string, string>> = { message: 'textarea', link: 'input', preferred_time: 'input' };
const isAsked = ({ attributes: { name = '' } }: PageElement) => Object.hasOwn(ASKED, name);
/** Who asks about data names the post, but need not name themselves. An asked field may be required. */
const isOptional = (kind: string, field: PageElement) =>
  kind === 'data-request'
    ? !['link', 'email'].includes(field.attributes.name ?? '')
    : isAsked(field) && field.attributes.required === undefined;

describe('a form of the sample', () => {
  it('is of every kind, in every locale that has its page', () => {
    expect([...new Set(forms.map(({ kind }) => kind))].sort()).toEqual(Object.keys(FIELDS_BY_KIND).sort());
    for (const locale of SAMPLE_LOCALES) {
      const kinds = new Set(forms.filter(({ page }) => localeOf(page) === locale).map(({ kind }) => kind));
      for (const kind of ['demo', 'blog-demo', 'subscription']) expect([...kinds], locale).toContain(kind);
    }
  });

  it('posts to the endpoint of the site, and has a button that does it', () => {
    const wrong = faultsOf(({ form, inside }) => [
      ...(form.attributes.method === 'post' && form.attributes.action === '/api/demo-request' ? [] : ['address']),
      ...(inside.filter(({ tag, attributes }) => tag === 'button' && attributes.type === 'submit').length === 1
        ? []
        : ['button']),
    ]);
    expect(wrong).toEqual([]);
    expect(forms.length).toBeGreaterThan(100);
  });

  it('has the fields of its kind, which a browser can fill in, each with a label that it is tied to', () => {
    const wrong = faultsOf((found) => {
      const names = fieldsOf(found)
        .filter((field) => !isAsked(field))
        .map(({ attributes }) => [attributes.name, attributes.autocomplete] as const);
      const labels = found.inside.filter(({ tag }) => tag === 'label');
      const unlabelled = fieldsOf(found).filter(
        ({ attributes: { id } }) =>
          labels.filter((label) => label.attributes.for === id && label.text !== '').length !== 1,
      );
      const optional = fieldsOf(found).filter(
        (field) => (field.attributes.required === undefined) !== isOptional(found.kind, field),
      );
      const isAsExpected = JSON.stringify(names) === JSON.stringify(Object.entries(FIELDS_BY_KIND[found.kind] ?? {}));
      return [
        ...(isAsExpected ? [] : [JSON.stringify(names)]),
        ...unlabelled.map(({ attributes }) => `${attributes.name} has no label`),
        ...optional.map(({ attributes }) => `${attributes.name} is required or not, against the rule`),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it('has the fields that editors asked for: required ones before those of its kind, optional ones after them', () => {
    const namesOn = (path: string) =>
      forms
        .filter(({ page }) => page.path === path)
        .map((found) => fieldsOf(found).map(({ attributes }) => attributes.name));
    const demo = Object.keys(FIELDS_BY_KIND.demo ?? {});
    expect(namesOn('/contacts/')).toEqual([['preferred_time', ...demo, 'message']]);
    expect(namesOn('/visual-insights/')).toEqual([['link', ...demo]]);
    const request = forms.find(({ page }) => page.path === '/data-subject-access-optout-request/');
    expect(request === undefined ? [] : fieldsOf(request).map(({ attributes }) => attributes.name)).toEqual([
      'link',
      'email',
      'name',
      'message',
    ]);
    expect(namesOn('/kz/lp/qazaqsha-monitoring/').map((names) => names.at(-1))).toEqual(['message']);
    expect(
      new Set(
        forms.flatMap((found) =>
          fieldsOf(found)
            .filter(isAsked)
            .map(({ tag, attributes }) => ASKED[attributes.name ?? ''] === tag),
        ),
      ),
    ).toEqual(new Set([true]));
  });

  it('asks for e-mail and telephone with the input types that telephones know', () => {
    const types: Readonly<Record<string, string>> = { email: 'email', phone: 'tel', link: 'url' };
    const wrong = faultsOf((found) =>
      fieldsOf(found)
        .filter(({ tag }) => tag === 'input')
        .filter(({ attributes: { name = '', type } }) => (types[name] ?? 'text') !== type)
        .map(({ attributes }) => attributes.name),
    );
    expect(wrong).toEqual([]);
  });

  it('requires the question whose label ends with a sign, without the sign', () => {
    const found = forms.find(({ page }) => page.path === '/contacts/');
    const time = found?.inside.find(({ attributes }) => attributes.name === 'preferred_time');
    expect(time?.attributes).toHaveProperty('required');
    const label = found?.inside.find(
      ({ tag, attributes }) => tag === 'label' && attributes.for === time?.attributes.id,
    );
    expect(label?.text.trim()).toBe('Best time to call');
    const message = found?.inside.find(({ attributes }) => attributes.name === 'message');
    expect(message?.attributes).not.toHaveProperty('required');
  });

  it('has the labels of the specification in English', () => {
    const wrong = faultsOf(({ page, inside, kind }) => {
      const wanted = ENGLISH_LABELS[kind];
      if (wanted === undefined || localeOf(page) !== 'en') return [];
      // An editor's required question stands before them.
      const labels = inside
        .filter(({ tag, attributes }) => tag === 'label' && attributes.class === 'field__label')
        .map(({ text }) => text);
      const start = labels.indexOf(wanted[0] ?? '');
      return JSON.stringify(labels.slice(start, start + wanted.length)) === JSON.stringify(wanted) ? [] : ['labels'];
    });
    expect(wrong).toEqual([]);
  });

  it('has a trap for machines that no keyboard and no screen reader finds', () => {
    const wrong = faultsOf(({ page, inside }) => {
      const [trap] = inside.filter(({ attributes }) => attributes['aria-hidden'] === 'true');
      const input = trap === undefined ? undefined : elementsInside(page, trap).find(({ tag }) => tag === 'input');
      const { name, tabindex, autocomplete, required } = input?.attributes ?? {};
      return name === 'website' && tabindex === '-1' && autocomplete === 'off' && required === undefined
        ? []
        : ['trap'];
    });
    expect(wrong).toEqual([]);
  });

  it('leads to the success page of its kind, or to the common one where the locale lacks that', () => {
    const wrong = faultsOf(({ page, inside, kind }) => {
      const locale = localeOf(page);
      const own = SUCCESS_BY_KIND[kind];
      const name = own?.in.includes(locale) === true ? own.page : 'success';
      const target = inside.find(({ attributes }) => attributes.name === 'success')?.attributes;
      const isThere = sample.routes.some(({ path }) => path === target?.value);
      return target?.type === 'hidden' && target.value === `${prefixOf(locale)}/${name}/` && isThere
        ? []
        : [`${kind} leads to ${target?.value}`];
    });
    expect(wrong).toEqual([]);
  });

  it('has a heading that names it', () => {
    const wrong = faultsOf(({ form, inside }) => {
      const heading = inside.find(({ attributes }) => attributes.id === form.attributes['aria-labelledby']);
      return heading?.tag === 'h2' && heading.text !== '' ? [] : ['heading'];
    });
    expect(wrong).toEqual([]);
  });
});
