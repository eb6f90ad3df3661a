import type { Background } from '../toolkit/background.ts';
import { bokehBlur } from '../toolkit/bokeh-blur.ts';
import { bokehs } from '../light/bokeh.ts';
import { blur } from '../toolkit/blur.ts';
import { hex, scaled, times, type Rgb } from '../toolkit/colour.ts';
import { fbm, noise } from '../toolkit/noise.ts';
import { focus } from '../toolkit/focus.ts';
import { blank, paint, sample, type Picture } from '../toolkit/picture.ts';
import { kitchen, livingRoom } from './rooms.ts';
import { oakAt, tabletop } from './tabletop.ts';
import { trace, type Scene } from '../trace/tracer.ts';
import { beach, meadow } from './open-air.ts';
import { streetByDay, streetByNight, streetFocus } from './street.ts';
import { cafe, office, shop } from './work-rooms.ts';

/** Unfocused scenes hold no finer detail. */
const SHARE = 4;
const QUALITY = 86;

/** Removes pixels where rays happened to hit a lamp: a lens would turn each into a disc. */
function despeckle({ width, height, data }: Picture): void {
  const lightAt = (at: number) => data[at]! + data[at + 1]! + data[at + 2]!;
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = (row * width + column) * 3;
      const around = [-3, 3, -3 * width, 3 * width, -3 * width - 3, -3 * width + 3, 3 * width - 3, 3 * width + 3];
      const second = around.map((step) => lightAt(at + step)).toSorted((a, b) => b - a)[2]!;
      if (lightAt(at) <= 1.5 * second + 0.02) continue;
      for (let k = 0; k < 3; k++)
        data[at + k] = around.reduce((sum, step) => Math.min(sum, data[at + step + k]!), Infinity);
    }
  }
}

const WALNUT: Rgb = [0.66, 0.44, 0.3];

/** An unfocused scene. `radius` of the lens's disc, in heights of the picture. */
const behind =
  (scene: Scene, radius: number): Background['paint'] =>
  (picture) => {
    const far = blank(Math.round(picture.width / SHARE), Math.round(picture.height / SHARE));
    trace(scene, far, 3);
    despeckle(far);
    const soft = bokehBlur(far, radius);
    blur(soft, radius / 5);
    paint(picture, (x, y) => sample(soft, x, y));
  };

const street =
  (scene: Scene, radius: number): Background['paint'] =>
  (picture) => {
    behind(scene, radius)(picture);
    focus(picture, streetFocus);
  };

const counter = (x: number, z: number) =>
  scaled(hex('#e9e3d8'), 1 + 0.02 * fbm(x * 3, z * 3, 4, 5) + 0.01 * noise(x * 60, z * 60, 6));

export const scenes = {
  'room-living': { paint: behind(livingRoom, 0.032), finish: { vignette: 0.1 }, quality: QUALITY },
  'room-kitchen': { paint: behind(kitchen, 0.032), finish: { vignette: 0.08 }, quality: QUALITY },
  'room-office': { paint: behind(office, 0.032), finish: { vignette: 0.1 }, quality: QUALITY },
  'street-day': { paint: street(streetByDay, 0.036), finish: { vignette: 0.08 }, quality: QUALITY },
  'street-night': { paint: street(streetByNight, 0.03), finish: { vignette: 0.2 }, quality: QUALITY },
  meadow: { paint: meadow, finish: { vignette: 0.1 }, quality: QUALITY },
  beach: { paint: beach, finish: { vignette: 0.08 }, quality: QUALITY },
  'table-cafe': {
    paint: tabletop((far) => trace(cafe, far, 3), {
      colourAt: (x, z) => times(oakAt(x, z), WALNUT),
      mirror: [0.04, 0.22],
      soft: 0.025,
    }),
    finish: { vignette: 0.16 },
    quality: QUALITY,
  },
  'table-garden': {
    paint: tabletop(bokehs['bokeh-garden'].paint, { colourAt: oakAt, mirror: [0.02, 0.14], soft: 0.03 }),
    finish: { vignette: 0.1 },
    quality: QUALITY,
  },
  'table-shop': {
    paint: tabletop((far) => trace(shop, far, 3), { colourAt: counter, mirror: [0.04, 0.18], soft: 0.02 }),
    finish: { vignette: 0.06 },
    quality: QUALITY,
  },
} satisfies Record<string, Background>;
