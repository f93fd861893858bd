// What a host loses, told twice: in the host's REPORT.md, with every rule, and where it is the site's own host as problems
// of the build, short.

import type { HostName } from '../../../config/define-site.ts';
import type { Problem } from '../../errors.ts';
import type { HostLoss } from './host-map.ts';

/** File of each host's folder that lists what it loses. */
export const REPORT_FILE = 'REPORT.md';

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
export function renderLossReport(host: HostName, losses: readonly HostLoss[]): string {
  const parts = losses.map(({ what, fix, concerned }) =>
    [what, `→ ${fix}`, ...concerned.map((source) => `- ${source}`)].join('\n'),
  );
  return `${[`What ${host} loses of the redirect rules and headers`, ...(parts.length === 0 ? ['nothing'] : parts)].join('\n\n')}\n`;
}
