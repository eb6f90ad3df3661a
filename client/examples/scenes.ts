/**
 * The things that stand in the example pictures, as signed distance fields, and the rooms they stand in.
 * Lengths are in units of about half an object's height; y points up and the floor is y = 0.
 */
export type Vec = readonly [number, number, number];

export interface Material {
  readonly colour: Vec;
  /** 0 matt to 1 polished. */
  readonly gloss: number;
}

export interface Scene {
  /** Distance from a point to the object and the number of the part that is nearest. */
  readonly object: (x: number, y: number, z: number) => number;
  /** Part that the last call of `object` found nearest. */
  readonly part: () => number;
  readonly material: (part: number, x: number, y: number, z: number) => Material;
  /** Colour of the floor at a point. */
  readonly floor: (x: number, z: number) => Vec;
  /** Colour seen in a direction that meets nothing; far away, so out of focus. */
  readonly room: (dx: number, dy: number, dz: number) => Vec;
  readonly camera: { readonly from: Vec; readonly at: Vec; readonly fieldOfView: number };
  readonly light: Vec;
}

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value));
export const smoothstep = (low: number, high: number, value: number): number => {
  const t = clamp((value - low) / (high - low));
  return t * t * (3 - 2 * t);
};
export const mix = (a: Vec, b: Vec, t: number): Vec => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

const smoothMin = (a: number, b: number, k: number): number => {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - h * h * k * 0.25;
};

const hash = (x: number, y: number): number => {
  const s = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
  return s - Math.floor(s);
};

const noise = (x: number, y: number): number => {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const u = smoothstep(0, 1, x - ix);
  const v = smoothstep(0, 1, y - iy);
  const top = hash(ix, iy) * (1 - u) + hash(ix + 1, iy) * u;
  const bottom = hash(ix, iy + 1) * (1 - u) + hash(ix + 1, iy + 1) * u;
  return top * (1 - v) + bottom * v;
};

const fbm = (x: number, y: number): number =>
  noise(x, y) * 0.5 + noise(x * 2.1, y * 2.1) * 0.3 + noise(x * 4.3, y * 4.3) * 0.2;

const ellipsoid = (x: number, y: number, z: number, rx: number, ry: number, rz: number): number => {
  const k0 = Math.hypot(x / rx, y / ry, z / rz);
  const k1 = Math.hypot(x / (rx * rx), y / (ry * ry), z / (rz * rz));
  return k1 === 0 ? -Math.min(rx, ry, rz) : (k0 * (k0 - 1)) / k1;
};

const capsule = (x: number, y: number, z: number, a: Vec, b: Vec, r: number): number => {
  const bx = b[0] - a[0];
  const by = b[1] - a[1];
  const bz = b[2] - a[2];
  const px = x - a[0];
  const py = y - a[1];
  const pz = z - a[2];
  const h = clamp((px * bx + py * by + pz * bz) / (bx * bx + by * by + bz * bz));
  return Math.hypot(px - bx * h, py - by * h, pz - bz * h) - r;
};

/** A cylinder standing on `bottom`, its radius going from r0 to r1, with rounded edges. */
const cone = (x: number, y: number, z: number, bottom: number, top: number, r0: number, r1: number): number => {
  const t = clamp((y - bottom) / (top - bottom));
  const radial = Math.hypot(x, z) - (r0 + (r1 - r0) * t) + 0.05;
  const vertical = Math.max(bottom - y, y - top) + 0.05;
  return Math.min(Math.max(radial, vertical), 0) + Math.hypot(Math.max(radial, 0), Math.max(vertical, 0)) - 0.05;
};

/** Lights far out of focus: soft discs on a sphere of directions. */
const bokeh = (dx: number, dy: number, discs: readonly (readonly [number, number, number, Vec])[], base: Vec): Vec => {
  let colour = base;
  for (const [x, y, radius, tint] of discs) {
    const cover = 1 - smoothstep(radius * 0.8, radius, Math.hypot(dx - x, dy - y));
    colour = mix(colour, [colour[0] + tint[0], colour[1] + tint[1], colour[2] + tint[2]], cover);
  }
  return colour;
};

