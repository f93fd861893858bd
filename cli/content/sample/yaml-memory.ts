// What the YAML of the sample's files says, kept between two starts: parsing it takes longer than all the rest. Texts are
// told by their bytes, not by time or name, and what they say is checked against the blueprints on each start.

import { hash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import yamlManifest from 'yaml/package.json' with { type: 'json' };
import { writeWhole } from '../../files/write-whole.ts';

/** Parses YAML, each text once. */
export interface YamlMemory {
  /** What a text says. @throws YAMLParseError, with the line. */
  readonly parse: (source: string) => Promise<unknown>;
  /** Keeps what was asked for since the memory was opened, where that differs from what is kept. */
  readonly store: () => void;
}

interface StoredMemory {
  /** Version of the package that parsed. */
  readonly parser: string;
  /** By SHA-256 of the text. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** A memory in a file, empty where there is none, or another parser's, or a damaged one; null keeps it in the process alone. */
export function openYamlMemory(file: string | null): YamlMemory {
  const stored = file === null ? new Map<string, unknown>() : loadValues(file);
  const used = new Map<string, unknown>();
  return {
    parse: async (source) => {
      const key = hash('sha256', source);
      const known = used.has(key) ? used.get(key) : stored.get(key);
      // Most starts parse nothing.
      const value = known === undefined ? (await import('yaml')).parse(source) : known;
      used.set(key, value);
      return value;
    },
    store: () => {
      const isKept = used.size === stored.size && [...used.keys()].every((key) => stored.has(key));
      if (file !== null && !isKept) storeValues(file, used);
    },
  };
}

function loadValues(file: string): StoredMemory['values'] {
  try {
    const memory: StoredMemory = deserialize(readFileSync(file));
    return memory.parser === yamlManifest.version ? memory.values : new Map();
  } catch {
    return new Map();
  }
}

/** A disk that takes no more keeps none. */
function storeValues(file: string, values: StoredMemory['values']): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeWhole(file, serialize({ parser: yamlManifest.version, values } satisfies StoredMemory));
  } catch {
    // The next start parses the texts again.
  }
}
