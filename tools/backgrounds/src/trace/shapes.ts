import type { Rgb } from '../toolkit/colour.ts';

/** `meet` writes it for a hit nearer than `t`. */
export interface Hit {
  t: number;
  nx: number;
  ny: number;
  nz: number;
}

/** Metres; x to the right, y up, z away from the camera. */
export interface Ray {
  ox: number;
  oy: number;
  oz: number;
  dx: number;
  dy: number;
  dz: number;
}

export interface Shape {
  readonly meet: (ray: Ray, hit: Hit) => boolean;
  /** Share of the light that it reflects. */
  readonly colourAt: (x: number, y: number, z: number) => Rgb;
  readonly glow?: Rgb;
}

export type Paint = Rgb | ((x: number, y: number, z: number) => Rgb);
const colouring = (paint: Paint): Shape['colourAt'] => (typeof paint === 'function' ? paint : () => paint);

const EPSILON = 1e-4;

/** Real edges are rounded: within `bevel`, the normal tilts. */
function lean(hit: Hit, axis: number, sign: number, inside: readonly [number, number, number], bevel: number): void {
  const n = [0, 0, 0];
  n[axis] = sign;
  for (let k = 0; k < 3; k++) {
    const off = inside[k]!;
    if (k === axis || bevel - Math.abs(off) <= 0) continue;
    const over = 1 - Math.abs(off) / bevel;
    n[k] = Math.sign(off) * over * over;
  }
  const size = Math.hypot(n[0]!, n[1]!, n[2]!);
  hit.nx = n[0]! / size;
  hit.ny = n[1]! / size;
  hit.nz = n[2]! / size;
}

/** Depth of `p` inside the nearer of two faces: negative at the lower one. */
const edge = (low: number, high: number, p: number) => (p - low < high - p ? low - p || -1e-9 : high - p);

export function box(
  from: Rgb,
  to: Rgb,
  paint: Paint,
  { bevel = 0.008, glow }: { bevel?: number; glow?: Rgb } = {},
): Shape {
  const meet: Shape['meet'] = (ray, hit) => {
    const ax = (from[0] - ray.ox) / ray.dx;
    const bx = (to[0] - ray.ox) / ray.dx;
    const ay = (from[1] - ray.oy) / ray.dy;
    const by = (to[1] - ray.oy) / ray.dy;
    const az = (from[2] - ray.oz) / ray.dz;
    const bz = (to[2] - ray.oz) / ray.dz;
    const nearX = Math.min(ax, bx);
    const nearY = Math.min(ay, by);
    const nearZ = Math.min(az, bz);
    const t = Math.max(nearX, nearY, nearZ);
    const out = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz));
    if (!(t > EPSILON) || t > out || t >= hit.t) return false;
    hit.t = t;
    const inside = [
      edge(from[0], to[0], ray.ox + t * ray.dx),
      edge(from[1], to[1], ray.oy + t * ray.dy),
      edge(from[2], to[2], ray.oz + t * ray.dz),
    ] as const;
    const axis = t === nearX ? 0 : t === nearY ? 1 : 2;
    const toward = axis === 0 ? ray.dx : axis === 1 ? ray.dy : ray.dz;
    lean(hit, axis, toward > 0 ? -1 : 1, inside, bevel);
    return true;
  };
  return { meet, colourAt: colouring(paint), ...(glow && { glow }) };
}

export function ball(x: number, y: number, z: number, radius: number, paint: Paint, glow?: Rgb): Shape {
  const meet: Shape['meet'] = (ray, hit) => {
    const ox = ray.ox - x;
    const oy = ray.oy - y;
    const oz = ray.oz - z;
    const b = ox * ray.dx + oy * ray.dy + oz * ray.dz;
    const inside = b * b - (ox * ox + oy * oy + oz * oz - radius * radius);
    if (inside < 0) return false;
    const t = -b - Math.sqrt(inside);
    if (t < EPSILON || t >= hit.t) return false;
    hit.t = t;
    hit.nx = (ox + t * ray.dx) / radius;
    hit.ny = (oy + t * ray.dy) / radius;
    hit.nz = (oz + t * ray.dz) / radius;
    return true;
  };
  return { meet, colourAt: colouring(paint), ...(glow && { glow }) };
}

