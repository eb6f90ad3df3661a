import type { SceneSettings } from '@clearcut/schemas/transaction/scene';
import { product, toLayer, type Matrix, type Output } from './geometry.ts';
import type { Pixels, Size } from './raster.ts';
import type { Row } from './sampling.ts';

/** Paints part of a row from output pixel (left, y). */
export interface Layer {
  (row: Row, left: number, y: number): void;
  /** The row may hold anything before. */
  readonly hidesAll?: true;
}

export interface Scene {
  /** Upright, in image pixels. */
  readonly frame: Size;
  readonly settings: SceneSettings;
  /** Output pixels per image pixel. */
  readonly scale: number;
  /** With strokes, at any size. */
  readonly cutOut: Pixels;
  /** Size of `cutOut`; only for a `base` background. */
  readonly original: Pixels | null;
  /** At any size. */
  readonly background: Pixels | null;
}

/** Output pixels -> placed cut-out pixels. */
export const toCutOut = ({ frame, cutOut }: Pick<Scene, 'frame' | 'cutOut'>, output: Output): Matrix =>
  product(toLayer(frame, cutOut), output.toImage);

export type Rgb = readonly [red: number, green: number, blue: number];

export const rgbOf = (colour: string): Rgb => [
  parseInt(colour.slice(1, 3), 16),
  parseInt(colour.slice(3, 5), 16),
  parseInt(colour.slice(5, 7), 16),
];
