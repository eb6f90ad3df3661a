import type { Background } from '../toolkit/background.ts';
import { hex, mix, type Rgb } from '../toolkit/colour.ts';
import { TEXTURED } from '../toolkit/finish.ts';
import { clamp, fbm, noise, smoothstep } from '../toolkit/noise.ts';
import { ASPECT } from '../toolkit/picture.ts';
import { hashUnit } from '../toolkit/random.ts';
import { paintRelief, type RakingLight } from '../toolkit/relief.ts';
import { grainAt, type Grain, type Species } from './wood-grain.ts';

interface Boards {
  readonly species: Species;
  readonly upright?: boolean;
  readonly boardWidth: number;
  readonly gap: number;
  readonly bevel: number;
  /** Depth of the grain, in heights of the picture. */
  readonly relief: number;
  readonly light: RakingLight;
  readonly coat?: Paint;
}

/** Thin paint shows the grain; worn paint, bare wood. */
interface Paint {
  readonly colour: Rgb;
  readonly cover: number;
  readonly wear: number;
}

function boards({
  species,
  upright = false,
  boardWidth,
  gap,
  bevel,
  relief,
  light,
  coat,
}: Boards): Background['paint'] {
  const grain: Grain = { colour: [0, 0, 0], depth: 0 };
  return (picture) =>
    paintRelief(picture, light, (x, y, into) => {
      // As a photographer would frame it.
      const place = (upright ? x : y) / boardWidth + 0.37;
      const board = Math.floor(place);
      const across = (place - board - 0.5) * boardWidth;
      const shift = hashUnit(board, 7, 3) * 9;
      const along = (upright ? y * 0.96 + ASPECT : x) + shift;
      grainAt(species, along, across, board, grain);
      const edge = boardWidth / 2 - Math.abs(across) - 0.0007 * fbm(along * 7, board * 9, 3, 51);
      let { colour } = grain;
      let depth = relief * grain.depth;
      if (coat !== undefined) {
        const thin =
          fbm(along * 2.3, across * 26 + board * 5, 4, 52) +
          0.9 * (grain.depth - 0.2) +
          0.35 * smoothstep(0.012, 0, edge);
        const worn = smoothstep(0.62 - coat.wear, 0.86 - coat.wear, thin);
        const tone =
          1 + 0.05 * (hashUnit(board, 8, 3) - 0.5) + 0.035 * noise(along * 3, across * 90, 53) - 0.1 * grain.depth;
        const film: Rgb = [coat.colour[0] * tone, coat.colour[1] * tone, coat.colour[2] * tone];
        colour = mix(colour, film, coat.cover * (1 - worn));
        depth += worn * 0.0003;
      }
      const open = smoothstep(gap * 0.4, gap, edge);
      const shade =
        (coat === undefined ? 0.1 + 0.9 * open : 0.22 + 0.78 * open) *
        (0.78 + 0.22 * smoothstep(gap, gap + 0.012, edge));
      into.colour = [colour[0] * shade, colour[1] * shade, colour[2] * shade];
      into.height =
        -depth - bevel * (1 - smoothstep(gap * 0.6, gap + bevel * 2.2, edge)) ** 2 + 0.0004 * clamp(edge / boardWidth);
    });
}

const window: RakingLight = { from: [-0.7, -0.55, 1], ambient: 0.35, falloff: 0.12 };

export const OAK: Species = {
  early: hex('#dcbf96'),
  late: hex('#b08a5c'),
  rings: 95,
  contrast: 0.75,
  pores: 0.34,
  fibre: 0.32,
  knots: 0,
};

export const woods = {
  'wood-oak-light': {
    paint: boards({
      species: OAK,
      boardWidth: 0.245,
      gap: 0.0009,
      bevel: 0.0006,
      relief: 0.0006,
      light: { ...window, gloss: 0.02 },
    }),
    finish: { ...TEXTURED, vignette: 0.12 },
    quality: 86,
  },
  'wood-walnut': {
    paint: boards({
      species: {
        early: hex('#8a6244'),
        late: hex('#452c1d'),
        rings: 60,
        contrast: 0.7,
        pores: 0.2,
        fibre: 0.3,
        knots: 0,
      },
      boardWidth: 0.34,
      gap: 0.0008,
      bevel: 0.0005,
      relief: 0.0005,
      light: { ...window, gloss: 0.03 },
    }),
    finish: { ...TEXTURED, vignette: 0.18 },
    quality: 86,
  },
  'wood-pine': {
    paint: boards({
      species: {
        early: hex('#ecd2a0'),
        late: hex('#c68f4f'),
        rings: 62,
        contrast: 0.7,
        pores: 0,
        fibre: 0.16,
        knots: 0.4,
      },
      upright: true,
      boardWidth: 0.23,
      gap: 0.0014,
      bevel: 0.0022,
      relief: 0.0004,
      light: window,
    }),
    finish: { ...TEXTURED, vignette: 0.12 },
    quality: 86,
  },
  'wood-planks-white': {
    paint: boards({
      species: {
        early: hex('#c9ab84'),
        late: hex('#8b6a48'),
        rings: 62,
        contrast: 0.7,
        pores: 0,
        fibre: 0.3,
        knots: 0.3,
      },
      upright: true,
      boardWidth: 0.19,
      gap: 0.0022,
      bevel: 0.0028,
      relief: 0.0011,
      light: window,
      coat: { colour: hex('#efece6'), cover: 0.97, wear: 0.02 },
    }),
    finish: { ...TEXTURED, vignette: 0.1 },
    quality: 86,
  },
  'wood-planks-grey': {
    paint: boards({
      species: {
        early: hex('#b3aca2'),
        late: hex('#6a625a'),
        rings: 66,
        contrast: 0.5,
        pores: 0,
        fibre: 0.75,
        knots: 0.35,
        cracks: 1,
      },
      boardWidth: 0.215,
      gap: 0.0026,
      bevel: 0.003,
      relief: 0.0016,
      light: { ...window, from: [-0.5, -0.9, 1] },
    }),
    finish: { ...TEXTURED, vignette: 0.16 },
    quality: 86,
  },
  'wood-planks-dark': {
    paint: boards({
      species: {
        early: hex('#4b3a30'),
        late: hex('#241a15'),
        rings: 66,
        contrast: 0.75,
        pores: 0,
        fibre: 0.6,
        knots: 0.3,
        cracks: 0.5,
      },
      upright: true,
      boardWidth: 0.25,
      gap: 0.002,
      bevel: 0.0026,
      relief: 0.0012,
      light: { ...window, gloss: 0.025, falloff: 0.25 },
    }),
    finish: { ...TEXTURED, vignette: 0.25, exposure: 1.15 },
    quality: 86,
  },
} satisfies Record<string, Background>;
