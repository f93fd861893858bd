// The owner's own files: everything in `public/` is published as it is, such as `.well-known/` and `ads.txt`. A file never replaces a
// page, a redirect or a file of the build.

import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { errorMessage, type Problem } from '../errors.ts';
import { type OutPath, type SitePath, toOutPath } from '../files/brands.ts';
import { hashFile } from '../files/content-hash.ts';
import { createSizeFinder } from '../files/links.ts';
import type { OutputFile } from '../files/output-file.ts';
import type { ReadyFile } from '../images/image-order.ts';
import { caselessPath, foldersAbove, isOutPath } from '../paths/out-path.ts';
import { outFileOf, outFilesOf, pathOfOutFile } from '../paths/site-path.ts';
import { findRedirect } from '../plan/redirects/find-redirect.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { isSitemap } from './sitemap.ts';

/** The files of the owner, and what cannot be published. */
export interface PublicFiles {
  readonly files: readonly ReadyFile[];
  readonly problems: readonly Problem[];
}

const DEFAULT_FOLDER = 'public';
/** The limit of the smallest host is a quarter of it. */
const MAX_BYTES = 100 * 1024 * 1024;
/** Files of desktops, editors and version control, and those with secrets. */
const IGNORED =
  /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|\.git|\.gitkeep|\.gitignore|\.gitattributes|\.hg|\.svn|\.idea|\.vscode|\.env(?:\..*)?|\.npmrc|\.netrc|\.htpasswd|\.ssh|\.aws|.*~|\.#.*|#.*#|\..*\.sw[a-z])$/i;

/** The folder of a site, below the folder of the project. */
export function publicDirOf({ build }: SiteConfig, project: string): string {
  return resolve(project, build.publicDir);
}

/** Whether a file of the folder is published, by its path in the folder. */
function isPublicPath(path: string): boolean {
  return isOutPath(path) && !path.split('/').some((name) => IGNORED.test(name));
}

/** Lists and hashes the files of a folder. The default folder may be missing. */
export function loadPublicFiles(site: SiteConfig, project: string): PublicFiles {
  const dir = publicDirOf(site, project);
  const files: ReadyFile[] = [];
  const problems: Problem[] = [];
  const isMissing = statSync(dir, { throwIfNoEntry: false }) === undefined;
  if (isMissing && site.build.publicDir === DEFAULT_FOLDER) return { files, problems };
  const refuse = (path: string, what: string, fix: string) => {
    const where = { file: join(site.build.publicDir, path) };
    problems.push({ code: 'PUBLIC_FILE', severity: 'error', where, what, fix });
  };
  const visit = (path: string) => {
    const place = join(dir, path);
    try {
      // The folder itself can be a link.
      const stats = path === '' ? statSync(place) : lstatSync(place);
      if (stats.isDirectory()) {
        for (const name of readdirSync(place).sort())
          if (!IGNORED.test(name)) visit(path === '' ? name : `${path}/${name}`);
      } else if (path === '') refuse(path, 'It is not a folder.', 'Name a folder in build.publicDir.');
      else if (!stats.isFile())
        refuse(path, 'It is a link or no ordinary file.', 'Put a copy of the file in its place.');
      else if (!isOutPath(path))
        refuse(path, 'Its name has a backslash or a control character.', 'Give the file another name.');
      else if (stats.size > MAX_BYTES)
        refuse(path, `It has ${stats.size} bytes; at most ${MAX_BYTES} can be published.`, 'Put it on another server.');
      else
        files.push({ path: toOutPath(path.normalize('NFC')), file: place, sha256: hashFile(place), bytes: stats.size });
    } catch (cause) {
      refuse(path, `It cannot be read: ${errorMessage(cause)}.`, 'Check that it is there, and its permissions.');
    }
  };
  visit('');
  return { files, problems };
}

/** The file at a site path, as it is now; null if there is none. */
export function readPublicFile(dir: string, path: SitePath): OutputFile | null {
  const sizeOf = createSizeFinder(dir);
  const found = outFilesOf(path).find((file) => isPublicPath(file) && sizeOf(file) >= 0);
  if (found === undefined) return null;
  return { path: found, content: readFileSync(join(dir, found)), kind: 'map', locale: null, owner: null };
}

/** What public files must not replace. */
interface TakenPaths {
  readonly site: SiteConfig;
  readonly plan: Pick<RoutePlan, 'routes' | 'redirects'>;
  /** Paths of the files that the build writes, without pages. */
  readonly generated: Iterable<OutPath>;
}

/** The files that can be published, and an error for each of the others. */
export function checkPublicFiles({ files, problems }: PublicFiles, taken: TakenPaths): PublicFiles {
  if (files.length === 0) return { files, problems };
  const folder = taken.site.build.publicDir;
  const holders = createHolders(taken);
  const free: ReadyFile[] = [];
  const conflicts = files.flatMap((file): readonly Problem[] => {
    const holder = holders.find(file.path);
    if (holder === null) {
      free.push(file);
      holders.add(file.path, `the file ${folder}/${file.path}`);
      return [];
    }
    const where = { file: `${folder}/${file.path}` };
    const what = `Its address ${pathOfOutFile(file.path)} is already used by ${holder}.`;
    const fix = 'Rename or delete the file, or change what else has this address.';
    return [{ code: 'PATH_COLLISION', severity: 'error', where, what, fix }];
  });
  return { files: free, problems: [...problems, ...conflicts] };
}

/** Who uses a path of the out folder, also on file systems that ignore case. */
function createHolders({ site, plan, generated }: TakenPaths) {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  const add = (path: OutPath, holder: string) => {
    const key = caselessPath(path);
    files.set(key, holder);
    for (const above of foldersAbove(key)) {
      if (folders.has(above)) break;
      folders.set(above, holder);
    }
  };
  for (const { path, entry } of plan.routes)
    add(
      outFileOf(path),
      entry === null ? `the page ${path}` : `${entry.collection} › "${entry.title}" (${entry.site})`,
    );
  for (const path of generated) add(path, `the file ${path} of the build`);
  // Hosts cache everything in it for a year.
  const reserved = { assets: 'the assets of the build', [site.publish.privatePrefix]: 'the records of releases' };
  const find = (path: OutPath): string | null => {
    const key = caselessPath(path);
    const above = [...foldersAbove(key)];
    const kept = Object.entries(reserved).find(([name]) => key === name || above.includes(name))?.[1];
    if (kept !== undefined) return kept;
    if (isSitemap({ path: key })) return 'the sitemaps of the build';
    const redirect = findRedirect(plan.redirects, pathOfOutFile(path));
    if (redirect !== null)
      return redirect.status === 410 ? 'a redirect with status 410' : `a redirect to ${redirect.to}`;
    const inFolder = folders.get(key);
    if (inFolder !== undefined) return `a folder: that of ${inFolder}`;
    return files.get(key) ?? files.get(above.find((each) => files.has(each)) ?? '') ?? null;
  };
  return { add, find };
}
