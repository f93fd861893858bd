import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { IS_LONG } from './tests/long-run.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/browser/global-setup.ts'],
    setupFiles: ['tests/kill-left-over.ts', 'tests/reset-base.ts'],
    // A busy machine is slow, not wrong; but what does not come is not waited for longer.
    expect: { poll: { timeout: 25_000 } },
    // The long run has up to two hundred times as much to do.
    testTimeout: IS_LONG ? 1_800_000 : 300_000,
    hookTimeout: 600_000,
    pool: 'forks',
    // More room for new objects: test files make many that are soon garbage.
    execArgv: ['--max-semi-space-size=64'],
    env: {
      // Threads and processes that tests start compile nothing twice, as those of the launcher.
      NODE_COMPILE_CACHE: resolve(import.meta.dirname, '.sitegen/code'),
      NODE_COMPILE_CACHE_PORTABLE: '1',
      // esbuild, a program in Go, collects garbage less often: that is a quarter of its time.
      GOGC: '400',
    },
    // Files share a process, which loads everything once.
    isolate: false,
    alias: [{ find: /^(\.\.?\/)+engine\.ts$/, replacement: resolve(import.meta.dirname, 'tests/engine.ts') }],
    // Many tests wait for a service or a browser: one more than cores keeps all cores busy.
    maxWorkers: availableParallelism() + 1,
  },
});
