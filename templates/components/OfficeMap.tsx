// Maps of dots: one with all offices, and a small one around an office. Drawings, so no map service sees the visitors.

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
/** Width and height of a small map, in units. */
const NEAR = { width: 40, height: 20 };
/** How much larger the land of a small map is far from a coast. */
const INLAND = 2.5;
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
export function OfficesMap({ pins, landId }: { readonly pins: readonly Pin[]; readonly landId: string }): ReactNode {
  const box = boxAround(pins);
  const letter = round(box.width / LETTERS);
  return (
    <svg className="map map--all" viewBox={viewBoxOf(box)} aria-hidden="true">
      <path id={landId} className="map__land" d={LAND} />
      {pins.map((pin) => {
        const isLeft = pins.some(({ x, y }) => x > pin.x && x - pin.x < CROWDED && Math.abs(y - pin.y) < letter * 2);
        return (
          <g key={pin.name}>
            <path className="map__pin" d={`M${pin.x} ${pin.y}h0`} />
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

/** The land around an office, in viewfinder corners; far from a coast, more of it. It shows the land of the large map again. */
export function NearMap({ point: { x, y }, landId }: { readonly point: MapPoint; readonly landId: string }): ReactNode {
  const around = (scale: number) => {
    const [width, height] = [NEAR.width * scale, NEAR.height * scale];
    return { x: x - width / 2, y: y - height / 2, width, height };
  };
  const scale = hasCoast(around(1)) ? 1 : INLAND;
  return (
    <svg
      className="map map--near"
      viewBox={viewBoxOf(around(scale))}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <use href={`#${landId}`} />
      <path className="map__frame" d={frameAround(x, y, scale)} />
      <path className="map__pin" d={`M${x} ${y}h0`} />
    </svg>
  );
}

/** Whether a tenth of a box is water, or more: else it would be a field of dots. */
function hasCoast(box: Box): boolean {
  let dots = 0;
  for (const [, left = '', y = '', length = ''] of LAND.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    if (Number(y) < box.y || Number(y) > box.y + box.height) continue;
    const width = Math.min(Number(left) + Number(length), box.x + box.width) - Math.max(Number(left), box.x);
    if (width >= 0) dots += width / 2;
  }
  return dots < 0.9 * (box.width / 2) * (box.height / 2);
}

/** Four corners around a point. */
function frameAround(x: number, y: number, scale: number): string {
  const [far, reach] = [3.6 * scale, 1.8 * scale];
  const corner = (right: number, down: number) =>
    `M${round(x + right * far)} ${round(y + down * (far - reach))}v${down * reach}h${-right * reach}`;
  return [corner(1, 1), corner(1, -1), corner(-1, 1), corner(-1, -1)].join('');
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
