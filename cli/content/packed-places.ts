// Places in a file as numbers, two each: those of a list cross to another thread as one piece, and of a large site they take
// little room.

/** Bytes of a file. */
export interface FilePlace {
  readonly start: number;
  readonly bytes: number;
}

/** Places by number; none has no bytes. */
export type PackedPlaces = Float64Array;

const NUMBERS = 2;

/** So many, none of them known. */
export function createPlaces(count: number): PackedPlaces {
  return new Float64Array(count * NUMBERS);
}

/** Notes a place. */
export function putPlace(places: PackedPlaces, number: number, { start, bytes }: FilePlace): void {
  places[number * NUMBERS] = start;
  places[number * NUMBERS + 1] = bytes;
}

/** Null where none is known. */
export function findPlace(places: PackedPlaces, number: number): FilePlace | null {
  const bytes = places[number * NUMBERS + 1] ?? 0;
  return bytes === 0 ? null : { start: places[number * NUMBERS] ?? 0, bytes };
}
