import type { PngColour } from './png-colour.ts';

/** Pixels per metre, horizontal and vertical. */
export interface Density {
  readonly x: number;
  readonly y: number;
}

export interface PictureHeader {
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  readonly density: Density | null;
  /** PNG only. */
  readonly colour?: PngColour;
  /** JPEG only: has an end-of-image marker. */
  readonly isEnded?: boolean;
}

/** Throws as soon as the size is out of bounds, whatever else is wrong with the picture. */
export type Found = (size: { readonly width: number; readonly height: number }) => void;

/** Real pictures stay far below; 25 MB of empty parts would keep us busy. */
export const MAX_PARTS = 200_000;

/** JPEG's own limit for a segment. */
export const MAX_METADATA_BYTES = 64 * 1024 - 2;
