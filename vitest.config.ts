import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Suites of plain functions, and those that only read the built sample: their files share a process, which loads everything once. */
const UNITS = [
  'tests/{check,client,config,content,facts,files,locales,outputs,paths,plan,render,report,templates,words}/**/*.test.{ts,tsx}',
  'tests/site/{chrome,content-facts,detail-pages,forms,page-kinds,routes,structured-data}.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['tests/browser/global-setup.ts'],
    // A busy machine is slow, not wrong; but what does not come is not waited for longer.
    expect: { poll: { timeout: 25_000 } },
    testTimeout: 300_000,
    hookTimeout: 600_000,
    pool: 'forks',
    // One a core: three on two cores took as long, and failed where one test starved another.
    maxWorkers: availableParallelism(),
    projects: [
      // Projects run in the order of their names: the long files first.
      {
        extends: true,
        test: { name: 'site', include: ['tests/**/*.test.{ts,tsx}'], exclude: [...configDefaults.exclude, ...UNITS] },
      },
      { extends: true, test: { name: 'unit', include: UNITS, isolate: false } },
    ],
  },
});
