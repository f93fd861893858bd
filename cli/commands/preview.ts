// `sitegen preview`: serves the site and updates it while it is edited, until interrupted.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import type { ExitCode } from '../errors.ts';
import type { Preview, PreviewOptions } from '../preview/start-preview.ts';
import type { Report } from '../report/report-event.ts';
import type { CommandContext, ServiceFlags } from './build.ts';

export interface PreviewFlags extends ServiceFlags {
  /** `true` for the flag without a value: all addresses of this machine. */
  readonly host: string | true;
  readonly allowedHosts?: readonly string[];
  readonly port: number;
  readonly strictPort?: boolean;
  readonly open?: boolean;
  readonly drafts?: boolean;
  readonly future?: boolean;
  readonly integrations?: boolean;
  readonly clock?: string;
  readonly poll?: number;
  readonly dir?: string;
  readonly cacheDir: string;
}

/** Runs a preview until the signal aborts. Exit 0, or throws a SiteError with the exit code. */
export async function runPreview(flags: PreviewFlags, context: CommandContext): Promise<ExitCode> {
  const { reporter, signal, environment } = context;
  const { report } = reporter;
  const start = performance.now();
  const text = flags.dir === undefined ? describeShown(flags, environment) : `of ${flags.dir}`;
  report({ kind: 'start', command: 'preview', text });
  const preview = await startWanted(flags, context);
  describeAddresses(preview, report);
  if (flags.open === true) openBrowser(`${preview.url}/`, report);
  await Promise.race([preview.isReady, aborted(signal)]);
  if (!signal.aborted)
    report({ kind: 'stage', stage: 'preview', text: 'Ready', milliseconds: performance.now() - start });
  await aborted(signal);
  await preview.stop();
  return 0;
}

function describeAddresses({ url, networkUrls }: Preview, report: Report): void {
  const tell = (text: string) => report({ kind: 'log', level: 'outcome', text });
  if (networkUrls === null) {
    tell(`Open ${url}/ (Ctrl+C stops it).`);
    return;
  }
  tell(`Local:   ${url}/`);
  for (const each of networkUrls) tell(`Network: ${each}/`);
  const text =
    'The preview is exposed to your network: everybody there can see this site, including any drafts it shows.';
  report({ kind: 'log', level: 'warning', text });
  tell('Ctrl+C stops it.');
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

async function startWanted(flags: PreviewFlags, { reporter: { report }, signal, environment }: CommandContext) {
  const host = flags.host === true ? '0.0.0.0' : flags.host;
  const { allowedHosts = [], port } = flags;
  const place = { host, allowedHosts, port, isPortStrict: flags.strictPort === true, report };
  const cacheDir = resolve(flags.cacheDir);
  if (flags.dir !== undefined) {
    const { startFolderPreview } = await import('../preview/folder-preview.ts');
    return startFolderPreview({ ...place, dir: resolve(flags.dir), cacheDir });
  }
  const { clock: given } = flags;
  // It imports tables of the site, which may be broken.
  const clock = given === undefined ? null : (await import('../content/snapshot/snapshot-file.ts')).parseClock(given);
  const options: PreviewOptions = {
    ...place,
    cacheDir,
    environment,
    signal,
    flags: { ...flags, toleratesMiddleware: true },
    clock,
    withDrafts: flags.drafts === true,
    withFuture: flags.future === true,
    withIntegrations: flags.integrations === true,
    pollMs: flags.poll === undefined ? null : flags.poll * 1000,
  };
  const { startPreview } = await import('../preview/start-preview.ts');
  return startPreview(options);
}

function describeShown(flags: PreviewFlags, environment: CommandContext['environment']): string {
  const { drafts, future, clock } = flags;
  const parts = [
    ...(drafts === true ? ['drafts'] : []),
    ...(future === true ? ['scheduled entries'] : []),
    ...(clock === undefined ? [] : [`as of ${clock}`]),
  ];
  if (parts.length > 0) return `with ${parts.join(', ')}`;
  const hasService = flags.sample !== true && (flags.contentUrl ?? environment.SITEGEN_CONTENT_URL) !== undefined;
  return hasService ? 'of published content' : 'of the sample content';
}

const OPENERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the user's browser. If that fails, prints a warning. */
function openBrowser(url: string, report: Report): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () =>
    report({ kind: 'log', level: 'warning', text: `The browser could not be opened. Open ${url} yourself.` }),
  );
  child.unref();
}
