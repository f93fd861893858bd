// Reads the JSON files that builds leave in their folders.

import { readFileSync } from 'node:fs';

/** The fields of a JSON file as they are; none if the file is missing or damaged. */
export function readJsonFields<Shape>(file: string): Partial<Shape> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
