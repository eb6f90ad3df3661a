import type { SceneSettings } from '@clearcut/schemas/transaction/scene';
import { product, toLayer, type Matrix, type Output } from './geometry.ts';
import type { Pixels, Size } from './raster.ts';
import type { Row } from './sampling.ts';

/** Paints over a row that starts at output pixel (left, y); any part, in any order. */
export interface Layer {
  (row: Row, left: number, y: number): void;
  /** Opaque: the row may hold anything before. */
  readonly hidesAll?: true;
}

export interface Scene {
  /** Size of the original after EXIF orientation, in image pixels. */
  readonly frame: Size;
  readonly settings: SceneSettings;
  /** Output pixels per image pixel. */
  readonly scale: number;
  /** The whole frame with strokes applied, at any size; lossless at the output's scale. */
  readonly cutOut: Pixels;
  /** Same size as `cutOut`; only for a `base` background. */
  readonly original: Pixels | null;
  /** At any size; only for a background with `id`. */
  readonly background: Pixels | null;
}

/** Output pixels -> pixels of the placed cut-out. */
export const toCutOut = ({ frame, cutOut }: Pick<Scene, 'frame' | 'cutOut'>, output: Output): Matrix =>
  product(toLayer(frame, cutOut), output.toImage);

export type Rgb = readonly [red: number, green: number, blue: number];

export const rgbOf = (colour: string): Rgb => [
  parseInt(colour.slice(1, 3), 16),
  parseInt(colour.slice(3, 5), 16),
  parseInt(colour.slice(5, 7), 16),
];
