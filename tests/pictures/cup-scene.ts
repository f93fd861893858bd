// A paper cup on a table at night, as a small ray tracer sees it: cones, a plane, one soft light, lights out of focus
// behind. Pure arithmetic with seeded jitter: the same size gives the same pixels on every machine.

import { createRandom } from '../random-numbers.ts';

type Vector = readonly [x: number, y: number, z: number];

/** A piece of a cone around the vertical axis at x = CUP_X. Heights and radii in scene units. */
interface Band {
  readonly bottom: number;
  readonly top: number;
  readonly bottomRadius: number;
  readonly topRadius: number;
  readonly colour: (angle: number, height: number) => Vector;
  readonly gloss: number;
}

interface Hit {
  readonly distance: number;
  readonly normal: Vector;
  readonly colour: Vector;
  readonly gloss: number;
}

const EYE: Vector = [0, 1.62, 7.4];
const TARGET: Vector = [0, 1.16, 0];
const FIELD = 0.41;
const CUP_X = 1.28;
/** The angle on the cup that looks into the camera. */
const FACING = Math.atan2(EYE[0] - CUP_X, EYE[2]);
const LIGHT: Vector = [-3.4, 5.2, 4.2];
const LIGHT_RADIUS = 0.9;
const SHADOW_RAYS = 6;
const GRID = 2;

const linear = (hex: string): Vector =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2) as unknown as Vector;
const PAPER = linear('#f6f1e8');
const SLEEVE = linear('#2358ea');
const SLEEVE_EDGE = linear('#1a45c4');
const LID = linear('#141c3c');
const INK = linear('#fdfbf7');
const WOOD = [linear('#63402c'), linear('#835a3f')] as const;
const NIGHT = [linear('#080d24'), linear('#1a2a63')] as const;
const LAMPS = ['#ff9a5c', '#ffd08a', '#6f9bff', '#ff6a4a', '#9db8ff', '#ffc27a'].map(linear);

const BANDS: readonly Band[] = [
  { bottom: 0.02, top: 2.02, bottomRadius: 0.53, topRadius: 0.74, colour: () => PAPER, gloss: 0.05 },
  { bottom: 0.52, top: 1.46, bottomRadius: 0.6, topRadius: 0.7, colour: colourSleeve, gloss: 0.04 },
  { bottom: 2, top: 2.1, bottomRadius: 0.8, topRadius: 0.8, colour: () => LID, gloss: 0.5 },
  { bottom: 2.1, top: 2.27, bottomRadius: 0.72, topRadius: 0.66, colour: () => LID, gloss: 0.5 },
];

/** Pixels of the scene, three bytes each, row by row. */
export function renderCupScene(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  const random = createRandom(20_261_120);
  const camera = createCamera(width / height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sum: [number, number, number] = [0, 0, 0];
      for (let sample = 0; sample < GRID * GRID; sample += 1) {
        const dx = ((sample % GRID) + random()) / GRID;
        const dy = (Math.floor(sample / GRID) + random()) / GRID;
        const colour = trace(camera((x + dx) / width, (y + dy) / height), random);
        for (let channel = 0; channel < 3; channel += 1) sum[channel] = (sum[channel] ?? 0) + (colour[channel] ?? 0);
      }
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[(y * width + x) * 3 + channel] = toByte((sum[channel] ?? 0) / (GRID * GRID));
      }
    }
  }
  return pixels;
}

