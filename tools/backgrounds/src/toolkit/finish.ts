import { encodeSrgb } from './colour.ts';
import { clamp, smoothstep } from './noise.ts';
import type { Picture } from './picture.ts';
import { randomFrom } from './random.ts';

export interface Finish {
  readonly exposure?: number;
  /** Share of the light lost in the corners. */
  readonly vignette?: number;
  /** Standard deviation in steps of 1/255. Hides a gradient's bands: an encoder would smooth finer grain away. */
  readonly grain?: number;
}

/** Surfaces hide bands themselves. */
export const TEXTURED = { grain: 0.6 } as const satisfies Finish;

const KNEE = 0.7;

/** Film's shoulder: light above the knee approaches white without clipping. */
const shoulder = (l: number) => (l < KNEE ? l : 1 - (1 - KNEE) * Math.exp((KNEE - l) / (1 - KNEE)));

const TABLE = 16384;
const codes = Float32Array.from({ length: TABLE + 2 }, (_, i) => 255 * encodeSrgb(i / TABLE));

function codeOf(l: number): number {
  // The curve begins too steep for the table.
  if (l < 0.01) return 255 * encodeSrgb(Math.max(l, 0));
  const at = clamp(l) * TABLE;
  const step = Math.floor(at);
  const low = codes[step] ?? 255;
  return low + ((codes[step + 1] ?? 255) - low) * (at - step);
}

/** Linear light to 8-bit sRGB, by rows. */
export function develop(picture: Picture, { exposure = 1, vignette = 0, grain = 1.9 }: Finish = {}): Uint8ClampedArray {
  const { width, height, data } = picture;
  const out = new Uint8ClampedArray(data.length);
  const random = randomFrom(77);
  const corner = width * width + height * height;
  let at = 0;
  for (let row = 0; row < height; row++) {
    const dy = 2 * row - height;
    for (let column = 0; column < width; column++) {
      const dx = 2 * column - width;
      const light = exposure * (1 - vignette * ((dx * dx + dy * dy) / corner) ** 1.2);
      // A sum of three is nearly normal; film grain is the same in all channels.
      const speck = (random() + random() + random() - 1.5) * 2 * grain;
      const brightest = Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) * light;
      // Scales all channels by one factor, or blue would turn to cyan.
      const factor = brightest > KNEE ? (light * shoulder(brightest)) / brightest : light;
      const glare = 0.7 * smoothstep(0.9, 3.5, brightest);
      for (let k = 0; k < 3; k++) {
        const l = (data[at] ?? 0) * factor;
        out[at] = codeOf(l + (shoulder(brightest) - l) * glare) + speck + random() - 0.5;
        at++;
      }
    }
  }
  return out;
}
