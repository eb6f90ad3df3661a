import * as fc from 'fast-check';
import type { Background, StrokeMode, Position, SceneSettings, Shadow } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { Stroke } from '../brush.ts';
import type { Size } from '../raster.ts';
import { SUBJECTS, type SubjectKind } from './pictures.ts';

export interface RandomScene {
  readonly subject: SubjectKind;
  readonly settings: SceneSettings;
  readonly strokes: readonly { readonly mode: StrokeMode; readonly stroke: Stroke }[];
}

/** Uniform: most floating point numbers are close to 0. */
const upTo = (least: number, most: number): fc.Arbitrary<number> =>
  fc.noBias(fc.integer({ min: 0, max: 1_000_000 })).map((share) => least + ((most - least) * share) / 1_000_000);

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

const background = (id: string | null): fc.Arbitrary<Background> =>
  fc.oneof(
    fc.constant(TRANSPARENT),
    colour.map((color) => ({ ...TRANSPARENT, color })),
    fc.constant({ ...TRANSPARENT, ...(id === null ? { base: true } : { id }) }),
    fc.record({ blur: upTo(0, 30), blurWidth: fc.oneof(fc.constant(0), upTo(0, 100)) }).map((blurs) => ({
      ...TRANSPARENT,
      ...blurs,
      base: true,
    })),
  );

const position = ({ width, height }: Size): fc.Arbitrary<Position> =>
  fc.record({
    angle: fc.oneof(fc.constant(0), fc.constantFrom(90, -90, 180), upTo(-180, 180)),
    origin: fc.record({ x: upTo(0, 1), y: upTo(0, 1) }),
    scale: fc.oneof(fc.constant(1), upTo(0.1, 3)),
    coords: fc.record({ x: upTo(-width / 2, width / 2), y: upTo(-height / 2, height / 2) }),
    crop: fc.oneof(
      fc.constant(null),
      fc.record({
        x: upTo(-width / 2, width / 2),
        y: upTo(-height / 2, height / 2),
        width: upTo(width / 4, width * 1.5),
        height: upTo(height / 4, height * 1.5),
      }),
    ),
  });

const shadow: fc.Arbitrary<Shadow | null> = fc.oneof(
  fc.constant(null),
  fc.record({
    kind: fc.constantFrom('drop' as const, 'ground' as const, 'outline' as const),
    color: colour,
    opacity: upTo(0, 1),
    blur: upTo(0, 40),
    offset: fc.record({ x: upTo(-120, 120), y: upTo(-120, 120) }),
  }),
);

const stroke = ({ width, height }: Size): fc.Arbitrary<RandomScene['strokes'][number]> =>
  fc.record({
    mode: fc.constantFrom('erase' as const, 'restore' as const),
    stroke: fc.record({
      brush: fc.record({ size: upTo(width / 60, width / 6), hardness: upTo(0, 1) }),
      points: fc.array(fc.record({ x: upTo(0, width), y: upTo(0, height) }), { minLength: 1, maxLength: 4 }),
    }),
  });

export const randomScene = (frame: Size, backgroundId: string | null = null): fc.Arbitrary<RandomScene> =>
  fc.record({
    subject: fc.constantFrom(...SUBJECTS),
    settings: fc.record({ background: background(backgroundId), position: position(frame), shadow }),
    strokes: fc.array(stroke(frame), { maxLength: 3 }),
  });
