// What everybody who looks at a running site should know, and the bundled files that their pages ask for.

import type { PageCode } from '../code/code-bundles.ts';
import type { ShownProblem } from './describe-failure.ts';
import type { PartFaults } from './part-faults.ts';
import type { SiteStatus } from './site/site-calls.ts';
import { linkedFiles, type SiteParts } from './site-parts.ts';

/** What everybody who looks should know. */
export interface RunningState {
  /** Counts changes of anything that pages show, from a number that no earlier preview had. */
  readonly version: number;
  /** Sources that cannot be used: the last good ones are. */
  readonly broken: readonly ShownProblem[];
  readonly site: SiteStatus | null;
}

/** The state, and its changes. */
export interface ShownState {
  readonly state: () => RunningState;
  /** A bundled file by its site path. */
  readonly findAsset: (path: string) => PageCode['assets'][number] | null;
  /** Takes over what runs now, and tells it. */
  readonly publish: () => Promise<void>;
}

/** Bundled files of this many changes are kept. */
const MAX_GENERATIONS = 3;

/** Starts with nothing shown; `onChange` is called after every change of {@link RunningState}. */
export function createShownState(
  parts: Pick<SiteParts, 'running'>,
  faults: Pick<PartFaults, 'list'>,
  onChange: () => void,
): ShownState {
  /** Newest first: a page that was loaded before a change may ask for a script of its own time. */
  let generations: readonly PageCode['assets'][] = [];
  let version = Date.now();
  let status: SiteStatus | null = null;
  return {
    state: () => ({ version, broken: faults.list(), site: status }),
    findAsset: (path) => generations.flat().find((asset) => `/${asset.path}` === path) ?? null,
    publish: async () => {
      const { site, pages } = parts.running();
      const assets = pages?.bundles.code.assets;
      if (assets !== undefined && assets !== generations[0])
        generations = [assets, ...generations].slice(0, MAX_GENERATIONS);
      const files = pages === null ? null : linkedFiles(pages.bundles);
      const current = await site?.thread.call('status', files).catch(() => null);
      // A thread that was replaced meanwhile answers what is no more.
      if (parts.running().site === site) status = current ?? status;
      version += 1;
      onChange();
    },
  };
}
