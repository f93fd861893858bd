// Runs the scripts of a job in their order, as the runner of GitHub or GitLab does, in a folder of its own. `npx sitegen` is the real
// command; `npm` and `gh` only write down how they were called.

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { killAtEnd } from '../child-processes.ts';
import { makeFolder, TEST_ENVIRONMENT } from '../site/run-sitegen.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** A machine of a CI system. */
export interface Runner {
  readonly folder: string;
  /** How `npm` and `gh` were called, and the bodies of comments. */
  readonly calls: () => string;
  readonly run: (shell: readonly string[], script: string, environment: Environment) => Promise<Ran>;
}

type Environment = Readonly<Record<string, string>>;

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** Opens a machine with an empty checkout. */
export function openRunner(): Runner {
  const folder = makeFolder();
  const bin = join(makeFolder(), 'bin');
  const calls = join(bin, 'calls.txt');
  mkdirSync(bin);
  const tool = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!/bin/bash\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  tool('npx', `[ "$1" = sitegen ] && shift && exec "${process.execPath}" "${PROJECT}/cli/sitegen.js" "$@"`);
  tool('npm', `echo "npm $*" >>"${calls}"`);
  tool('node', `exec "${process.execPath}" "$@"`);
  // Comment 71 is ours once it is written.
  tool(
    'gh',
    `echo "gh $*" >>"${calls}"; if [ -f comment.md ]; then cat comment.md >>"${calls}"; fi
case "$*" in
  "pr comment"*) touch "${bin}/commented" ;;
  "run list"*) if [ -f last-run ]; then cat last-run; fi ;;
  "api --paginate"*) if [ -f "${bin}/commented" ]; then echo 71; fi ;;
esac`,
  );
  tool(
    'jq',
    `exec "${process.execPath}" -p 'JSON.parse(fs.readFileSync(process.argv[1], "utf8")).nextBuildAt' -- "$3"`,
  );
  return {
    folder,
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8') : ''),
    run: (shell, script, environment) => {
      const file = join(bin, 'step.sh');
      writeFileSync(file, script);
      const [program = 'bash', ...args] = shell;
      const { PATH = '', HOME = '' } = process.env;
      const started = spawn(program, [...args, file], {
        cwd: folder,
        env: { PATH: `${bin}:${PATH}`, HOME, ...TEST_ENVIRONMENT, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const child = killAtEnd(started);
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
      return new Promise((done) => child.on('close', (code) => done({ code, said })));
    },
  };
}

/** Replaces the expressions of a workflow; an unknown one is an error. */
export function fillIn(text: string, values: Environment): string {
  return text.replaceAll(/\$\{\{ ([^}]+) \}\}/g, (_, name: string) => {
    const value = values[name.trim()];
    if (value === undefined) throw new Error(`The test has no value for ${name}.`);
    return value;
  });
}
