// The output of one build. Files are staged, and one commit changes the out folder (change-folder.ts). Until then it is unchanged.

import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SiteError } from '../errors.ts';
import type { OutPath } from '../files/brands.ts';
import type { OutputFile, OutputKind } from '../files/output-file.ts';
import { makeFolder, writePieces } from '../files/write-file.ts';
import { assertOutPath } from '../paths/out-path.ts';
import { changeFolder, finishChange, planDeletions, sealStaging } from './change-folder.ts';
import { Disk, isEmptyFolder } from './disk.ts';
import { lockLost, outNotOurs, outputError } from './output-errors.ts';
import type { OutputLock } from './output-lock.ts';
import { dryRunDirOf, type OutputPlaces } from './output-places.ts';
import { type StagedBytes, type StagingPlace, StagingWriter } from './staging-writer.ts';
import {
  type CommitCounts,
  type CommitScope,
  type LastOutput,
  planWanted,
  type WantedFiles,
  type WrittenFile,
  WrittenFiles,
} from './wanted-files.ts';

type StagedFile = Omit<WrittenFile, 'isStaged'>;

/** A locked out folder. */
interface OpenOutput {
  readonly places: OutputPlaces;
  readonly lock: OutputLock;
  readonly last: LastOutput;
  readonly isSynced: boolean;
  readonly isDryRun: boolean;
  readonly isAdopted: boolean;
  readonly assetReleasesKept: number;
}

/** Ends with `commit` or `discard`. After a SiteError, only `discard` can be called. */
export class OutputSession {
  /** For {@link StagingWriter} in another thread, whose files are then passed to `add`. */
  readonly staging: StagingPlace;
  readonly #open: OpenOutput;
  readonly #writers: Readonly<Record<'assets' | 'pages', StagingWriter>>;
  readonly #written = new WrittenFiles();
  /** Paths of the written state files. */
  readonly #state = new Set<string>();
  /** After an error or a commit. */
  #isOver = false;
  /** Staging is removed and the lock is released. */
  #hasEnded = false;

  constructor(open: OpenOutput) {
    const { stagingDir, shownOutDir } = open.places;
    this.#open = open;
    this.staging = { stagingDir: `${stagingDir}/pages`, shownOutDir };
    const assets = new StagingWriter({ stagingDir: `${stagingDir}/assets`, shownOutDir });
    this.#writers = { assets, pages: new StagingWriter(this.staging) };
  }

