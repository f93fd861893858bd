// A site in a folder of its host gets the answers that it gets at the root, with the folder before every path.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderHosts } from '../../../cli/outputs/hosts/render-hosts.ts';
import { encodePath } from '../../../cli/paths/site-path.ts';
import type { RedirectRules } from '../../../cli/plan/redirects/redirect-rules.ts';
import type { HostName } from '../../../config/define-site.ts';
import { IS_LONG } from '../../long-run.ts';
import { planWith, randomRules, siteWith } from '../../pipeline/redirect-makers.ts';
import { askApache } from './apache-interpreter.ts';
import { askCloudfront, askS3 } from './aws-interpreters.ts';
import { askCaddy } from './caddy-interpreter.ts';
import { inputWith } from './host-makers.ts';
import { askCloudflare, askNetlify, askNginx, type HostAnswer } from './interpreters.ts';
import { askVercel } from './vercel-interpreter.ts';

const HOST = 'https://www.example.com';
const FOLDER = '/my.site';

type Files = ReadonlyMap<string, string>;
type Ask = (files: Files, path: string) => unknown;

const ASKED: Readonly<Partial<Record<HostName, Ask>>> = {
  netlify: (files, path) => askNetlify(files.get('_redirects') ?? '', encodePath(path)),
  cloudflare: (files, path) => askCloudflare(files.get('_redirects') ?? '', encodePath(path)),
  nginx: askNginx,
  apache: askApache,
  caddy: (files, path) => askCaddy(files.get('redirects.caddy') ?? '', { path, href: encodePath(path) }),
  s3: askS3,
  vercel: (files, path) => askVercel(files.get('vercel.json') ?? '', encodePath(path)),
  cloudfront: (files, path) => askCloudfront(files, { uri: encodePath(path) }),
};

function filesOf(host: HostName, rules: RedirectRules, folder: string): Files {
  const { filesByHost } = renderHosts(inputWith(rules, siteWith({ origin: `${HOST}${folder}` })));
  return new Map(filesByHost.get(host)?.map(({ name, content }) => [name, content]));
}

/** An answer with the folder before its target. */
function mount(answer: unknown): unknown {
  if (typeof answer === 'string') return `${FOLDER}${answer}`;
  const { status, to } = (answer ?? {}) as Partial<HostAnswer>;
  if (status === undefined || to === undefined) return answer;
  if (to.startsWith('/')) return { status, to: `${FOLDER}${to}` };
  return { status, to: to.replace(`${HOST}/`, `${HOST}${FOLDER}/`) };
}

describe.each(Object.entries(ASKED))('%s', (name, ask) => {
  const host = name as HostName;

  it('answers in a folder as at the root (property)', async () => {
    await fc.assert(
      fc.asyncProperty(randomRules, async ({ rules, paths }) => {
        const [atRoot, inFolder] = [filesOf(host, rules, ''), filesOf(host, rules, FOLDER)];
        for (const path of paths.filter((each) => each !== '')) {
          const expected = mount(await ask(atRoot, path));
          expect([path, await ask(inFolder, `${FOLDER}${path}`)]).toEqual([path, expected]);
        }
      }),
      { numRuns: IS_LONG ? 200 : 6 },
    );
  });

  it('leaves the other paths of its host alone', async () => {
    const { rules } = planWith([{ from: '/old/', to: '/about/' }], { ambassadors: ['en', 'es'] });
    const files = filesOf(host, rules, FOLDER);
    const others = ['/old/', '/a/ambassadors-program/', '/es/a/ambassadors-program/', '/myxsite/old/'];
    for (const path of others) {
      const answer = await ask(files, path);
      if (answer !== null) expect(answer).toBe(`${path}index.html`);
    }
  });
});
