import type { Background } from '../toolkit/background.ts';
import { bokehBlur } from '../toolkit/bokeh-blur.ts';
import { blur } from '../toolkit/blur.ts';
import { hex, mix, scaled, type Rgb } from '../toolkit/colour.ts';
import { stoneAt, WHITE_MARBLE } from '../surfaces/marble.ts';
import { smoothstep } from '../toolkit/noise.ts';
import { focus } from '../toolkit/focus.ts';
import { ASPECT, blank, paint, sample } from '../toolkit/picture.ts';
import { CAMERA, kitchen, livingRoom } from './rooms.ts';
import { trace } from '../trace/tracer.ts';
import { grainAt, type Grain } from '../surfaces/wood-grain.ts';
import { OAK } from '../surfaces/wood.ts';

/** Metres: the table's height, its far edge, and the distance in focus. */
const TABLE = { y: 0.75, edge: 0.38, focus: 1.02 };
/** Disc of a point one metre out of focus. */
const APERTURE = 0.012;

interface Top {
  /** By metres from the middle and from the camera. */
  readonly colourAt: (x: number, z: number) => Rgb;
  /** Strength of the room's reflection, from above and at a grazing angle. */
  readonly mirror: readonly [number, number];
  readonly soft: number;
}

export function tabletop(paintFar: Background['paint'], top: Top): Background['paint'] {
  return (picture) => {
    const { width, height } = picture;
    // Far out of focus: a quarter of the pixels suffices.
    const far = blank(Math.round(width / 4), Math.round(height / 4));
    paintFar(far);
    const behind = bokehBlur(far, 0.027);
    blur(behind, 0.005);
    const reflected = { ...behind, data: behind.data.slice() };
    blur(reflected, top.soft);
    const cos = Math.cos(CAMERA.pitch);
    const sin = Math.sin(CAMERA.pitch);
    const drop = TABLE.y - CAMERA.eye[1];
    const rowOf = (y: number) => {
      const slope = (y - CAMERA.eye[1]) / (TABLE.edge - CAMERA.eye[2]);
      return 0.5 - (CAMERA.focal * (slope * cos + sin)) / (cos - slope * sin);
    };
    const edge = rowOf(TABLE.y);
    paint(picture, (px, py) => {
      if (py < edge) return sample(behind, px, py);
      const sx = (px - ASPECT / 2) / CAMERA.focal;
      const sy = (0.5 - py) / CAMERA.focal;
      const away = drop / (sy * cos - sin);
      const x = sx * away;
      const z = (cos + sy * sin) * away;
      const grazing = smoothstep(0.9, 1.6, z);
      const wood = top.colourAt(x, z);
      // Daylight comes over the edge and from the left.
      const light = 0.72 + 0.3 * grazing - 0.1 * (x / 0.8);
      const shown = sample(reflected, px, Math.max(0, edge - (py - edge) * 1.15 - 0.01));
      const mirror = top.mirror[0] + (top.mirror[1] - top.mirror[0]) * grazing;
      return mix(scaled(wood, light), shown, mirror);
    });
    focus(picture, (row) => {
      const py = Math.max(row, edge);
      const sy = (0.5 - py) / CAMERA.focal;
      const z = ((cos + sy * sin) * drop) / (sy * cos - sin);
      return APERTURE * Math.abs(1 / z - 1 / TABLE.focus);
    });
  };
}

const BOARD = 0.15;
const grain: Grain = { colour: [0, 0, 0], depth: 0 };

/** 15 cm wide. */
export function oakAt(x: number, z: number): Rgb {
  const place = z / BOARD + 0.3;
  const board = Math.floor(place) + 40;
  const across = (place - Math.floor(place) - 0.5) * BOARD;
  // In heights of a picture that shows 0.62 m.
  grainAt(OAK, (x + 3) / 0.62 + board * 2.7, across / 0.62, board, grain);
  const seam = smoothstep(0, 0.0012, BOARD / 2 - Math.abs(across));
  return scaled(grain.colour, (0.45 + 0.55 * seam) * (1 - 0.15 * grain.depth));
}

export const tabletops = {
  'table-oak': {
    paint: tabletop((far) => trace(livingRoom, far, 3), { colourAt: oakAt, mirror: [0.03, 0.16], soft: 0.03 }),
    finish: { vignette: 0.1 },
  },
  'table-marble': {
    paint: tabletop((far) => trace(kitchen, far, 3), {
      colourAt: (x, z) => mix(stoneAt(WHITE_MARBLE, x / 0.8 + 2, z / 0.8), hex('#ffffff'), 0.06),
      mirror: [0.05, 0.3],
      soft: 0.012,
    }),
    finish: { vignette: 0.08 },
  },
} satisfies Record<string, Background>;