/** Where the cup stands in the picture, in shares of its width and height: for what is drawn over it. */
export function findCupBox(aspect: number): { left: number; top: number; right: number; bottom: number } {
  const corners = BANDS.flatMap(({ bottom, top, bottomRadius, topRadius }) => [
    project([CUP_X - bottomRadius, bottom, 0], aspect),
    project([CUP_X + bottomRadius, bottom, 0.5], aspect),
    project([CUP_X - topRadius, top, 0], aspect),
    project([CUP_X + topRadius, top, 0], aspect),
  ]);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const normalise = (a: Vector): Vector => scale(a, 1 / Math.hypot(...a));
const mix = (a: Vector, b: Vector, share: number): Vector => add(scale(a, 1 - share), scale(b, share));
const smooth = (from: number, to: number, value: number): number => {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
};

interface Ray {
  readonly from: Vector;
  readonly towards: Vector;
}

function cameraAxes(): { readonly forward: Vector; readonly right: Vector; readonly up: Vector } {
  const forward = normalise(subtract(TARGET, EYE));
  const right = normalise(cross(forward, [0, 1, 0]));
  return { forward, right, up: cross(right, forward) };
}

function createCamera(aspect: number): (x: number, y: number) => Ray {
  const { forward, right, up } = cameraAxes();
  return (x, y) => {
    const sideways = scale(right, (x * 2 - 1) * FIELD * aspect * 0.66);
    const upwards = scale(up, (1 - y * 2) * FIELD * 0.66);
    return { from: EYE, towards: normalise(add(forward, add(sideways, upwards))) };
  };
}

function project(point: Vector, aspect: number): { readonly x: number; readonly y: number } {
  const { forward, right, up } = cameraAxes();
  const away = subtract(point, EYE);
  const depth = dot(away, forward);
  return {
    x: (dot(away, right) / depth / (FIELD * aspect * 0.66) + 1) / 2,
    y: (1 - dot(away, up) / depth / (FIELD * 0.66)) / 2,
  };
}

function trace(ray: Ray, random: () => number): Vector {
  const cup = findCup(ray);
  const floor = ray.towards[1] < 0 ? -ray.from[1] / ray.towards[1] : Number.POSITIVE_INFINITY;
  if (cup !== null && cup.distance < floor) return shade(ray, cup, random);
  const backdrop = showBackdrop(ray);
  if (floor > 26) return backdrop;
  const table = showTable(ray, floor, random);
  return mix(table, backdrop, smooth(9, 15, floor));
}

/** The mark on the sleeve: an eye, as an image search would find it. */
function colourSleeve(angle: number, height: number): Vector {
  const radius = Math.hypot((angle - FACING) * 0.66, height - 0.99);
  if (radius < 0.09 || (radius > 0.19 && radius < 0.265)) return INK;
  return height < 0.555 || height > 1.425 ? SLEEVE_EDGE : SLEEVE;
}

function findCup(ray: Ray): Hit | null {
  let nearest: Hit | null = null;
  for (const band of BANDS) {
    const hit = findBand(ray, band) ?? null;
    if (hit !== null && (nearest === null || hit.distance < nearest.distance)) nearest = hit;
  }
  return nearest;
}

function findBand({ from, towards }: Ray, band: Band): Hit | null {
  const slope = (band.topRadius - band.bottomRadius) / (band.top - band.bottom);
  const [ox, oz] = [from[0] - CUP_X, from[2]];
  const start = band.bottomRadius + slope * (from[1] - band.bottom);
  const a = towards[0] ** 2 + towards[2] ** 2 - (slope * towards[1]) ** 2;
  const b = 2 * (ox * towards[0] + oz * towards[2] - slope * towards[1] * start);
  const c = ox ** 2 + oz ** 2 - start ** 2;
  const root = b * b - 4 * a * c;
  const side = root < 0 ? Number.POSITIVE_INFINITY : (-b - Math.sqrt(root)) / (2 * a);
  const lid = towards[1] < 0 ? (band.top - from[1]) / towards[1] : Number.POSITIVE_INFINITY;
  const onLid = Math.hypot(ox + towards[0] * lid, oz + towards[2] * lid) <= band.topRadius;
  const height = from[1] + towards[1] * side;
  if (side > 1e-3 && height >= band.bottom && height <= band.top) {
    const [x, z] = [ox + towards[0] * side, oz + towards[2] * side];
    const normal = normalise([x, -slope * Math.hypot(x, z), z]);
    return { distance: side, normal, colour: band.colour(Math.atan2(x, z), height), gloss: band.gloss };
  }
  if (onLid && lid > 1e-3 && Number.isFinite(lid))
    return { distance: lid, normal: [0, 1, 0], colour: band.colour(9, band.top), gloss: band.gloss };
  return null;
}

function shade(ray: Ray, hit: Hit, random: () => number): Vector {
  const point = add(ray.from, scale(ray.towards, hit.distance));
  const towardsLight = normalise(subtract(LIGHT, point));
  const light = Math.max(0, dot(hit.normal, towardsLight)) * findLight(point, hit.normal, random);
  const rim = Math.max(0, dot(hit.normal, normalise([3.2, 1.4, -1.6]))) ** 1.5;
  const sky = 0.5 + 0.5 * hit.normal[1];
  const lit: Vector = [
    light * 1.75 + 0.13 + sky * 0.1 + rim * 1.1,
    light * 1.55 + 0.14 + sky * 0.13 + rim * 0.55,
    light * 1.36 + 0.2 + sky * 0.22 + rim * 0.4,
  ];
  const base: Vector = [hit.colour[0] * lit[0], hit.colour[1] * lit[1], hit.colour[2] * lit[2]];
  const mirrored = reflect(ray.towards, hit.normal);
  const shine = Math.max(0, dot(mirrored, towardsLight)) ** 40 * hit.gloss * 2.4;
  const fresnel = (1 - Math.max(0, -dot(ray.towards, hit.normal))) ** 4 * (0.06 + hit.gloss * 0.5);
  return add(mix(base, [0.45, 0.6, 1], fresnel), [shine, shine, shine]);
}

function reflect(towards: Vector, normal: Vector): Vector {
  return subtract(towards, scale(normal, 2 * dot(towards, normal)));
}

/** The share of the light that is seen from a point: the light is a ball, so shadows are soft. */
function findLight(point: Vector, normal: Vector, random: () => number): number {
  const from = add(point, scale(normal, 0.01));
  let seen = 0;
  for (let count = 0; count < SHADOW_RAYS; count += 1) {
    const spot: Vector = [LIGHT[0] + spread(random), LIGHT[1] + spread(random), LIGHT[2] + spread(random)];
    if (findCup({ from, towards: normalise(subtract(spot, from)) }) === null) seen += 1;
  }
  return seen / SHADOW_RAYS;
}

const spread = (random: () => number) => (random() * 2 - 1) * LIGHT_RADIUS;

function showTable(ray: Ray, distance: number, random: () => number): Vector {
  const point = add(ray.from, scale(ray.towards, distance));
  const [x, , z] = point;
  const grain = findGrain(x, z);
  const plank = Math.abs((((z + 40) / 1.35) % 1) - 0.5) > 0.492 ? 0.55 : 1;
  const wood = scale(mix(WOOD[0], WOOD[1], grain), plank);
  const towardsLight = normalise(subtract(LIGHT, point));
  const pool = 1 / (1 + 0.05 * ((x + 0.6) ** 2 + (z - 0.6) ** 2));
  const light = towardsLight[1] * findLight(point, [0, 1, 0], random) * pool;
  const near = Math.hypot(x - CUP_X, z);
  const corner = 1 - 0.65 * (1 - smooth(0.5, 0.95, near));
  const lit: Vector = [light * 1.7 + 0.08, light * 1.5 + 0.1, light * 1.3 + 0.18];
  const base: Vector = [wood[0] * lit[0] * corner, wood[1] * lit[1] * corner, wood[2] * lit[2] * corner];
  const jitter = 0.012 + grain * 0.014;
  const mirrored = normalise(
    add(reflect(ray.towards, [0, 1, 0]), [
      (random() - 0.5) * jitter,
      (random() - 0.5) * jitter,
      (random() - 0.5) * jitter,
    ]),
  );
  const seen = findCup({ from: [x, 0.001, z], towards: mirrored });
  const image = seen === null ? showBackdrop({ from: point, towards: mirrored }) : scale(seen.colour, 0.5);
  return mix(base, image, 0.08 + 0.22 * (1 - Math.abs(ray.towards[1])) ** 5);
}

/** Fibres along the planks: a few sines out of step. */
function findGrain(x: number, z: number): number {
  const plank = Math.floor((z + 40) / 1.35);
  const bend = Math.sin(x * 0.9 + plank * 2.1) * 0.22 + Math.sin(x * 2.3 + plank) * 0.06;
  const rings = Math.sin((z + bend) * 34 + plank * 5) * 0.5 + Math.sin((z + bend * 1.4) * 83) * 0.25;
  const fibre = Math.sin(z * 410 + Math.sin(x * 7) * 2) * 0.13 + Math.sin(x * 31 + z * 230) * 0.08;
  return Math.min(1, Math.max(0, 0.5 + rings * 0.42 + fibre));
}

/** A street at night, far out of focus: every lamp is a disc. */
function showBackdrop({ towards }: Ray): Vector {
  const up = Math.max(-0.2, towards[1]);
  let colour = mix(NIGHT[1], NIGHT[0], smooth(-0.12, 0.3, up));
  for (const lamp of BOKEH) {
    const away = Math.hypot(towards[0] - lamp.x, towards[1] - lamp.y) / lamp.radius;
    const disc = (1 - smooth(0.86, 1, away)) * (0.72 + 0.28 * smooth(0.5, 0.95, away));
    colour = add(colour, scale(lamp.colour, disc * lamp.strength));
  }
  return colour;
}

const BOKEH = createBokeh();

function createBokeh() {
  const random = createRandom(7);
  return Array.from({ length: 46 }, (_, index) => ({
    x: random() * 1.1 - 0.55,
    y: -0.06 + random() ** 1.4 * 0.3,
    radius: 0.012 + random() ** 2 * 0.034,
    strength: 0.06 + random() ** 2 * 0.42,
    colour: LAMPS[index % LAMPS.length] ?? INK,
  }));
}

/** Filmic curve, then the screen's. */
function toByte(value: number): number {
  const mapped = (value * (2.51 * value + 0.03)) / (value * (2.43 * value + 0.59) + 0.14);
  return Math.round(255 * Math.min(1, Math.max(0, mapped)) ** (1 / 2.2));
}
