// The files of every host that the site could be put on. Each host has its own module; a new one is a row here.

import { HOSTS, type HostName } from '../../../config/define-site.ts';
import { basePathOf } from '../../../config/site-address.ts';
import type { Problem } from '../../errors.ts';
import type { ExactRedirect } from '../../plan/redirects/redirect-rules.ts';
import { renderApache } from './apache.ts';
import { renderCaddy } from './caddy.ts';
import { renderCloudflare } from './cloudflare.ts';
import { renderCloudfront } from './cloudfront.ts';
import type { HostInput, HostLoss, HostMap } from './host-map.ts';
import { renderNetlify } from './netlify.ts';
import { renderNginx } from './nginx.ts';
import { renderS3 } from './s3.ts';
import { renderVercel } from './vercel.ts';

/** File of each host's folder that lists what it loses. */
export const REPORT_FILE = 'REPORT.md';

const RENDER_BY_HOST = {
  netlify: renderNetlify,
  cloudflare: renderCloudflare,
  nginx: renderNginx,
  apache: renderApache,
  caddy: renderCaddy,
  s3: renderS3,
  cloudfront: renderCloudfront,
  vercel: renderVercel,
} satisfies Record<HostName, (input: HostInput) => HostMap>;

/**
 * Renders the redirect map and headers of every host, with a report of what each one loses. Only what the site's own host
 * loses is a problem of the build; object storage names its losses with its redirect pages.
 */
export function renderHosts(input: HostInput): {
  readonly filesByHost: ReadonlyMap<HostName, HostMap['files']>;
  /** Content of each host's REPORT.md, which is for people and no file of the host. */
  readonly reportByHost: ReadonlyMap<HostName, string>;
  readonly problems: readonly Problem[];
} {
  const maps = HOSTS.map((host) => [host, renderHost(host, input)] as const);
  return {
    filesByHost: new Map(maps.map(([host, { files }]) => [host, files])),
    reportByHost: new Map(maps.map(([host, { losses }]) => [host, renderLossReport(host, losses)])),
    problems: maps
      .filter(([host]) => host === input.site.build.host)
      .flatMap(([host, { losses }]) => losses.map((loss) => createLossProblem(host, loss))),
  };
}

/** What one host loses. */
export function findHostLosses(host: HostName, input: HostInput): readonly HostLoss[] {
  return renderHost(host, input).losses;
}

/** Hosts compare whole paths; losses name paths of the site, as the rules do. */
function renderHost(host: HostName, input: HostInput): HostMap {
  const base = basePathOf(input.site.origin);
  const { files, losses } = RENDER_BY_HOST[host](base === '' ? input : mountInput(input, base));
  const pathOf = (name: string) => (name.startsWith(`${base}/`) ? name.slice(base.length) : name);
  return { files, losses: losses.map((loss) => ({ ...loss, concerned: loss.concerned.map(pathOf) })) };
}

function mountInput({ rules, site, headers }: HostInput, base: string): HostInput {
  const mount = (href: string) => (href.startsWith('/') ? `${base}${href}` : href);
  const mountRule = (rule: ExactRedirect) => ({ ...rule, from: mount(rule.from), to: mount(rule.to) });
  return {
    site,
    headers: { ...headers, hashedPath: mount(headers.hashedPath) },
    rules: {
      root: rules.root === null ? null : mountRule(rules.root),
      exact: rules.exact.map(mountRule),
      segments: rules.segments.map((rule) => ({ ...rule, to: mount(rule.to) })),
    },
  };
}

const EXAMPLES = 3;

/** A notice about the site's own host; an error where it cannot take all rules. */
export function createLossProblem(host: HostName, loss: HostLoss): Problem {
  const { kind, what, fix, concerned } = loss;
  const examples = concerned.length > EXAMPLES ? [...concerned.slice(0, EXAMPLES), '…'] : concerned;
  return {
    code: kind === 'overflow' ? 'HOST_REDIRECT_OVERFLOW' : 'HOST_REDIRECT_LOSS',
    severity: kind === 'overflow' ? 'error' : 'notice',
    where: { file: `hosts/${host}/${REPORT_FILE}` },
    what: `${what} Concerned: ${concerned.length} (${examples.join(', ')}).`,
    fix,
  };
}

/** Every loss with all rules concerned, or 'nothing'. */
function renderLossReport(host: HostName, losses: readonly HostLoss[]): string {
  const parts = losses.map(({ what, fix, concerned }) =>
    [what, `→ ${fix}`, ...concerned.map((source) => `- ${source}`)].join('\n'),
  );
  return `${[`What ${host} loses of the redirect rules and headers`, ...(parts.length === 0 ? ['nothing'] : parts)].join('\n\n')}\n`;
}
