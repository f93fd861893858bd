// Forms over the built sample, in a real browser, against an endpoint on loopback.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadWords, localesWithWords } from '../../locales/words.ts';
import { sampleOf } from '../long-run.ts';
import { serveSite } from '../service/folder-host.ts';
import { type Answer, cut, json, type SiteServer, status } from '../service/site-server.ts';
import { prefixOf } from '../site/built-sample.ts';
import { openBrowser } from './chromium.ts';
import { loadSharedSample } from './shared-sample.ts';
import { isSameDocument, markDocument, visit, waitForRoute } from './visit.ts';

let browser: Browser;
let host: SiteServer;
/** What the endpoint got. */
const posted: { readonly type: string; readonly body: string }[] = [];

beforeAll(async () => {
  host = await serveSite(await loadSharedSample());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});
beforeEach(() => {
  host.reset();
  posted.length = 0;
  answerWith(json({}));
});

const ENDPOINT = '/api/demo-request';

function answerWith(answer: Parameters<SiteServer['answer']>[1], delay = 0): void {
  host.answer(ENDPOINT, (request, response, body) => {
    posted.push({ type: request.headers['content-type'] ?? '', body });
    setTimeout(() => answer(request, response, body), delay);
  });
}

const open = (path: string, options = {}) => visit(browser, `${host.origin}${path}`, options);
const scripts = () => host.requested.filter((path) => path.endsWith('.js'));
const awake = (page: Page) => page.waitForSelector('form[novalidate]');
const errorsOf = (page: Page) =>
  page.$$eval('[aria-invalid=true]', (inputs) =>
    inputs.map((input) => [
      input.getAttribute('name'),
      // The message, and then how to correct the field.
      document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
    ]),
  );

async function wake(page: Page): Promise<void> {
  await page.focus('form input[autocomplete=given-name], form input[autocomplete=name]');
  await awake(page);
}

async function fillDemo(page: Page): Promise<void> {
  await page.fill('[name=first_name]', ' Olena ');
  await page.fill('[name=last_name]', 'Marchuk');
  await page.fill('[name=company]', 'Northwind');
  await page.fill('[name=email]', 'olena@example.com');
  await page.fill('[name=phone]', '+380 44 123 45 67');
}

