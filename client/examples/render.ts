/**
 * Draws the example pictures of the home page: a small ray marcher, so that every pixel is of our own making.
 * Run it by hand after a change to scenes.ts: `node client/examples/render.ts`. The results are committed.
 */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { clamp, mix, scenes, smoothstep, type Scene, type Vec } from './scenes.ts';

const WIDTH = 1280;
const HEIGHT = 960;
const SAMPLES = 2;
const at = (path: string): string => fileURLToPath(new URL(`../src/features/${path}`, import.meta.url));

const normalise = (v: Vec): Vec => {
  const length = Math.hypot(v[0], v[1], v[2]);
  return [v[0] / length, v[1] / length, v[2] / length];
};
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function march(scene: Scene, o: Vec, d: Vec, limit: number): number | undefined {
  for (let t = 0.02, step = 0; step < 160 && t < limit; step++) {
    const distance = scene.object(o[0] + d[0] * t, o[1] + d[1] * t, o[2] + d[2] * t);
    if (distance < 0.0008 * t) return t;
    t += distance * 0.85;
  }
  return undefined;
}

function normalAt(scene: Scene, [x, y, z]: Vec): Vec {
  const e = 0.0012;
  return normalise([
    scene.object(x + e, y, z) - scene.object(x - e, y, z),
    scene.object(x, y + e, z) - scene.object(x, y - e, z),
    scene.object(x, y, z + e) - scene.object(x, y, z - e),
  ]);
}

function lightReaching(scene: Scene, [x, y, z]: Vec, light: Vec): number {
  let open = 1;
  for (let t = 0.03, step = 0; step < 48 && t < 7; step++) {
    const distance = scene.object(x + light[0] * t, y + light[1] * t, z + light[2] * t);
    open = Math.min(open, 0.5 + (0.5 * distance) / (0.09 * t + 0.01));
    if (open < 0) break;
    t += clamp(distance, 0.03, 0.3);
  }
  return smoothstep(0, 1, clamp(open));
}

function openness(scene: Scene, [x, y, z]: Vec, n: Vec): number {
  let closed = 0;
  for (let index = 1; index <= 5; index++) {
    const h = index * 0.11;
    const free = Math.min(scene.object(x + n[0] * h, y + n[1] * h, z + n[2] * h), y + n[1] * h);
    closed += (h - free) / 1.7 ** index;
  }
  return clamp(1 - closed * 1.5);
}

function lit(scene: Scene, point: Vec, n: Vec, eye: Vec, colour: Vec, gloss: number): Vec {
  const light = normalise(scene.light);
  const lifted: Vec = [point[0] + n[0] * 0.01, point[1] + n[1] * 0.01, point[2] + n[2] * 0.01];
  const direct = Math.max(dot(n, light), 0) * lightReaching(scene, lifted, light);
  const open = openness(scene, point, n);
  const sky = scene.room(0.2, 0.6, -1);
  const ground = scene.floor(point[0], point[2]);
  const fill = mix(ground, sky, 0.5 + 0.5 * n[1]);
  const half = normalise([light[0] - eye[0], light[1] - eye[1], light[2] - eye[2]]);
  const shine = Math.max(dot(n, half), 0) ** (8 + gloss * 120) * gloss * direct * 1.4;
  const facing = -dot(n, eye);
  const rim = (1 - clamp(facing)) ** 4 * gloss * 0.5 * open;
  const bounce = reflected(scene, n, eye);
  const channel = (c: number, f: number, r: number) =>
    c * (direct * 1.75 + f * open * 0.95) + shine + r * (rim + gloss * 0.04);
  return [
    channel(colour[0], fill[0], bounce[0]),
    channel(colour[1], fill[1], bounce[1]),
    channel(colour[2], fill[2], bounce[2]),
  ];
}

function reflected(scene: Scene, n: Vec, eye: Vec): Vec {
  const k = 2 * dot(n, eye);
  return scene.room(eye[0] - n[0] * k, eye[1] - n[1] * k, eye[2] - n[2] * k);
}

/** Linear colour and whether the object covers this ray. */
function trace(scene: Scene, from: Vec, d: Vec): { colour: Vec; object: boolean } {
  const toFloor = d[1] < 0 ? -from[1] / d[1] : Infinity;
  const hit = march(scene, from, d, Math.min(toFloor, 24));
  if (hit !== undefined) {
    const point: Vec = [from[0] + d[0] * hit, from[1] + d[1] * hit, from[2] + d[2] * hit];
    scene.object(...point);
    const { colour, gloss } = scene.material(scene.part(), ...point);
    return { colour: lit(scene, point, normalAt(scene, point), d, colour, gloss), object: true };
  }
  const far = scene.room(d[0], d[1], d[2]);
  if (toFloor === Infinity) return { colour: far, object: false };
  const point: Vec = [from[0] + d[0] * toFloor, 0, from[2] + d[2] * toFloor];
  const near = lit(scene, point, [0, 1, 0], d, scene.floor(point[0], point[2]), 0);
  return { colour: mix(near, far, smoothstep(9, 24, toFloor)), object: false };
}

const film = (value: number): number => {
  const v = value * 0.66;
  return clamp((v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14)) ** (1 / 2.2);
};

/** RGBA of the whole picture; alpha is the object's coverage. */
function render(scene: Scene): Buffer {
  const { from, at, fieldOfView } = scene.camera;
  const forward = normalise([at[0] - from[0], at[1] - from[1], at[2] - from[2]]);
  const right = normalise(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const sum = [0, 0, 0, 0];
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const sx = x + ((sample % SAMPLES) + 0.5) / SAMPLES;
        const sy = y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
        const u = ((2 * sx) / WIDTH - 1) * (WIDTH / HEIGHT) * fieldOfView * 0.5;
        const v = (1 - (2 * sy) / HEIGHT) * fieldOfView * 0.5;
        const ray = normalise([
          forward[0] + right[0] * u + up[0] * v,
          forward[1] + right[1] * u + up[1] * v,
          forward[2] + right[2] * u + up[2] * v,
        ]);
        const { colour, object } = trace(scene, from, ray);
        colour.forEach((channel, index) => (sum[index] = (sum[index] ?? 0) + film(channel)));
        sum[3] = (sum[3] ?? 0) + (object ? 1 : 0);
      }
      sum.forEach((value, index) => {
        pixels[(y * WIDTH + x) * 4 + index] = Math.round((value / SAMPLES ** 2) * 255);
      });
    }
  }
  return pixels;
}

/** The picture as a camera would give it: three channels, because sharp would scale the colours by any alpha it sees. */
function photoOf(pixels: Buffer): ReturnType<typeof sharp> {
  const opaque = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) pixels.copy(opaque, pixel * 3, pixel * 4, pixel * 4 + 3);
  return sharp(opaque, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

const wanted = process.argv.slice(2);
for (const [name, makeScene] of Object.entries(scenes)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const pixels = render(makeScene());
  const photo = photoOf(pixels);
  await photo
    .clone()
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(at(`uploads/examples/${name}.jpg`));
  await photo
    .clone()
    .resize(320, 240)
    .webp({ quality: 80 })
    .toFile(at(`uploads/examples/${name}-small.webp`));
  // The duck also sits in the headline of the home page, cut out by its own outline.
  if (name === 'duck') {
    const cut = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } });
    const info = await cut.trim({ threshold: 1 }).webp({ quality: 86 }).toFile(at('home/duck.webp'));
    process.stdout.write(`home/duck.webp was cut out at ${info.trimOffsetLeft}, ${info.trimOffsetTop}\n`);
  }
}
