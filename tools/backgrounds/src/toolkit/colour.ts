/** Linear light; 1 is white, lamps are brighter. */
export type Rgb = readonly [number, number, number];

const toLinear = (s: number) => (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4);

const known = new Map<string, Rgb>();

/** `#rrggbb` in sRGB to linear light. Cached, since painters call it for every pixel. */
export function hex(code: string): Rgb {
  const before = known.get(code);
  if (before !== undefined) return before;
  const value = Number.parseInt(code.slice(1), 16);
  const colour: Rgb = [
    toLinear((value >> 16) / 255),
    toLinear(((value >> 8) & 255) / 255),
    toLinear((value & 255) / 255),
  ];
  known.set(code, colour);
  return colour;
}

export const encodeSrgb = (l: number): number => (l <= 0.0031308 ? l * 12.92 : 1.055 * l ** (1 / 2.4) - 0.055);

export const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

export const scaled = (a: Rgb, by: number): Rgb => [a[0] * by, a[1] * by, a[2] * by];
export const times = (a: Rgb, b: Rgb): Rgb => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
export const plus = (a: Rgb, b: Rgb): Rgb => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** Cube roots of cone responses (OKLab's inner space, Ottosson 2020): halfway between two colours looks halfway. */
export function toPerceived([r, g, b]: Rgb): Rgb {
  return [
    Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
  ];
}

export function fromPerceived([l, m, s]: Rgb): Rgb {
  const [l3, m3, s3] = [l * l * l, m * m * m, s * s * s];
  return [
    4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
    -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
    -0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3,
  ];
}

/** Perceptual interpolation between colours at positions 0 to 1; constant beyond the ends. */
export function ramp(stops: readonly (readonly [number, string])[]): (t: number) => Rgb {
  const points = stops.map(([at, code]) => [at, toPerceived(hex(code))] as const);
  return (t) => {
    const next = points.findIndex(([at]) => at > t);
    const after = points.at(next) ?? points[0];
    const before = next > 0 ? points[next - 1] : after;
    if (after === undefined || before === undefined) throw new Error('A ramp without colours');
    if (before === after) return fromPerceived(after[1]);
    return fromPerceived(mix(before[1], after[1], (t - before[0]) / (after[0] - before[0])));
  };
}
