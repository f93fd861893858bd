// Opens the user's default browser.

import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Report } from '../report/report-event.ts';

const OPENERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address of the preview. If that fails, prints a warning. */
export function openBrowser(url: string, report: Report): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () =>
    report({ kind: 'log', level: 'warning', text: `The browser could not be opened. Open ${url} yourself.` }),
  );
  child.unref();
}
