import type { SceneSettings } from '@clearcut/schemas/transaction/scene';
import { product, toLayer, type Matrix, type Output } from './geometry.ts';
import type { Pixels, Size } from './raster.ts';
import type { Row } from './sampling.ts';

/** Paints itself over a row of the output that starts at output pixel (left, y). Any part of the output can be painted, in any order. */
export interface Layer {
  (row: Row, left: number, y: number): void;
  /** Nothing of what was in the row shows through, wherever it is painted: the row need not be empty before. */
  readonly hidesAll?: true;
}

/** All that a picture is composed of. */
export interface Scene {
  /** The original's size, as a person sees it: what image pixels are pixels of. */
  readonly frame: Size;
  readonly settings: SceneSettings;
  /** Output pixels per image pixel. */
  readonly scale: number;
  /** The whole frame with the strokes applied, at any size; at the output's scale nothing is lost. */
  readonly cutOut: Pixels;
  /** The whole photo, of the size of `cutOut`. Only a background of the photo itself (`base`) needs it. */
  readonly original: Pixels | null;
  /** The picture behind it, at any size. Only a background with an `id` needs it. */
  readonly background: Pixels | null;
}

/** Output pixels -> pixels of the cut-out where it lies. */
export const toCutOut = ({ frame, cutOut }: Pick<Scene, 'frame' | 'cutOut'>, output: Output): Matrix =>
  product(toLayer(frame, cutOut), output.toImage);

export type Rgb = readonly [red: number, green: number, blue: number];

export const rgbOf = (colour: string): Rgb => [
  parseInt(colour.slice(1, 3), 16),
  parseInt(colour.slice(3, 5), 16),
  parseInt(colour.slice(5, 7), 16),
];
