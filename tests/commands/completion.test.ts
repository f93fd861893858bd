// `sitegen completion`: bash completes with the script; zsh loads the same functions, and fish has a line for each flag.

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { makeFolder, runSitegen } from '../site/run-sitegen.ts';

const scriptFor = async (shell: string) => (await runSitegen(['completion', shell], { cwd: makeFolder() })).stdout;

it('completes commands, flags and values in bash', async () => {
  const script = await scriptFor('bash');
  const complete = (...words: readonly string[]) => {
    const run = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _sitegen; echo "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', run], { encoding: 'utf8' }).stdout.trim();
  };
  expect(complete('sitegen', 'ch')).toBe('check check-links');
  expect(complete('sitegen', 'build', '--con')).toBe('--content-url --content-rpm');
  expect(complete('sitegen', 'check', '--format', 'j')).toBe('json junit');
  expect(complete('sitegen', 'new', 'col')).toBe('collection');
  expect(complete('sitegen', 'build', '--out-dir', 'x')).toBe('');
  expect(complete('npx', 'sitegen', 'ch')).toBe('check check-links');
  expect(complete('npx', 'sitegen', 'check', '--format', 'j')).toBe('json junit');
  expect(complete('npx', 'site')).toBe('');
  expect(complete('npx', 'vitest', 'ch')).toBe('');
});

it('has the same for zsh and fish', async () => {
  const [bash, zsh, fish] = await Promise.all(['bash', 'zsh', 'fish'].map(scriptFor));
  expect(zsh).toContain('bashcompinit');
  expect(zsh).toContain(bash?.split('\n').slice(1).join('\n'));
  expect(fish).toMatch(/^complete -c sitegen -n '__fish_seen_subcommand_from build' -l origin -d 'public address/m);
  const unquoted = fish?.replaceAll(/'(?:[^'\\]|\\.)*'/g, '');
  expect(unquoted).not.toContain("'");
});