/** 1 in the joints of tiles 1.6 wide, 0 on the tiles. */
const grout = (value: number): number => smoothstep(0.42, 0.5, Math.abs(value / 1.6 - Math.floor(value / 1.6) - 0.5));

/** `count` ribs around an upright axis, 1 on a ridge and -1 in a groove. */
const ribs = (x: number, z: number, count: number): number => Math.cos(Math.atan2(z, x) * count);

/** Remembers which of several parts was nearest. */
const nearest = () => {
  let part = 0;
  return {
    part: () => part,
    of(...distances: number[]): number {
      let best = Infinity;
      for (let index = 0; index < distances.length; index++) {
        const distance = distances[index] ?? Infinity;
        if (distance < best) {
          best = distance;
          part = index;
        }
      }
      return best;
    },
  };
};

const duck = (): Scene => {
  const parts = nearest();
  return {
    object(x, y, z) {
      const side = Math.abs(z);
      let body = ellipsoid(x + 0.1, y - 0.82, z, 1.22, 0.82, 0.9);
      body = smoothMin(body, capsule(x, y, z, [-1, 1.05, 0], [-1.42, 1.5, 0], 0.16), 0.5);
      body = smoothMin(body, Math.hypot(x - 0.68, y - 1.95, z) - 0.7, 0.28);
      body = smoothMin(body, ellipsoid(x + 0.3, y - 0.95, side - 0.82, 0.66, 0.4, 0.16), 0.12);
      body = Math.max(body, 0.04 - y);
      const upper = ellipsoid(x - 1.42, y - 1.9 - (x - 1.42) * 0.25, z, 0.42, 0.1, 0.32);
      const lower = ellipsoid(x - 1.34, y - 1.77, z, 0.3, 0.09, 0.24);
      const eye = Math.hypot(x - 1.13, y - 2.2, side - 0.42) - 0.13;
      return parts.of(body, smoothMin(upper, lower, 0.06), eye);
    },
    part: parts.part,
    material(part) {
      if (part === 1) return { colour: [0.85, 0.14, 0.02], gloss: 0.5 };
      if (part === 2) return { colour: [0.012, 0.012, 0.015], gloss: 1 };
      return { colour: [0.9, 0.35, 0.006], gloss: 0.55 };
    },
    floor(x, z) {
      const joint = Math.max(grout(x + 0.5), grout(z + 0.2));
      return mix([0.42, 0.62, 0.68], [0.72, 0.8, 0.82], joint);
    },
    room(dx, dy) {
      const wall = mix([0.28, 0.5, 0.58], [0.62, 0.78, 0.82], smoothstep(-0.3, 0.7, dy + dx * 0.35));
      return bokeh(
        dx,
        dy,
        [
          [-0.5, 0.2, 0.13, [0.2, 0.2, 0.18]],
          [-0.28, 0.05, 0.08, [0.1, 0.12, 0.12]],
          [0.52, 0.24, 0.16, [0.16, 0.16, 0.14]],
          [0.36, -0.02, 0.07, [0.12, 0.1, 0.06]],
        ],
        wall,
      );
    },
    camera: { from: [2.6, 2.35, 6.4], at: [0.1, 1.28, 0], fieldOfView: 0.6 },
    light: [0.45, 0.8, 0.55],
  };
};

