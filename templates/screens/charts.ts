// Paths of the charts. Charts are drawn in a box of 100 × 100 units and stretched by the stylesheet.

/** A straight line from value to value. `least` and `most` are the values at the bottom and at the top. */
export function linePath(values: readonly number[], { least = 0, most = 100 } = {}): string {
  const step = 100 / (values.length - 1);
  return values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${round(index * step)} ${round(heightOf(value, least, most))}`)
    .join('');
}

/** The area below a line, or between a line and another one. */
export function areaPath(values: readonly number[], floor: readonly number[], range = {}): string {
  const back = linePath(floor, range)
    .split(/(?=[ML])/)
    .reverse()
    .join('')
    .replaceAll('M', 'L');
  return `${linePath(values, range)}${back}Z`;
}

const heightOf = (value: number, least: number, most: number) => 100 - ((value - least) / (most - least)) * 100;
const round = (value: number) => Math.round(value * 100) / 100;
