import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    globalSetup: ['tests/browser/global-setup.ts'],
    // A busy machine is slow, not wrong; but what does not come is not waited for longer.
    expect: { poll: { timeout: 25_000 } },
    testTimeout: 300_000,
    hookTimeout: 600_000,
    pool: 'forks',
    // One a core: most tests wait for processes and browsers of their own.
    maxWorkers: availableParallelism(),
  },
});
