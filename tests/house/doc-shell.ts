// Runs the shell commands of a docs page in order, in one shell, as a reader would. `npx sitegen` runs a copy of the project. Servers
// must respond, and keep running in the background.

import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { TEST_ENVIRONMENT } from '../site/run-sitegen.ts';

/** More than any page needs on a busy machine. */
const LONGEST_PAGE_MS = 240_000;

/** The commands of a page, without comments. */
export function commandsOf(markdown: string): readonly string[] {
  const blocks = [...markdown.matchAll(/^```(?:sh|bash)\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks
    .join('')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s+)# .*/, ''))
    .filter((line) => line !== '');
}

const PRELUDE = `
servers=()
sitegen() { "$NODE" "$PROGRAM" "$@"; }
serve() {
  local log="$LOGS/\${#servers[@]}" url= tries=0
  "$NODE" "$PROGRAM" "$@" >"$log" 2>&1 &
  servers+=($!)
  while [ -z "$url" ]; do
    url=$(grep -om1 'http://127[^ ]*/' "$log" || true)
    kill -0 "\${servers[-1]}" 2>/dev/null && [ $((tries += 1)) -lt 600 ] || { cat "$log"; return 1; }
    sleep 0.1
  done
  command curl -sS --max-time 60 -o /dev/null "$url" || { cat "$log"; return 1; }
}
npx() {
  [ "$1" = sitegen ] || { echo "npx $1 is not a command of the project."; return 1; }
  case "$2" in
    preview) serve "\${@:2}" --port 0 ;;
    sample-service) serve "\${@:2}" ;;
    # Tests do not request other sites.
    check | check-links) sitegen "\${@:2}" --internal-only ;;
    *) sitegen "\${@:2}" ;;
  esac
}
curl() { command curl -f "$@"; }
fail() { echo "FAILED: $1"; exit 1; }
end() { for server in "\${servers[@]}"; do kill "$server" 2>/dev/null; wait "$server" || echo "A server ended with $?."; done; }
trap end EXIT
`;

/** Where commands run. */
interface DocShell {
  readonly cwd: string;
  /** `cli/sitegen.js` */
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs the commands and returns their output. Stops at the first failure, with a line `FAILED: …`. */
export async function runCommands(
  commands: readonly string[],
  { cwd, program, environment }: DocShell,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-shell-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Stands in for a desktop, for `--open`.
  writeFileSync(join(folder, 'xdg-open'), '#!/bin/sh\ncurl -fsS -o /dev/null "$1"\n');
  chmodSync(join(folder, 'xdg-open'), 0o755);
  const steps = commands.map((line) => `echo ${quote(`$ ${line}`)}\n${line} || fail ${quote(line)}`);
  const { PATH = '', HOME = '' } = process.env;
  const shell = spawn('bash', ['--noprofile', '--norc', '-c', [PRELUDE, ...steps].join('\n')], {
    cwd,
    env: {
      PATH: `${folder}:${PATH}`,
      HOME,
      NODE: process.execPath,
      PROGRAM: program,
      LOGS: folder,
      ...TEST_ENVIRONMENT,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In its own process group, so that the shell itself ends its servers.
    detached: true,
    timeout: LONGEST_PAGE_MS,
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise<number | null>((done) => shell.on('close', done));
  return code === 0 ? said : `${said}\nThe shell ended with ${code}.`;
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
