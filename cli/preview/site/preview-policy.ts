// How patiently a preview asks the content service: an editor waits, and the preview asks again anyway.

import type { SiteConfig } from '../../../config/define-site.ts';

/** Longest wait between two attempts, and of all waits together (decisions, section 5). */
const WAIT_CAP_MS = 2000;
const WAITS_CAP_MS = 15_000;

/** The build's policy with shorter waits. */
export function previewPolicy(policy: SiteConfig['content']): SiteConfig['content'] {
  const retryCapMs = Math.min(policy.retryCapMs, WAIT_CAP_MS);
  const connectTimeoutMs = Math.min(policy.connectTimeoutMs, WAIT_CAP_MS);
  let retries = 0;
  let waits = connectTimeoutMs;
  const nextWait = () => Math.min(retryCapMs, policy.retryBaseMs * 2 ** retries);
  while (retries < policy.retries && waits + nextWait() <= WAITS_CAP_MS) {
    waits += nextWait();
    retries += 1;
  }
  return { ...policy, retries, retryCapMs, connectTimeoutMs };
}
