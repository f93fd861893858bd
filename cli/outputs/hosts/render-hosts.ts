// The files of all supported hosts. Each host has its own module; a new one needs a row here.

import { HOSTS, type HostName } from '../../../config/define-site.ts';
import { basePathOf } from '../../../config/site-address.ts';
import type { Problem } from '../../errors.ts';
import { toSitePath } from '../../files/brands.ts';
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

/** File in each host's folder that lists what the host does not support. */
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
 * Renders the redirect map and headers of every host, with a report of what each one does not support. Only the losses of the
 * site's own host are problems of the build. For object storage, redirect pages report them.
 */
export function renderHosts(input: HostInput): {
  readonly filesByHost: ReadonlyMap<HostName, HostMap['files']>;
  /** Content of each host's REPORT.md, for people to read. */
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

/** What one host does not support. */
export function findHostLosses(host: HostName, input: HostInput): readonly HostLoss[] {
  return renderHost(host, input).losses;
}

/** Hosts compare whole paths. In losses, paths start below the site's folder, as in the rules. */
function renderHost(host: HostName, input: HostInput): HostMap {
  const base = basePathOf(input.site.origin);
  const { files, losses } = RENDER_BY_HOST[host](base === '' ? input : mountInput(input, base));
  const pathOf = (name: string) => (name.startsWith(`${base}/`) ? name.slice(base.length) : name);
  return { files, losses: losses.map((loss) => ({ ...loss, affected: loss.affected.map(pathOf) })) };
}

function mountInput({ rules, ...input }: HostInput, base: string): HostInput {
  const mount = (href: string) => (href.startsWith('/') ? `${base}${href}` : href);
  const mountRule = (rule: ExactRedirect) => ({ ...rule, from: toSitePath(mount(rule.from)), to: mount(rule.to) });
  return {
    ...input,
    rules: {
      exact: rules.exact.map(mountRule),
      segments: rules.segments.map((rule) => ({ ...rule, to: mount(rule.to) })),
    },
  };
}

const EXAMPLES = 3;

/** A notice about the site's own host; an error if the rules exceed its limits. */
export function createLossProblem(host: HostName, loss: HostLoss): Problem {
  const { kind, what, fix, affected } = loss;
  const examples = affected.length > EXAMPLES ? [...affected.slice(0, EXAMPLES), '…'] : affected;
  return {
    code: kind === 'overflow' ? 'HOST_REDIRECT_OVERFLOW' : 'HOST_REDIRECT_LOSS',
    severity: kind === 'overflow' ? 'error' : 'notice',
    where: { file: `hosts/${host}/${REPORT_FILE}` },
    what: `${what} Affected: ${affected.length} (${examples.join(', ')}).`,
    fix,
  };
}

function renderLossReport(host: HostName, losses: readonly HostLoss[]): string {
  const parts = losses.map(({ what, fix, affected }) =>
    [what, `→ ${fix}`, ...affected.map((source) => `- ${source}`)].join('\n'),
  );
  const title = `What ${host} does not support of the redirect rules and headers`;
  return `${[title, ...(parts.length === 0 ? ['nothing'] : parts)].join('\n\n')}\n`;
}
