import type { Rgb } from '../toolkit/colour.ts';
import { ASPECT, type Picture } from '../toolkit/picture.ts';
import { randomFrom } from '../toolkit/random.ts';
import { denoise, type Surfaces } from './denoise.ts';
import type { Hit, Ray, Shape } from './shapes.ts';

/** Corner and two sides. `light`: emitted per square metre. */
export interface Lamp {
  readonly corner: Rgb;
  readonly u: Rgb;
  readonly v: Rgb;
  readonly light: Rgb;
}

export interface Scene {
  readonly shapes: readonly Shape[];
  readonly lamps: readonly Lamp[];
  /** Light of rays that hit nothing. */
  readonly sky: Rgb;
  readonly eye: Rgb;
  /** `pitch` in radians downwards; `focal` in heights of the picture. */
  readonly pitch: number;
  readonly focal: number;
}

const random = { next: randomFrom(1) };

function nearest(shapes: readonly Shape[], ray: Ray, hit: Hit): Shape | undefined {
  hit.t = Infinity;
  let found: Shape | undefined;
  for (const shape of shapes) if (shape.meet(ray, hit)) found = shape;
  return found;
}

const scratch: Hit = { t: 0, nx: 0, ny: 0, nz: 0 };
const shadowRay: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 0 };

/** From point (s, t) of a lamp, at a point with normal n. */
function addLamp(scene: Scene, lamp: Lamp, s: number, t: number, at: Rgb, n: Rgb, weight: number, sum: number[]): void {
  const lx = lamp.corner[0] + s * lamp.u[0] + t * lamp.v[0] - at[0];
  const ly = lamp.corner[1] + s * lamp.u[1] + t * lamp.v[1] - at[1];
  const lz = lamp.corner[2] + s * lamp.u[2] + t * lamp.v[2] - at[2];
  const away = Math.hypot(lx, ly, lz);
  const facing = (n[0] * lx + n[1] * ly + n[2] * lz) / away;
  if (facing <= 0) return;
  // Cross product of the sides: the lamp's normal times its area.
  const [ux, uy, uz] = lamp.u;
  const [vx, vy, vz] = lamp.v;
  const spread = Math.abs((uy * vz - uz * vy) * lx + (uz * vx - ux * vz) * ly + (ux * vy - uy * vx) * lz) / away;
  shadowRay.ox = at[0] + n[0] * 1e-3;
  shadowRay.oy = at[1] + n[1] * 1e-3;
  shadowRay.oz = at[2] + n[2] * 1e-3;
  shadowRay.dx = lx / away;
  shadowRay.dy = ly / away;
  shadowRay.dz = lz / away;
  scratch.t = away - 0.01;
  for (const shape of scene.shapes) if (shape.glow === undefined && shape.meet(shadowRay, scratch)) return;
  // Limited: beside a lamp one unlucky ray would outshine all others.
  const amount = (weight * facing * spread) / (Math.max(away * away, 0.09) * Math.PI);
  for (let k = 0; k < 3; k++) sum[k]! += amount * lamp.light[k]!;
}

const bounceRay: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 0 };
const bounceHit: Hit = { t: 0, nx: 0, ny: 0, nz: 0 };

/** One bounce, cosine-weighted. */
function addBounce(scene: Scene, at: Rgb, n: Rgb, u1: number, u2: number, weight: number, sum: number[]): void {
  const radius = Math.sqrt(u1);
  const turn = 2 * Math.PI * u2;
  const sign = n[2] >= 0 ? 1 : -1;
  // A frame around the normal without a special case (Duff et al. 2017).
  const a = -1 / (sign + n[2]);
  const b = n[0] * n[1] * a;
  const [p, q, r] = [radius * Math.cos(turn), radius * Math.sin(turn), Math.sqrt(1 - u1)];
  bounceRay.ox = at[0] + n[0] * 1e-3;
  bounceRay.oy = at[1] + n[1] * 1e-3;
  bounceRay.oz = at[2] + n[2] * 1e-3;
  bounceRay.dx = p * (1 + sign * n[0] * n[0] * a) + q * b + r * n[0];
  bounceRay.dy = p * sign * b + q * (sign + n[1] * n[1] * a) + r * n[1];
  bounceRay.dz = -p * sign * n[0] - q * n[1] + r * n[2];
  const shape = nearest(scene.shapes, bounceRay, bounceHit);
  let light: readonly number[] = scene.sky;
  if (shape !== undefined) {
    if (shape.glow !== undefined) return; // Already counted as a lamp.
    const { t, nx, ny, nz } = bounceHit;
    const there: Rgb = [
      bounceRay.ox + t * bounceRay.dx,
      bounceRay.oy + t * bounceRay.dy,
      bounceRay.oz + t * bounceRay.dz,
    ];
    const colour = shape.colourAt(...there);
    const lit = [scene.sky[0] * 0.35, scene.sky[1] * 0.35, scene.sky[2] * 0.35];
    for (const lamp of scene.lamps) addLamp(scene, lamp, random.next(), random.next(), there, [nx, ny, nz], 1, lit);
    light = [lit[0]! * colour[0], lit[1]! * colour[1], lit[2]! * colour[2]];
  }
  for (let k = 0; k < 3; k++) sum[k]! += weight * light[k]!;
}

/** `grid` squared rays per pixel to each lamp and into the room. */
export function trace(scene: Scene, picture: Picture, grid: number): void {
  random.next = randomFrom(9);
  const { width, height, data } = picture;
  const surfaces: Surfaces = { place: new Float32Array(data.length), normal: new Float32Array(data.length) };
  const colours = new Float32Array(data.length);
  const ray: Ray = { ox: scene.eye[0], oy: scene.eye[1], oz: scene.eye[2], dx: 0, dy: 0, dz: 0 };
  const hit: Hit = { t: 0, nx: 0, ny: 0, nz: 0 };
  const cos = Math.cos(scene.pitch);
  const sin = Math.sin(scene.pitch);
  const share = 1 / (grid * grid);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at += 3) {
      const sx = ((column + 0.5) / height - ASPECT / 2) / scene.focal;
      const sy = (0.5 - (row + 0.5) / height) / scene.focal;
      const size = Math.hypot(sx, sy, 1);
      ray.dx = sx / size;
      ray.dy = (sy * cos - sin) / size;
      ray.dz = (cos + sy * sin) / size;
      const shape = nearest(scene.shapes, ray, hit);
      if (shape === undefined || shape.glow !== undefined) {
        data.set(shape?.glow ?? scene.sky, at);
        colours.fill(1, at, at + 3);
        continue;
      }
      const place: Rgb = [ray.ox + hit.t * ray.dx, ray.oy + hit.t * ray.dy, ray.oz + hit.t * ray.dz];
      const normal: Rgb = [hit.nx, hit.ny, hit.nz];
      const sum = [0, 0, 0];
      for (let i = 0; i < grid; i++) {
        for (let j = 0; j < grid; j++) {
          const s = (i + random.next()) / grid;
          const t = (j + random.next()) / grid;
          for (const lamp of scene.lamps) addLamp(scene, lamp, s, t, place, normal, share, sum);
          addBounce(scene, place, normal, (i + random.next()) / grid, (j + random.next()) / grid, share, sum);
        }
      }
      data.set(sum, at);
      surfaces.place.set(place, at);
      surfaces.normal.set(normal, at);
      colours.set(shape.colourAt(...place), at);
    }
  }
  denoise(picture, surfaces);
  for (let i = 0; i < data.length; i++) data[i]! *= colours[i]!;
}