describe('a form', () => {
  it('has loaded neither React nor phone numbers before somebody uses it, and React only until the phone field', async () => {
    const { page, messages } = await open('/demo/');
    const isHeavy = (path: string) => /hydrate-island|\.island-|\/phone-/.test(path);
    expect(scripts().filter(isHeavy)).toEqual([]);
    await wake(page);
    expect(scripts().some((path) => path.includes('hydrate-island'))).toBe(true);
    expect(scripts().some((path) => path.includes('/phone-'))).toBe(false);
    await page.focus('[name=phone]');
    await expect.poll(() => scripts().some((path) => path.includes('/phone-'))).toBe(true);
    expect(messages).toEqual([]);
  });

  const FIRST_PRESSES = [
    ['/demo/', 'a mouse', 5],
    ['/report/', 'a finger', 3],
    ['/data-subject-access-optout-request/', 'Enter', 2],
    ['/demo/', 'Enter', 5],
    ['/demo/', 'a finger', 5],
    ['/report/', 'a mouse', 3],
    ['/lp/crisis-guide/', 'a mouse', 3],
  ] as const;
  it.each(sampleOf(FIRST_PRESSES, 2))(
    'on %s that nobody has used says what is missing on the first press by %s',
    async (path, input, count) => {
      const { page, messages, address } = await open(path, { hasTouch: true });
      // The browser's own message would move the focus, and no other.
      await page.evaluate(() => {
        Object.assign(window, { own: 0 });
        const count = (event: Event) => {
          if (!event.defaultPrevented) Object.assign(window, { own: 1 });
        };
        addEventListener('invalid', (event) => setTimeout(() => count(event)), true);
      });
      const button = page.locator('main form button[type=submit]').first();
      if (input === 'a mouse') await button.click();
      else if (input === 'a finger') await button.tap();
      else await page.locator('main form input').first().press('Enter');
      await expect.poll(async () => (await errorsOf(page)).length).toBe(count);
      const first = path.startsWith('/data-') ? 'Enter a web address such as https://example.com/post.' : 'Input name.';
      expect((await errorsOf(page))[0]?.[1]).toBe(first);
      expect(await page.evaluate(() => Reflect.get(window, 'own'))).toBe(0);
      expect([address(), posted, messages]).toEqual([path, [], []]);
    },
  );

  it('that the browser filled is sent by its first press like any other', async () => {
    const { page } = await open('/demo/?utm_source=a');
    await page.evaluate(() => {
      const values = {
        first_name: 'Olena',
        last_name: 'M',
        company: 'N',
        email: 'o@example.com',
        phone: '+380441234567',
      };
      for (const [name, value] of Object.entries(values)) {
        const input = document.querySelector<HTMLInputElement>(`main [name=${name}]`);
        if (input !== null) input.value = value;
      }
      document.querySelector<HTMLButtonElement>('main form button[type=submit]')?.click();
    });
    await waitForRoute(page, 'success___en');
    expect(posted.map(({ type }) => type)).toEqual(['application/json']);
    expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({ page: '/demo/', utm_source: 'a', first_name: 'Olena' });
  });

  it('whose code cannot be had is sent plainly, and the browser says what is missing', async () => {
    answerWith((_request, response) => response.writeHead(303, { location: '/success/' }).end());
    host.answer(/\/assets\/RequestForm\.island-/, status(404));
    const { page } = await open('/demo/');
    const reloaded = page.waitForEvent('load');
    await page.focus('[name=first_name]');
    await reloaded;
    await fillDemo(page);
    await page.click('main form button[type=submit]');
    await page.waitForURL('**/success/');
    expect(posted[0]?.type).toBe('application/x-www-form-urlencoded');
  });

  it('keeps the focus and what was typed while it wakes', async () => {
    const { page, messages } = await open('/demo/');
    await page.focus('[name=first_name]');
    await page.keyboard.type('Olena');
    await awake(page);
    await page.keyboard.type(' M');
    expect(await page.inputValue('[name=first_name]')).toBe('Olena M');
    expect(messages).toEqual([]);
  });

  it.each(sampleOf(localesWithWords()))(
    'in %s says what each field needs, ties it to the field, and leads to the first one',
    async (locale) => {
      const words = loadWords(locale);
      const { page } = await open(`${prefixOf(locale)}/demo/`);
      await wake(page);
      await page.focus('[name=email]');
      await page.keyboard.press('Enter');
      await page.waitForSelector('[aria-invalid=true]');
      const errors = [
        ['first_name', words['forms.errorName']],
        ['last_name', words['forms.errorLastName']],
        ['company', words['forms.errorCompany']],
        ['email', words['forms.errorEmail']],
        ['phone', words['forms.errorPhone']],
      ];
      expect(await errorsOf(page)).toEqual(errors);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('first_name');
      expect(posted).toEqual([]);
      await page.fill('[name=first_name]', 'O');
      expect(await errorsOf(page)).toEqual(errors.slice(1));
    },
  );

  it('posts JSON once however often it is sent, is busy for at least 200 ms, and leads on with the query', async () => {
    answerWith(json({}), 20);
    const { page, messages, address } = await open('/demo/?utm_source=a');
    await markDocument(page);
    await wake(page);
    await fillDemo(page);
    const busy = await page.$eval('button[type=submit]', async (element) => {
      const button = element as HTMLButtonElement;
      const start = performance.now();
      button.click();
      button.click();
      button.form?.requestSubmit();
      await new Promise((resolve) => setTimeout(resolve, 100));
      const during = [button.textContent, button.ariaDisabled, button.form?.ariaBusy];
      while (document.body.dataset.route === 'demo___en' && performance.now() - start < 20_000)
        await new Promise((resolve) => setTimeout(resolve, 10));
      return { during, time: performance.now() - start };
    });
    expect(busy.during).toEqual(['Sending…', 'true', 'true']);
    expect(busy.time).toBeGreaterThanOrEqual(200);
    await waitForRoute(page, 'success___en');
    expect(address()).toBe('/success/?utm_source=a');
    expect(await isSameDocument(page)).toBe(true);
    expect(posted).toHaveLength(1);
    expect(posted[0]?.type).toBe('application/json');
    expect(JSON.parse(posted[0]?.body ?? '')).toEqual({
      page: '/demo/',
      form: 'demo',
      first_name: 'Olena',
      last_name: 'Marchuk',
      company: 'Northwind',
      email: 'olena@example.com',
      phone: '+380441234567',
      message: '',
      country: 'UA',
      website: '',
      utm_source: 'a',
    });
    expect(messages).toEqual([]);
  });

  it('asks for what an editor put on it, says what is wrong there, and sends it', async () => {
    const { page, messages } = await open('/data-subject-access-optout-request/');
    await wake(page);
    await page.fill('[name=name]', 'Olena');
    await page.fill('[name=email]', 'olena@example.com');
    await page.getByLabel('Link to the account or post').fill('my post');
    await page.getByLabel('What would you like us to do?').fill('Remove it.\nThank you.');
    await page.click('button[type=submit]');
    await page.waitForSelector('[aria-invalid=true]');
    expect(await errorsOf(page)).toEqual([['link', loadWords('en')['forms.errorLink']]]);
    await page.fill('[name=link]', 'example.com/posts/1');
    expect(await errorsOf(page)).toEqual([]);
    await page.click('button[type=submit]');
    await waitForRoute(page, 'success___en');
    expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({
      form: 'data-request',
      link: 'https://example.com/posts/1',
      message: 'Remove it.\nThank you.',
    });
    expect(messages).toEqual([]);
  });

  it('accepts the shape of a number where the metadata cannot be had, and keeps what was typed', async () => {
    host.answer(/\/assets\/phone-/, cut);
    const { page } = await open('/demo/');
    await markDocument(page);
    await wake(page);
    await fillDemo(page);
    await page.click('button[type=submit]');
    await waitForRoute(page, 'success___en');
    expect(await isSameDocument(page)).toBe(true);
    expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({ phone: '+380 44 123 45 67' });
  });

  it('works by keyboard alone', async () => {
    const { page } = await open('/demo/');
    await wake(page);
    for (const text of ['Olena', 'Marchuk', 'Northwind', 'olena@example.com']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    // The country stands before its number.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('country');
    await page.keyboard.press('Tab');
    await page.keyboard.type('+1 202 456 1111');
    await page.keyboard.press('Enter');
    await waitForRoute(page, 'success___en');
  });
});

describe('the country of a phone number', () => {
  const withGeo = (html: string) => html.replace('"geoUrl":null', '"geoUrl":"/geo"');

  it('is the locale’s until the visitor’s own is known, then what the visitor chose', async () => {
    const located = await serveSite(await loadSharedSample(), withGeo);
    located.answer('/geo', json({ country: 'br', ip: '192.0.2.1' }));
    const { page } = await visit(browser, `${located.origin}/demo/`);
    await wake(page);
    expect(await page.inputValue('[name=country]')).toBe('US');
    expect(located.requested).not.toContain('/geo');
    await page.focus('[name=phone]');
    await expect.poll(() => page.inputValue('[name=country]')).toBe('BR');
    expect(await page.locator('[name=country] option').count()).toBeGreaterThan(200);
    expect(await page.textContent('[name=country] option[value=UA]')).toBe('Ukraine (+380)');
    await page.selectOption('[name=country]', 'UA');
    await page.fill('[name=phone]', '044 123 45 67');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[aria-invalid=true]');
    expect((await errorsOf(page)).map(([name]) => name)).not.toContain('phone');
    await located.close();
  });

  const ANSWERS: readonly (readonly [string, Answer])[] = [
    ['never comes', () => {}],
    ['fails', status(500)],
    ['is no JSON', (_request, response) => void response.end('<html>')],
  ];
  it.each(sampleOf(ANSWERS))(
    'stays the locale’s where the answer %s, without a word and without waiting',
    async (_name, answer) => {
      const located = await serveSite(await loadSharedSample(), withGeo);
      located.answer('/geo', answer);
      const { page } = await visit(browser, `${located.origin}/es/demo/`);
      await wake(page);
      await page.focus('[name=phone]');
      await expect.poll(() => page.locator('[name=country] option').count()).toBeGreaterThan(200);
      expect(await page.inputValue('[name=country]')).toBe('ES');
      await located.close();
    },
  );
});
