// `npm run bench pictures [PICTURES]`: a first build with as many photographs of 2 MB from the content service, four in an article, and a
// build after it. Each photograph takes about three seconds of CPU.

import { ownFoldersIn } from '../last-build.ts';
import { measureRun, SITEGEN } from '../measure.ts';
import { PHOTOS_PER_ARTICLE, type PhotoCount } from '../photos.ts';
import { ORIGIN, PROJECT, withFolder, withService } from '../place.ts';
import type { Figure, SuiteOptions, SuiteResult } from '../suite.ts';

const DEFAULT_COUNTS = [1000];

/** Measures all sizes. Fails where a photograph is downloaded twice. */
export async function run({ counts }: SuiteOptions): Promise<SuiteResult> {
  const figures: Figure[] = [];
  let hasFailed = false;
  for (const pictures of counts.length === 0 ? DEFAULT_COUNTS : counts)
    await withFolder((folder) =>
      withService(
        pictures / PHOTOS_PER_ARTICLE,
        async (url) => {
          figures.push(await benchPictures({ pictures, folder, url }));
          const { sent, different } = await countPhotos(url);
          hasFailed ||= sent !== different;
        },
        'pictures',
      ),
    );
  return { figures, hasFailed };
}

interface Place {
  readonly pictures: number;
  readonly folder: string;
  readonly url: string;
}

async function benchPictures({ pictures, folder, url }: Place): Promise<Figure> {
  const { out, cache } = ownFoldersIn(folder);
  const args = ['build', '--origin', ORIGIN, '--content-url', url, '--quiet', '-o', out, '--cache-dir', cache];
  const build = async (name: string) => {
    const environment = { ...process.env, NODE_ENV: 'production', SITEGEN_SHARE_IMAGES: 'one' };
    const measured = await measureRun(SITEGEN, args, { cwd: PROJECT, environment, memory: 'proportional' });
    const { sent, different } = await countPhotos(url);
    process.stdout.write(
      `${pictures} pictures, ${name}: ${sent} downloads of ${different} in all, ${measured.seconds.toFixed(1)} s, ` +
        `CPU ${measured.cpuSeconds.toFixed(1)} s, peak ${Math.round(measured.peakBytes / 1e6)} MB\n`,
    );
    return measured;
  };
  const { peakBytes } = await build('first build');
  await build('nothing changed');
  return { name: 'pictures, peak memory', articles: pictures / PHOTOS_PER_ARTICLE, value: peakBytes / 1e6, unit: 'MB' };
}

async function countPhotos(url: string): Promise<PhotoCount> {
  const counted: PhotoCount = JSON.parse(await (await fetch(`${url}/downloads`)).text());
  return counted;
}
