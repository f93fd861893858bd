// Writes the kit into a folder, such as a Statamic project. A file is replaced only if it has not changed since the kit wrote it: its
// first lines have a hash of the rest.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { COLLECTION_HANDLES } from '../../../content/handles.ts';
import { sha256 } from '../../files/content-hash.ts';
import { PROJECT } from '../../files/project.ts';
import { makeFolder, writeWhole } from '../../files/write-file.ts';
import { createKitFiles, type KitFile } from './kit-files.ts';

/**
 * Paths of the files of the kit: `kept` are files that the kit did not write or that were changed, `leftOut` missing ones that the
 * project seems to lack on purpose (see {@link isUnwanted}).
 */
export type WrittenKit = Readonly<Record<'written' | 'unchanged' | 'kept' | 'leftOut', readonly string[]>>;

/** The kit in this project, with the files that are written by hand. */
const KIT = join(PROJECT, 'content/statamic');
const BY_HAND = [
  'README.md',
  'config/sitegen.php',
  'app/Providers/SitegenServiceProvider.php',
  'public/vendor/app/js/sitegen-field.js',
];

const MARK = 'Written by "sitegen blueprints": change the schemas of the website instead.';
const MARK_LINE = new RegExp(`^(?:#|//) ${MARK} ([0-9a-f]{12})\\n`, 'm');

/** Writes wanted new files, and those that have not changed since the kit wrote them; with `isForced` all files. */
export function writeKit(
  folder: string,
  { preview, isForced, isDryRun }: { readonly preview: string; readonly isForced: boolean; readonly isDryRun: boolean },
): WrittenKit {
  const files = [
    ...createKitFiles(preview).map(mark),
    ...BY_HAND.map((path) => ({ path, content: readFileSync(join(KIT, path), 'utf8') })),
  ];
  const paths = new Set(files.map(({ path }) => path));
  const states = files.map((file) => ({ ...file, state: stateOf(folder, file, { paths, isForced }) }));
  for (const { path, content, state } of states) {
    if (isDryRun || state !== 'written') continue;
    makeFolder(dirname(join(folder, path)));
    writeWhole(join(folder, path), content);
  }
  const pathsOf = (wanted: keyof WrittenKit) => states.filter(({ state }) => state === wanted).map(({ path }) => path);
  return {
    written: pathsOf('written'),
    unchanged: pathsOf('unchanged'),
    kept: pathsOf('kept'),
    leftOut: pathsOf('leftOut'),
  };
}

interface Kit {
  readonly paths: ReadonlySet<string>;
  readonly isForced: boolean;
}

function stateOf(folder: string, { path, content }: KitFile, kit: Kit): keyof WrittenKit {
  const { isForced } = kit;
  const file = join(folder, path);
  if (!existsSync(file)) return isUnwanted(folder, path, kit) ? 'leftOut' : 'written';
  const present = readFileSync(file, 'utf8');
  if (present === content) return 'unchanged';
  return isForced || isAsWritten(present) ? 'written' : 'kept';
}

const BLUEPRINT = /^resources\/blueprints\/collections\/[^/]+\/[^/]+$/;
const GLOBAL_IN_SITE = /^content\/globals\/[^/]+\/[^/]+$/;
/** Statamic 4 reads the first, Statamic 5 and 6 the second. */
const SITE_FILES = ['config/statamic/sites.php', 'resources/sites.yaml'];

/** The sites of another version; beside an own global or blueprint, a global of a site or a second blueprint. */
function isUnwanted(folder: string, path: string, { paths, isForced }: Kit): boolean {
  const has = (file: string) => existsSync(join(folder, file));
  if (SITE_FILES.includes(path)) return SITE_FILES.some(has);
  if (isForced) return false;
  if (GLOBAL_IN_SITE.test(path)) return has(`content/globals/${basename(path)}`);
  return BLUEPRINT.test(path) && list(folder, `${dirname(path)}/*.yaml`).some((other) => !paths.has(other));
}

/**
 * Entries and trees of the kit's collections that are in no folder of a site. With several sites, Statamic answers every request with
 * 500 because of them.
 */
export function findFlatEntries(folder: string): readonly string[] {
  return COLLECTION_HANDLES.flatMap((handle) => [
    ...list(folder, `content/collections/${handle}/*.md`),
    ...list(folder, `content/trees/collections/${handle}.yaml`),
  ]);
}

/** Paths below the folder, with '/' between parts. */
function list(folder: string, pattern: string): readonly string[] {
  return globSync(pattern, { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
}

function isAsWritten(text: string): boolean {
  const [line, hash] = MARK_LINE.exec(text) ?? [];
  return line !== undefined && hash === hashOf(text.replace(line, ''));
}

/** Adds the mark to a file; in PHP below the opening tag. */
function mark({ path, content }: KitFile): KitFile {
  const hash = hashOf(content);
  const opening = '<?php\n\n';
  if (!content.startsWith(opening)) return { path, content: `# ${MARK} ${hash}\n${content}` };
  return { path, content: `${opening}// ${MARK} ${hash}\n${content.slice(opening.length)}` };
}

const hashOf = (text: string): string => sha256(text).slice(0, 12);