const pear = (): Scene => {
  const parts = nearest();
  return {
    object(x, y, z) {
      const lean = x - y * 0.05;
      let body = smoothMin(
        ellipsoid(lean, y - 1.02, z, 1.06, 1, 1.06),
        ellipsoid(lean - 0.08, y - 2.1, z, 0.54, 0.66, 0.54),
        0.75,
      );
      body = Math.max(body, 0.04 - y);
      const stem = capsule(x, y, z, [0.2, 2.66, 0], [0.34, 3.08, 0.05], 0.05);
      const u = (x - 0.78) * 0.88 + (y - 3.05) * 0.47;
      const v = -(x - 0.78) * 0.47 + (y - 3.05) * 0.88;
      const leaf = ellipsoid(u, v - u * u * 0.25, z - 0.1, 0.5, 0.05, 0.24) * 0.7;
      return parts.of(body, stem, leaf);
    },
    part: parts.part,
    material(part, x, y, z) {
      if (part === 1) return { colour: [0.2, 0.11, 0.05], gloss: 0.05 };
      if (part === 2) return { colour: mix([0.1, 0.3, 0.05], [0.18, 0.42, 0.08], fbm(x * 6, z * 6)), gloss: 0.25 };
      const angle = Math.atan2(z, x) * 3;
      const blush = smoothstep(0.1, 1, x * 0.55 + 0.35 + fbm(angle, y * 2) * 0.4);
      const skin = mix([0.5, 0.62, 0.08], [0.72, 0.24, 0.05], blush * 0.75);
      const freckle = smoothstep(0.82, 0.9, noise(angle * 9, y * 22)) * 0.35;
      return { colour: mix(skin, [0.3, 0.22, 0.06], freckle), gloss: 0.3 };
    },
    floor(x, z) {
      const plank = Math.floor(z / 1.7);
      const grain = fbm(x * 0.9 + plank * 9, z * 9 + Math.sin(x * 0.6 + plank) * 0.8);
      const gap = smoothstep(0.47, 0.5, Math.abs(z / 1.7 - plank - 0.5));
      return mix(mix([0.36, 0.2, 0.1], [0.6, 0.38, 0.2], grain), [0.12, 0.06, 0.03], gap);
    },
    room(dx, dy) {
      const wall = mix([0.09, 0.13, 0.14], [0.24, 0.3, 0.3], smoothstep(0.6, -0.6, dx - dy * 0.5));
      const pane = smoothstep(0.62, 0.5, Math.abs(dx + 0.42)) * smoothstep(0.3, 0.38, dy + 0.32);
      return mix(wall, [0.42, 0.48, 0.46], pane * 0.35);
    },
    camera: { from: [0.6, 2.3, 7.2], at: [0.15, 1.55, 0], fieldOfView: 0.62 },
    light: [-0.6, 0.75, 0.5],
  };
};

const mug = (): Scene => {
  const parts = nearest();
  return {
    object(x, y, z) {
      const outside = cone(x, y, z, 0.02, 2.2, 0.92, 1.02);
      const inside = cone(x, y, z, 0.2, 3, 0.78, 0.9);
      const cup = Math.max(outside, -inside);
      const hx = x + 1.08;
      const hy = (y - 1.15) * 0.85;
      const ring = Math.hypot(Math.hypot(hx, hy) - 0.52, z * 0.8) - 0.13;
      const handle = Math.max(ring, 0.86 - Math.hypot(x, z));
      const coffee = Math.max(Math.abs(y - 1.86) - 0.02, Math.hypot(x, z) - 0.9);
      return parts.of(smoothMin(cup, handle, 0.08), coffee);
    },
    part: parts.part,
    material(part, x, y, z) {
      if (part === 1) return { colour: [0.07, 0.03, 0.015], gloss: 0.8 };
      const radius = Math.hypot(x, z);
      if (radius < 0.9 || y > 2.16) return { colour: [0.86, 0.84, 0.78], gloss: 0.6 };
      const band = smoothstep(0.5, 0.52, y) * smoothstep(0.8, 0.78, y);
      return { colour: mix([0.78, 0.1, 0.03], [0.88, 0.85, 0.78], radius < 1.12 ? band : 0), gloss: 0.6 };
    },
    floor(x, z) {
      const weave = Math.sin(x * 26) * Math.sin(z * 26) * 0.06;
      const tone = fbm(x * 0.8, z * 0.8) * 0.12;
      return [0.62 + weave + tone, 0.57 + weave + tone, 0.48 + weave + tone];
    },
    room(dx, dy) {
      const wall = mix([0.2, 0.17, 0.2], [0.46, 0.34, 0.3], smoothstep(-0.2, 0.5, dy));
      return bokeh(
        dx,
        dy,
        [
          [-0.46, 0.12, 0.09, [0.5, 0.32, 0.12]],
          [-0.3, 0.22, 0.06, [0.4, 0.26, 0.14]],
          [0.34, 0.16, 0.1, [0.45, 0.3, 0.12]],
          [0.5, 0.04, 0.07, [0.3, 0.2, 0.16]],
          [0.14, 0.25, 0.05, [0.3, 0.18, 0.1]],
        ],
        wall,
      );
    },
    camera: { from: [0.9, 3.1, 6.2], at: [-0.12, 1.02, 0], fieldOfView: 0.56 },
    light: [0.6, 0.85, 0.35],
  };
};

