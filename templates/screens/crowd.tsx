// People as head and shoulders, in columns from the bottom.

import type { ReactNode } from 'react';

/** Distance between two people, in pixels. */
const WIDTH = 28;
const HEIGHT = 31;

interface CrowdProps {
  readonly people: number;
  readonly rows: number;
  readonly scale?: number;
  readonly fillOf: (person: number) => string;
}

export function Crowd({ people, rows, scale = 1, fillOf }: CrowdProps): ReactNode {
  const [width, height] = [Math.ceil(people / rows) * WIDTH, rows * HEIGHT];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width * scale} aria-hidden="true">
      {Array.from(
        { length: people },
        (_, person) => [Math.floor(person / rows), rows - 1 - (person % rows)] as const,
      ).map(([column, row], person) => (
        <path key={`${column} ${row}`} fill={fillOf(person)} d={drawPerson(column * WIDTH + 11, row * HEIGHT + 2)} />
      ))}
    </svg>
  );
}

function drawPerson(x: number, y: number): string {
  return `M${x} ${y}a6 6 0 1 1 0 12a6 6 0 1 1 0-12M${x - 11} ${y + 25}v-2a9 9 0 0 1 9-9h4a9 9 0 0 1 9 9v2Z`;
}
