import { mix, type Rgb } from '../toolkit/colour.ts';
import { cells, clamp, fbm, lerp, noise, smoothstep, type Cell } from '../toolkit/noise.ts';
import { hashUnit } from '../toolkit/random.ts';

/** Lengths in heights of the picture. */
export interface Species {
  /** Wood of spring and of late in the year. */
  readonly early: Rgb;
  readonly late: Rgb;
  /** Rings per height of the picture. */
  readonly rings: number;
  /** 0: rings hardly show; 1: late wood stands out fully. */
  readonly contrast: number;
  /** Open pores: share of places with one, and darkness. */
  readonly pores: number;
  readonly fibre: number;
  readonly knots: number;
  /** Weathering opens wood along its fibres: 0 for indoor wood. */
  readonly cracks?: number;
}

export interface Grain {
  colour: Rgb;
  /** Depth of pores and soft wood, 0 to 1. */
  depth: number;
}

const cell: Cell = { distance: 0, id: 0 };
const KNOT_LENGTH = 0.9;

/**
 * Rings are distances from a trunk's axis slightly below the board, which makes the pointed arches. `across` is 0 in
 * the middle.
 */
export function grainAt(species: Species, along: number, across: number, board: number, into: Grain): void {
  const knot = knotAt(species, along, across, board);
  const c = across + knot.push;
  const axis = (hashUnit(board, 1, 9) - 0.5) * 0.16 + 0.035 * noise(along * 0.8, board * 7.7, 21);
  const below = 0.03 + 0.09 * hashUnit(board, 2, 9) + 0.05 * noise(along * 0.55, board * 3.1, 22);
  const wobble = 0.011 * fbm(along * 1.6, c * 9 + board * 13, 3, 23) + 0.0022 * noise(along * 9, c * 40, 24);
  let radius = Math.sqrt((c - axis) ** 2 + below * below) + wobble + along * 0.012;
  radius = lerp(radius, knot.radius, knot.inside);
  const t = radius * species.rings;
  const rings = t + 0.9 * noise(t * 0.23, board * 5.1, 25);
  const year = rings - Math.floor(rings);
  const late =
    smoothstep(0.15, 0.86, year) ** 1.6 *
    (1 - smoothstep(0.9, 1, year)) *
    lerp(0.55, 1, hashUnit(Math.floor(rings), board, 4));

  const coarse = noise(along * 5, across * 150 + board * 31, 26);
  const fine = noise(along * 16, across * 520 + board * 17, 27);
  const hair = noise(along * 26, across * 1080 + board * 29, 36);
  const cloud = fbm(along * 0.9, across * 5 + board * 3, 3, 28);
  let pore = 0;
  if (species.pores > 0) {
    // Pores are vessels cut lengthwise; ring-porous wood makes them in spring.
    cells(along * 44 + 0.4 * coarse, c * 800, 29 + board, cell);
    const wanted = species.pores * (0.35 + 1.3 * (1 - smoothstep(0.1, 0.6, year)));
    if (cell.id < wanted) pore = (1 - smoothstep(0.2, 0.48, cell.distance)) * (0.4 + 0.6 * (cell.id / wanted));
  }
  const dark =
    species.contrast * late +
    species.fibre * (0.45 * coarse + 0.5 * fine + 0.5 * hair) +
    0.16 * cloud +
    0.1 * (hashUnit(board, 3, 9) - 0.5);
  const { cracks = 0 } = species;
  const split = Math.abs(noise(along * 1.3, c * 42 + board * 11, 33) + 0.25 * noise(along * 7, c * 90, 34));
  const crack =
    cracks * (1 - smoothstep(0.012, 0.05, split)) * smoothstep(0, 0.35, noise(along * 0.9, c * 12 + board * 4, 35));
  const ring = mix(species.early, species.late, clamp(dark, -0.25, 1.2));
  const heart = 1 - 0.55 * knot.inside * (0.55 + 0.45 * late);
  const light = (1 - 0.34 * pore) * (1 - 0.72 * crack) * (1 + 0.1 * (hashUnit(board, 5, 9) - 0.5)) * heart;
  const brown = Math.max(knot.inside, 1.3 * crack);
  into.colour = [ring[0] * light, ring[1] * light * (1 - 0.12 * brown), ring[2] * light * (1 - 0.24 * brown)];
  into.depth = clamp(0.75 * pore + 1.2 * crack + 0.12 * (1 - late) + 0.14 * fine + 0.1 * coarse + 0.14 * hair);
}

/** The grain flows around it. */
function knotAt(
  species: Species,
  along: number,
  across: number,
  board: number,
): { push: number; radius: number; inside: number } {
  const slot = Math.floor(along / KNOT_LENGTH);
  let push = 0;
  let radius = 0;
  let inside = 0;
  for (let near = slot - 1; near <= slot + 1; near++) {
    if (hashUnit(near, board, 41) >= species.knots) continue;
    const size = lerp(0.009, 0.02, hashUnit(near, board, 44));
    const dx = along - (near + 0.2 + 0.6 * hashUnit(near, board, 42)) * KNOT_LENGTH;
    const dy = across - (hashUnit(near, board, 43) - 0.5) * 0.12;
    const away = Math.hypot(dx * 0.75, dy) * (1 + 0.12 * noise(dx * 60, dy * 60, 45 + near)) + 1e-6;
    const stretched = Math.hypot(dx * 0.28, dy) / (size * 2.1);
    push -= (dy / Math.hypot(dx * 0.28, dy, 1e-6)) * size * 1.5 * Math.exp(-stretched * stretched);
    const here = 1 - smoothstep(size * 0.75, size * 1.2, away);
    if (here > inside) {
      inside = here;
      radius = away * 1.5;
    }
  }
  return { push, radius, inside };
}