const cactus = (): Scene => {
  const parts = nearest();
  return {
    object(x, y, z) {
      const trunk = ellipsoid(x, y - 2.25, z, 0.74, 1.32, 0.74) - 0.06 * ribs(x, z, 11);
      const ax = x - 0.98;
      const arm = smoothMin(
        capsule(x, y, z, [0.5, 2.1, 0.1], [1, 2.3, 0.1], 0.24),
        ellipsoid(ax, y - 2.72, z - 0.1, 0.29, 0.6, 0.29) - 0.025 * ribs(ax, z - 0.1, 8),
        0.15,
      );
      const pot = cone(x, y, z, 0.02, 1.08, 0.66, 0.92);
      const rim = cone(x, y, z, 0.98, 1.3, 1.02, 1.04);
      const hole = cone(x, y, z, 1.16, 2, 0.84, 0.84);
      const soil = Math.max(Math.abs(y - 1.16) - 0.04, Math.hypot(x, z) - 0.88);
      const petal = Math.atan2(z, x - 0.05) * 6;
      const flower = ellipsoid(x - 0.05, y - 3.6, z, 0.3 + 0.06 * Math.cos(petal), 0.2, 0.3 + 0.06 * Math.cos(petal));
      return parts.of(smoothMin(trunk, arm, 0.14) * 0.8, Math.max(Math.min(pot, rim), -hole), soil, flower * 0.7);
    },
    part: parts.part,
    material(part, x, y, z) {
      if (part === 1) return { colour: mix([0.62, 0.24, 0.12], [0.74, 0.34, 0.19], fbm(x * 3, y * 5)), gloss: 0.08 };
      if (part === 2) return { colour: mix([0.1, 0.06, 0.04], [0.22, 0.14, 0.09], noise(x * 24, z * 24)), gloss: 0 };
      if (part === 3) return { colour: [0.9, 0.2, 0.36], gloss: 0.15 };
      const ridge = Math.cos(Math.atan2(z, x) * 11);
      const dot = smoothstep(0.9, 0.98, ridge) * smoothstep(0.55, 0.8, Math.cos(y * 26));
      return {
        colour: mix(mix([0.05, 0.2, 0.09], [0.16, 0.42, 0.16], smoothstep(-1, 1, ridge)), [0.8, 0.78, 0.6], dot),
        gloss: 0.2,
      };
    },
    floor(x, z) {
      const tone = fbm(x * 0.7 + 4, z * 2.5) * 0.08;
      return [0.78 + tone, 0.74 + tone, 0.7 + tone];
    },
    room(dx, dy) {
      const wall = mix([0.8, 0.5, 0.42], [0.92, 0.68, 0.56], smoothstep(-0.4, 0.5, dy - dx * 0.4));
      const slat = Math.sin((dy + dx * 0.55) * 26);
      return mix(wall, [1, 0.86, 0.7], smoothstep(0.1, 0.9, slat) * smoothstep(0.7, -0.2, dx) * 0.4);
    },
    camera: { from: [1.2, 2.7, 8.6], at: [0.2, 1.86, 0], fieldOfView: 0.58 },
    light: [-0.5, 0.8, 0.6],
  };
};

export const scenes: Readonly<Record<string, () => Scene>> = { duck, pear, mug, cactus };
