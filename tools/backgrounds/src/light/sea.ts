import type { Background } from '../toolkit/background.ts';
import { hex, mix, ramp, scaled, type Rgb } from '../toolkit/colour.ts';
import { clamp, fbm, smoothstep } from '../toolkit/noise.ts';
import { ASPECT, paint } from '../toolkit/picture.ts';
import { randomFrom } from '../toolkit/random.ts';

const HORIZON = 0.4;
const FOCAL = 1.5;
/** Metres above the water. */
const EYE = 2.2;

/** `k` in radians per metre; `slope`: steepness. */
const waves = (() => {
  const random = randomFrom(12);
  return Array.from({ length: 56 }, (_, i) => {
    const length = 0.22 * (26 / 0.22) ** ((i + random()) / 56);
    const turn = 0.5 + 1.15 * (random() + random() - 1);
    const k = (2 * Math.PI) / length;
    return {
      kx: k * Math.sin(turn),
      kz: k * Math.cos(turn),
      phase: random() * 2 * Math.PI,
      slope: 0.02 + 0.012 * random(),
    };
  });
})();

/** Sky by elevation: 0 at the horizon, 1 straight up. */
const sky = ramp([
  [0, '#eef0ec'],
  [0.08, '#dfe9ef'],
  [0.25, '#b9d3e6'],
  [0.6, '#7fabd0'],
  [1, '#4d82b4'],
]);
const DEEP = hex('#17526a');
const SHALLOW = hex('#3d8f97');

function seaAt(x: number, y: number, pixel: number): Rgb {
  const dip = (y - HORIZON) / FOCAL;
  const z = EYE / dip;
  const wx = ((x - ASPECT / 2) / FOCAL) * z;
  // Sea covered by one pixel: shorter waves blur.
  const cover = (z * z * pixel) / (EYE * FOCAL);
  const side = (z * pixel) / FOCAL;
  // Gusts roughen the water in patches.
  const gust = 0.75 + 0.45 * fbm(wx * 0.05, z * 0.03, 3, 5);
  let sx = 0;
  let sz = 0;
  let lost = 0;
  for (const wave of waves) {
    const blur = (wave.kz * cover) ** 2 + (wave.kx * side) ** 2;
    const kept = Math.exp(-blur * 0.25);
    lost += (wave.slope * gust) ** 2 * (1 - kept * kept);
    if (kept < 0.01) continue;
    const swing = wave.slope * gust * kept * Math.cos(wave.kx * wx + wave.kz * z + wave.phase);
    const size = Math.hypot(wave.kx, wave.kz);
    sx += (swing * wave.kx) / size;
    sz += (swing * wave.kz) / size;
  }
  // Distant, unresolved waves mostly show their near sides.
  sz -= 0.55 * Math.sqrt(lost);
  const away = Math.hypot(wx, EYE, z);
  const [vx, vy, vz] = [-wx / away, EYE / away, -z / away];
  const size = Math.hypot(sx, 1, sz);
  const [nx, ny, nz] = [-sx / size, 1 / size, -sz / size];
  const facing = Math.max(nx * vx + ny * vy + nz * vz, 0.02);
  const mirror = 0.02 + 0.98 * (1 - facing) ** 5;
  const up = Math.abs(2 * facing * ny - vy);
  const water = mix(DEEP, SHALLOW, clamp(0.35 + 1.6 * (nz * -1) + 0.25 * vy));
  const lit = scaled(water, 0.75);
  const colour = mix(lit, sky(clamp(up)), clamp(mirror * 0.92));
  return mix(colour, sky(0.02), 0.75 * smoothstep(60, 2200, z));
}

export const seas = {
  'sea-horizon': {
    paint: (picture) => {
      const pixel = 1 / picture.height;
      paint(picture, (x, y) => {
        const above = sky(clamp((HORIZON - y) * 0.62 + 0.02 * fbm(x * 1.2, y * 5, 4, 8)));
        if (y < HORIZON - pixel) return above;
        const below = seaAt(x, Math.max(y, HORIZON + pixel * 0.7), pixel);
        return mix(above, below, smoothstep(-1, 1.5, (y - HORIZON) / pixel));
      });
    },
    finish: { vignette: 0.08, grain: 1.5 },
    quality: 88,
  },
} satisfies Record<string, Background>;