export function drum(
  x: number,
  z: number,
  radius: number,
  low: number,
  high: number,
  paint: Paint,
  bevel = 0.012,
): Shape {
  const meet: Shape['meet'] = (ray, hit) => {
    const ox = ray.ox - x;
    const oz = ray.oz - z;
    if (ray.dy < 0) {
      const t = (high - ray.oy) / ray.dy;
      const px = ox + t * ray.dx;
      const pz = oz + t * ray.dz;
      const off = Math.hypot(px, pz);
      if (t > EPSILON && t < hit.t && off < radius) {
        const over = Math.max(0, 1 - (radius - off) / bevel) ** 2;
        const size = Math.hypot(over, 1) * (off || 1);
        hit.t = t;
        hit.nx = (over * px) / size;
        hit.ny = 1 / Math.hypot(over, 1);
        hit.nz = (over * pz) / size;
        return true;
      }
    }
    const a = ray.dx * ray.dx + ray.dz * ray.dz;
    const b = ox * ray.dx + oz * ray.dz;
    const inside = b * b - a * (ox * ox + oz * oz - radius * radius);
    if (inside < 0) return false;
    const t = (-b - Math.sqrt(inside)) / a;
    const y = ray.oy + t * ray.dy;
    if (t < EPSILON || t >= hit.t || y < low || y > high) return false;
    const over = Math.max(0, 1 - (high - y) / bevel) ** 2;
    const size = Math.hypot(1, over);
    hit.t = t;
    hit.nx = (ox + t * ray.dx) / (radius * size);
    hit.ny = over / size;
    hit.nz = (oz + t * ray.dz) / (radius * size);
    return true;
  };
  return { meet, colourAt: colouring(paint) };
}

function take(hit: Hit, t: number, nx: number, ny: number, nz: number): boolean {
  hit.t = t;
  hit.nx = nx;
  hit.ny = ny;
  hit.nz = nz;
  return true;
}

/** Round arch from `spring` on, `depth` deep. */
export function archedWall(z: number, radius: number, spring: number, depth: number, paint: Paint): Shape {
  const open = (x: number, y: number) => Math.abs(x) < radius && (y < spring || Math.hypot(x, y - spring) < radius);
  const meet: Shape['meet'] = (ray, hit) => {
    const front = (z - ray.oz) / ray.dz;
    if (ray.dz > 0 && front > EPSILON) {
      if (front >= hit.t) return false;
      if (!open(ray.ox + front * ray.dx, ray.oy + front * ray.dy)) return take(hit, front, 0, 0, -1);
    }
    const within = (t: number) => {
      const at = ray.oz + t * ray.dz;
      return t > EPSILON && t < hit.t && at > z - EPSILON && at < z + depth + EPSILON;
    };
    const back = (z + depth - ray.oz) / ray.dz;
    if (within(back) && open(ray.ox + back * ray.dx, ray.oy + back * ray.dy)) return take(hit, back, 0, 0, -1);
    const side = ((ray.dx > 0 ? radius : -radius) - ray.ox) / ray.dx;
    if (within(side) && ray.oy + side * ray.dy < spring) return take(hit, side, ray.dx > 0 ? -1 : 1, 0, 0);
    const oy = ray.oy - spring;
    const a = ray.dx * ray.dx + ray.dy * ray.dy;
    const b = ray.ox * ray.dx + oy * ray.dy;
    const inside = b * b - a * (ray.ox * ray.ox + oy * oy - radius * radius);
    if (inside <= 0) return false;
    const t = (-b + Math.sqrt(inside)) / a;
    const py = oy + t * ray.dy;
    if (!within(t) || py < 0) return false;
    return take(hit, t, -(ray.ox + t * ray.dx) / radius, -py / radius, 0);
  };
  return { meet, colourAt: colouring(paint) };
}
