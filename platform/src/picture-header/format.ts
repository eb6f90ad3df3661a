import type { PngColour } from './png-colour.ts';

/** Pixels a metre, across and down. */
export interface Density {
  readonly x: number;
  readonly y: number;
}

export interface PictureHeader {
  /** Pixels as stored, so before EXIF orientation. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  /** Of the stored picture. */
  readonly density: Density | null;
  /** Of a PNG. */
  readonly colour?: PngColour;
  /** Of a JPEG: there is an end-of-image marker. */
  readonly isEnded?: boolean;
}

/**
 * Told of a size as soon as it is read, and throws when it is out of bounds: a picture of too many pixels is refused as
 * that, whatever else is wrong with it further on.
 */
export type Found = (size: { readonly width: number; readonly height: number }) => void;

/** Chunks or segments in one file. Real pictures stay far below; without it, 25 MB of empty ones would keep us busy. */
export const MAX_PARTS = 200_000;

/** How much of an EXIF block is looked at: JPEG's own limit for a segment. */
export const MAX_METADATA_BYTES = 64 * 1024 - 2;
