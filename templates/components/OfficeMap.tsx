// A map of dots with all offices. A drawing, so no map service sees the visitors.

import type { ReactNode } from 'react';
import type { OfficeInput } from '../page-input.ts';
import { LAND, type MapPoint, onMap } from './land.ts';
import './OfficeMap.css';

/** An office with a place on the map. */
interface Pin extends MapPoint {
  readonly name: string;
}

/** Units of the map around the outermost offices. */
const MARGIN = 14;
/** Width to height of the large map. */
const RATIO = 2.3;
/** The name of an office is on the left if another office is this near on its right. */
const CROWDED = 24;
/** Widths of the map per letter height. */
const LETTERS = 74;

/** The offices that are on the map. */
export function findPins(offices: readonly OfficeInput[]): readonly Pin[] {
  return offices.flatMap(({ title, city, place }) =>
    place === null ? [] : [{ name: city ?? title, ...onMap(place) }],
  );
}

/** All offices with their names. Hidden from screen readers, because the list of offices has the same information. */
export function OfficesMap({ pins }: { readonly pins: readonly Pin[] }): ReactNode {
  const box = boxAround(pins);
  const letter = round(box.width / LETTERS);
  return (
    <svg className="map" viewBox={viewBoxOf(box)} aria-hidden="true">
      <path className="map__land" d={LAND} />
      {pins.map((pin) => {
        const isLeft = pins.some(({ x, y }) => x > pin.x && x - pin.x < CROWDED && Math.abs(y - pin.y) < letter * 2);
        return (
          <g key={pin.name}>
            <path className="map__pin" d={`M${pin.x} ${pin.y}h.01`} />
            <text
              className="map__name"
              x={round(pin.x + (isLeft ? -letter : letter) * 0.8)}
              y={round(pin.y + letter * 0.35)}
              fontSize={letter}
              textAnchor={isLeft ? 'end' : 'start'}
            >
              {pin.name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

interface Box extends MapPoint {
  readonly width: number;
  readonly height: number;
}

function boxAround(pins: readonly Pin[]): Box {
  const range = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [left, right] = range(pins.map(({ x }) => x));
  const [top, bottom] = range(pins.map(({ y }) => y));
  const width = Math.max(right - left + 4 * MARGIN, (bottom - top + 2 * MARGIN) * RATIO);
  const height = width / RATIO;
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
}

const round = (value: number) => Math.round(value * 100) / 100;

function viewBoxOf({ x, y, width, height }: Box): string {
  return [x, y, width, height].map(round).join(' ');
}
