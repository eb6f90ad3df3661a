import type { Background } from '../toolkit/background.ts';
import { blur } from '../toolkit/blur.ts';
import { hex, scaled, type Rgb } from '../toolkit/colour.ts';
import { fbm, noise } from '../toolkit/noise.ts';
import { archedWall, ball, box, drum, type Paint } from '../trace/shapes.ts';
import { trace, type Scene } from '../trace/tracer.ts';

function matt(code: string): Paint {
  const colour = hex(code);
  return (x, y, z) =>
    scaled(
      colour,
      1 + 0.018 * fbm(x * 2.1 + y, z * 2.1 - y * 1.3, 4, 5) + 0.008 * noise(x * 90 + y * 70, z * 90 - y * 50, 6),
    );
}

const warm = (light: number): Rgb => [light * 1.04, light, light * 0.92];

/** Two broad steps for a product before a plain wall, with a lamp from the upper left. */
const podium: Scene = {
  shapes: [
    box([-9, -1, -9], [9, 0, 9], matt('#ece0cd'), { bevel: 0 }),
    box([-9, -1, 1.9], [9, 9, 2.4], matt('#eadcc8'), { bevel: 0 }),
    drum(0, 0.35, 1.05, 0, 0.14, matt('#f1e7d7')),
    drum(0, 0.4, 0.72, 0.14, 0.34, matt('#f3eadb')),
    ball(1.52, 0.2, 0.95, 0.2, matt('#e2c9a8')),
  ],
  lamps: [
    { corner: [-3.4, 3.2, -1.5], u: [0.8, 0, 0.8], v: [0.35, 0.6, -0.35], light: warm(92) },
    { corner: [2.6, 2.6, -4], u: [1.6, 0, 0.9], v: [0, 1.8, 0], light: [3.4, 3.6, 4] },
  ],
  sky: [0.52, 0.53, 0.55],
  eye: [0, 1.08, -4.4],
  pitch: 0.09,
  focal: 1.72,
};

/** A niche with a round arch, two steps before it, sun from the right. */
const arch: Scene = {
  shapes: [
    box([-9, -1, -9], [9, 0, 9], matt('#d39a7d'), { bevel: 0 }),
    archedWall(1.3, 0.78, 1.15, 0.55, matt('#cf8b6b')),
    box([-1.25, 0, 0.35], [1.25, 0.13, 1.9], matt('#d9a287'), { bevel: 0.012 }),
    box([-0.95, 0.13, 0.72], [0.95, 0.26, 1.9], matt('#dba88e'), { bevel: 0.012 }),
    drum(-1.5, 0.7, 0.2, 0, 0.62, matt('#e2b59c')),
    ball(-1.5, 0.78, 0.7, 0.16, matt('#efd9c4')),
  ],
  lamps: [
    { corner: [3.3, 3.1, -2.6], u: [0.55, 0, -0.45], v: [-0.25, 0.5, -0.3], light: warm(250) },
    { corner: [-3.5, 2, -4], u: [1.5, 0, -0.9], v: [0, 1.8, 0], light: [4, 4.1, 4.4] },
  ],
  sky: [0.46, 0.45, 0.46],
  eye: [0, 1.02, -4.3],
  pitch: 0.06,
  focal: 1.72,
};

const stage =
  (scene: Scene): Background['paint'] =>
  (picture) => {
    trace(scene, picture, 3);
    // A lens is never as sharp as a ray.
    blur(picture, 0.0006);
  };

export const podiums = {
  'podium-cream': { paint: stage(podium), finish: { vignette: 0.1 } },
  'arch-terracotta': { paint: stage(arch), finish: { vignette: 0.12 } },
} satisfies Record<string, Background>;
