import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    globalSetup: ['tests/browser/global-setup.ts'],
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // One a core: most tests wait for processes and browsers of their own.
    maxWorkers: availableParallelism(),
  },
});
