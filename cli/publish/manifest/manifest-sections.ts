// Where a manifest tells of the pages of a locale, and what these were made of: a build that would make the same takes them
// over by their lines, which it neither parses nor prints again. Kept beside the manifest, and believed of that one alone.

import { hash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Locale } from '../../../config/locales.ts';

/** Version of the shape of sections.json. */
const SECTIONS_VERSION = 2;

/** Lines of a manifest that follow each other, from the first brace to the last one. */
export interface LineRange {
  /** Bytes from the start of the manifest; `to` is behind the last one. */
  readonly from: number;
  readonly to: number;
  /** Number of the first line among those of files. */
  readonly line: number;
  readonly files: number;
  readonly firstPath: string;
  readonly lastPath: string;
}

/** The pages of one locale. */
export interface ManifestSection {
  /** Of all that they were made of. */
  readonly key: string;
  readonly ranges: readonly LineRange[];
}

/** The sections of one manifest. */
export interface ManifestSections {
  /** Rows of the manifest. */
  readonly files: number;
  readonly byLocale: ReadonlyMap<Locale, ManifestSection>;
}

interface StoredSections {
  readonly version: number;
  /** Of the manifest, and of what follows here. */
  readonly sha256: string;
  readonly files: number;
  readonly sections: readonly (readonly [Locale, ManifestSection])[];
}

/** Of sections and their manifest: a line that a section does not tell of any more would be one of a page that goes. */
function hashSections({ files, sections }: Pick<StoredSections, 'files' | 'sections'>, manifestHash: string): string {
  return hash('sha256', JSON.stringify([manifestHash, files, sections]));
}

/** The sections of a manifest; null where they are not known, damaged, or of another one. */
export function loadSections(file: string, manifest: Uint8Array): ManifestSections | null {
  try {
    const { version, sha256, files, sections }: StoredSections = JSON.parse(readFileSync(file, 'utf8'));
    if (version !== SECTIONS_VERSION) return null;
    if (sha256 !== hashSections({ files, sections }, hash('sha256', manifest))) return null;
    return { files, byLocale: new Map(sections) };
  } catch {
    return null; // Absent, or damaged by whatever hand: the manifest is read row by row.
  }
}

/** Stores the sections of the manifest with that hash. One without sections has no file. */
export function storeSections(file: string, manifestHash: string, { files, byLocale }: ManifestSections): void {
  const sections = [...byLocale];
  const sha256 = hashSections({ files, sections }, manifestHash);
  const stored = { version: SECTIONS_VERSION, sha256, files, sections } satisfies StoredSections;
  if (byLocale.size === 0) rmSync(file, { force: true });
  else writeFileSync(file, `${JSON.stringify(stored)}\n`);
}
