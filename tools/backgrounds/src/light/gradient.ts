import type { Background } from '../toolkit/background.ts';
import { fromPerceived, hex, toPerceived } from '../toolkit/colour.ts';
import { fbm } from '../toolkit/noise.ts';
import { paint } from '../toolkit/picture.ts';

/** Position, reach and weight of a cloud of colour. */
type Cloud = readonly [x: number, y: number, reach: number, colour: string, weight?: number];

/** Blended clouds of coloured light, slightly bent so that no circle shows. */
function gradient(clouds: readonly Cloud[], bend: number, seed: number): Background['paint'] {
  const points = clouds.map(([x, y, reach, colour, weight = 1]) => ({
    x,
    y,
    narrow: 1 / (reach * reach),
    colour: toPerceived(hex(colour)),
    weight,
  }));
  return (picture) =>
    paint(picture, (px, py) => {
      const x = px + bend * fbm(px * 0.9, py * 0.9, 2, seed);
      const y = py + bend * fbm(px * 0.9, py * 0.9, 2, seed + 50);
      let [l, m, s, total] = [0, 0, 0, 0];
      for (const point of points) {
        const dx = x - point.x;
        const dy = y - point.y;
        const share = point.weight * Math.exp(-(dx * dx + dy * dy) * point.narrow);
        l += share * point.colour[0];
        m += share * point.colour[1];
        s += share * point.colour[2];
        total += share;
      }
      return fromPerceived([l / total, m / total, s / total]);
    });
}

export const gradients = {
  'gradient-dawn': {
    paint: gradient(
      [
        [0.1, -0.1, 0.75, '#6f86b8'],
        [1.3, 0, 0.7, '#a99bc9'],
        [0.2, 0.75, 0.5, '#f4b7a2'],
        [1.1, 0.6, 0.55, '#f7cfa8'],
        [0.75, 1.15, 0.6, '#fbe6c8'],
      ],
      0.22,
      3,
    ),
  },
  'gradient-peach': {
    paint: gradient(
      [
        [0.1, 0.1, 0.6, '#ffd9c2'],
        [1.2, 0.05, 0.6, '#ffb79b'],
        [0.5, 0.6, 0.45, '#fff0e4'],
        [1.35, 0.9, 0.55, '#f79a8a'],
        [0.15, 1.05, 0.5, '#fbc7a6'],
      ],
      0.26,
      11,
    ),
  },
  'gradient-mint': {
    paint: gradient(
      [
        [0, 0, 0.6, '#d7f2e3'],
        [1.4, 0.1, 0.6, '#9fd8cb'],
        [0.7, 0.5, 0.42, '#eefaf1'],
        [0.1, 1, 0.55, '#a8dcc0'],
        [1.4, 1.05, 0.55, '#6fbdb5'],
      ],
      0.24,
      23,
    ),
  },
  'gradient-lavender': {
    paint: gradient(
      [
        [0.1, 0, 0.6, '#c9b8ec'],
        [1.3, -0.05, 0.6, '#e8d7f7'],
        [0.75, 0.55, 0.4, '#f6ecfb'],
        [0.05, 1.05, 0.5, '#f0c3dc'],
        [1.45, 0.95, 0.6, '#a795de'],
      ],
      0.25,
      31,
    ),
  },
  'gradient-midnight': {
    paint: gradient(
      [
        [0.2, 0, 0.6, '#0d1430'],
        [1.4, 0.05, 0.5, '#1c1f4f'],
        [0.9, 0.55, 0.4, '#2f4a8f'],
        [0.35, 0.75, 0.4, '#1d2c66', 0.9],
        [1.3, 1.05, 0.5, '#3b2d6e'],
        [0.1, 1.1, 0.5, '#0a1026'],
      ],
      0.28,
      43,
    ),
  },
} satisfies Record<string, Background>;