  /**
   * Adds a file. Writes it to staging unless the out folder already has it.
   * @throws Error (a bug) for a path outside the out folder or a path that is taken; SiteError OUT_DISK_FULL, OUT_UNWRITABLE.
   */
  write({ path, content, kind, locale, owner }: OutputFile): StagedBytes {
    return this.#run(`${this.staging.stagingDir}/${path}`, () => {
      this.#written.assertFree(path);
      let isStaged = true;
      const made = this.#writers[partOf(kind)].write(path, content, ({ sha256, bytes }) => {
        isStaged = !this.#holds({ path, sha256, bytes });
        return !isStaged;
      });
      this.#written.add({ path, ...made, kind, locale, owner, isStaged });
      return made;
    });
  }

  /**
   * Adds a file that another thread staged. Deletes the staged file if the out folder already has it.
   * @throws as `write`.
   */
  add(file: StagedFile & { readonly kind: Exclude<OutputKind, 'asset'> }): void {
    this.#run(`${this.staging.stagingDir}/${file.path}`, () => {
      this.#written.assertFree(file.path);
      const isStaged = !this.#holds(file);
      if (!isStaged) rmSync(`${this.staging.stagingDir}/${file.path}`);
      this.#written.add({ ...file, isStaged });
    });
  }

  /** Whether the last build wrote the file. */
  has(path: OutPath): boolean {
    return this.#open.last.files.has(path);
  }

  /** Adds a file that is already in the out folder. Returns false if it is not there or has other content. */
  keep(file: StagedFile): boolean {
    return this.#run(`${this.#open.places.outDir}/${file.path}`, () => {
      if (!this.#holds(file)) return false;
      this.#written.add({ ...file, isStaged: false });
      return true;
    });
  }

  /**
   * Adds all files of the last build. Returns false, and adds nothing, if files are missing or if a build with another cache folder
   * wrote the out folder since. Call it before all other methods.
   */
  keepLast(): boolean {
    const { places, last } = this.#open;
    return this.#run(places.outDir, () => {
      // The manifest is next to the out folder, so it is still there if the out folder was deleted.
      if (last.isEmpty || !isSameFile(places.manifestFile, join(places.cacheDir, 'manifest.json'))) return false;
      const published = [...last.files.values()].filter(({ outdatedBy }) => outdatedBy === undefined);
      if (!published.every((row) => this.#holds(row))) return false;
      for (const { path, sha256, bytes, kind, locale, owner } of published)
        this.#written.add({ path, sha256, bytes, kind, locale, owner, isStaged: false });
      return true;
    });
  }

  /** Adds a state file, relative to the cache folder. It is installed when the out folder is complete. */
  writeState(path: string, content: string | Uint8Array | Iterable<string>): void {
    const { stagingDir } = this.#open.places;
    this.#run(`${stagingDir}/state/${path}`, () => {
      assertOutPath(path);
      if (path === 'manifest.json' || this.#state.has(path))
        throw new Error(`The state file "${path}" was already written.`);
      this.#state.add(path);
      makeFolder(dirname(`${stagingDir}/state/${path}`));
      const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
      writePieces(`${stagingDir}/state/${path}`, pieces);
    });
  }

  /** The counts of a commit, without changing files. */
  preview(scope: CommitScope): CommitCounts {
    return this.#run(this.#open.places.outDir, () => this.#plan(scope).counts);
  }

  /**
   * Changes the out folder, installs the state files and the manifest, and releases the lock.
   * @throws SiteError OUT_PATH_TAKEN, OUT_NOT_OURS, OUT_DISK_FULL, OUT_UNWRITABLE, OUT_LOCKED (exit 2).
   */
  async commit(scope: CommitScope): Promise<CommitCounts> {
    const { places, isDryRun, isSynced } = this.#open;
    if (isDryRun) throw new Error('A dry run cannot be committed.');
    try {
      const disk = new Disk({ isSynced });
      const { counts, deletions } = this.#run(places.sideDir, () => this.#seal(this.#plan(scope), disk));
      this.#isOver = true;
      changeFolder(places, deletions, disk);
      finishChange(places, disk);
      return counts;
    } finally {
      this.discard();
    }
  }

  /** Removes staging and releases the lock; after a commit it does nothing. No other thread may still be staging. Never throws. */
  discard(): void {
    this.#isOver = true;
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    endSession(this.#open.places, this.#open.lock);
  }

  /** Checks that the out folder can be changed, and declares staging complete. */
  #seal({ rows, staged, unpublished, counts }: WantedFiles, disk: Disk) {
    const { places, lock, last, isAdopted } = this.#open;
    const { lockFile, outDir, shownOutDir, stagingDir } = places;
    if (!lock.isHeld()) throw lockLost(lockFile, shownOutDir);
    if (last.isEmpty && !isEmptyFolder(outDir)) throw outNotOurs(shownOutDir);
    const moves = staged.map(({ path }) => path);
    const deletions = planDeletions(places, { wanted: rows, last: last.files, moves, isAdopted });
    for (const { path, kind } of unpublished) disk.deleteFiles(`${stagingDir}/${partOf(kind)}`, [path]);
    sealStaging(places, rows, disk);
    return { counts, deletions };
  }

  /** Runs a step. Errors of the system end the session, but only `discard` cleans up, because other threads may still be staging. */
  #run<Result>(place: string, step: () => Result): Result {
    if (this.#isOver) throw new Error('The output session is over.');
    try {
      return step();
    } catch (cause) {
      const error = outputError(cause, { outDir: this.staging.shownOutDir, place, isUntouched: true });
      if (error instanceof SiteError) this.#isOver = true;
      throw error;
    }
  }

  #plan({ locales }: CommitScope): WantedFiles {
    const { last, assetReleasesKept } = this.#open;
    return planWanted(this.#written, last, { locales, assetReleasesKept });
  }

  /** Whether the out folder has a file with this content. A lost or cut file has another size. */
  #holds({ path, sha256, bytes }: Pick<StagedFile, 'path' | 'sha256' | 'bytes'>): boolean {
    const { files, sizeOf } = this.#open.last;
    const row = files.get(path);
    return row?.sha256 === sha256 && row.bytes === bytes && sizeOf(path) === bytes;
  }
}

/** The part of staging that has files of a kind. */
const partOf = (kind: OutputKind) => (kind === 'asset' ? 'assets' : 'pages');

function isSameFile(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
}

/** Removes staging, unless a change needs it or the lock is lost, and releases the lock. Never throws. */
export function endSession(places: OutputPlaces, lock: OutputLock): void {
  try {
    if (lock.isHeld()) removeStaging(places);
    lock.release();
    // Only if the folder is empty; otherwise this throws.
    rmdirSync(places.sideDir);
  } catch {
    // The next build removes the rest.
    lock.release();
  }
}

/** Removes what earlier builds staged, except for an unfinished change. */
export function removeStaging(places: OutputPlaces): void {
  const staging = existsSync(places.wantedFile) ? [] : [join(places.sideDir, 'staging')];
  for (const dir of [dryRunDirOf(places), ...staging]) rmSync(dir, { recursive: true, force: true });
}
