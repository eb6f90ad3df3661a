import type { PngColour } from './png-colour.ts';

/** Pixels per metre. */
export interface Density {
  readonly x: number;
  readonly y: number;
}

export interface PictureHeader {
  readonly width: number;
  readonly height: number;
  /** EXIF, 1 to 8. */
  readonly orientation: number;
  readonly density: Density | null;
  /** PNG only. */
  readonly colour?: PngColour;
  /** JPEG only. */
  readonly isEnded?: boolean;
}

/** Throws as soon as the size is out of bounds. */
export type Found = (size: { readonly width: number; readonly height: number }) => void;

/** 25 MB of empty parts would keep us busy. */
export const MAX_PARTS = 200_000;

/** JPEG's limit. */
export const MAX_METADATA_BYTES = 64 * 1024 - 2;
