import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import { kept } from '@clearcut/schemas/transaction/scene/scales';
import type { Position } from '@clearcut/schemas/transaction/scene';
import type { Size } from './raster.ts';

/** x' = a x + c y + e, y' = b x + d y + f, as in `DOMMatrix`. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const translation = (e: number, f: number): Matrix => ({ a: 1, b: 0, c: 0, d: 1, e, f });
export const scaling = (a: number, d: number = a): Matrix => ({ a, b: 0, c: 0, d, e: 0, f: 0 });

/** Applies the last step first. */
export const product = (...steps: readonly Matrix[]): Matrix => steps.reduce(times);

function times(m: Matrix, n: Matrix): Matrix {
  return {
    a: m.a * n.a + m.c * n.b,
    b: m.b * n.a + m.d * n.b,
    c: m.a * n.c + m.c * n.d,
    d: m.b * n.c + m.d * n.d,
    e: m.a * n.e + m.c * n.f + m.e,
    f: m.b * n.e + m.d * n.f + m.f,
  };
}

export function inverse({ a, b, c, d, e, f }: Matrix): Matrix {
  const determinant = a * d - b * c;
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  };
}

export const apply = ({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** T(coords) T(o) R(angle) S(scale) T(-o), image to frame pixels. Half a pixel would soften the whole HD file. */
export function placement({ angle, origin, scale, coords }: Position, frame: Size): Matrix {
  const turn = (angle * Math.PI) / 180;
  // cos(90°) is not 0 in floating point.
  const cos = Math.abs(angle) === 90 ? 0 : Math.cos(turn);
  const sin = Math.abs(angle) === 180 ? 0 : Math.sin(turn);
  const ox = origin.x * frame.width;
  const oy = origin.y * frame.height;
  const turned: Matrix = { a: cos * scale, b: sin * scale, c: -sin * scale, d: cos * scale, e: 0, f: 0 };
  const moved = translation(Math.round(coords.x) + ox, Math.round(coords.y) + oy);
  return product(moved, turned, translation(-ox, -oy));
}

export interface Output extends Size {
  readonly toFrame: Matrix;
  readonly toImage: Matrix;
  readonly fromImage: Matrix;
  /** Output pixels per preview pixel; unit of blurs and shadows. */
  readonly unit: number;
}

export function outputOf(position: Position, frame: Size, scale: number): Output {
  const { x, y, width, height } = kept(position, frame);
  // Crops have whole pixels, so only nearly this shape.
  const wanted = position.output;
  const high = wanted === undefined ? height * scale : (width * scale * wanted.height) / wanted.width;
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(high)) };
  const toFrame = product(translation(x, y), scaling(width / size.width, height / size.height));
  const fromImage = product(inverse(toFrame), placement(position, frame));
  const unit = (Math.max(frame.width, frame.height) / PREVIEW_MAX_SIDE) * scale;
  return { ...size, toFrame, toImage: inverse(fromImage), fromImage, unit };
}

export const toLayer = (frame: Size, layer: Size): Matrix =>
  scaling(layer.width / frame.width, layer.height / frame.height);

/** Output pixels -> pixels of a centred picture. */
export function coverMatrix(output: Size, picture: Size): Matrix {
  const enlarged = Math.max(output.width / picture.width, output.height / picture.height);
  return product(
    translation(picture.width / 2, picture.height / 2),
    scaling(1 / enlarged),
    translation(-output.width / 2, -output.height / 2),
  );
}
