// One build in a process of its own, to be killed or run beside another: build-child.ts DIR VERSION PAGES [hold]
// It says 'staged' before it commits; with 'hold' it then waits for its end.

import { writeSync } from 'node:fs';
import { SiteError } from '../../cli/errors.ts';
import { open, siteOfVersion } from './small-site.ts';

const [dir = '', version = '0', pages = '0', hold] = process.argv.slice(2);

try {
  const session = await open(dir, { assetReleasesKept: 1 });
  for (const file of siteOfVersion(Number(version), Number(pages))) session.write(file);
  session.writeState('routes.json', `{"version":${version}}`);
  writeSync(1, 'staged\n');
  if (hold === 'hold') setTimeout(() => {}, 600_000);
  else writeSync(1, `${JSON.stringify(await session.commit({ locales: 'all' }))}\n`);
} catch (cause) {
  if (!(cause instanceof SiteError)) throw cause;
  writeSync(
    1,
    `${JSON.stringify({ code: cause.code, exitCode: cause.exitCode, message: cause.message, problems: cause.problems })}\n`,
  );
  process.exitCode = cause.exitCode;
}
