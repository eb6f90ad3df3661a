import { MAX_PIXELS, MAX_SIDE, PREVIEW_MAX_SIDE } from '../../constants.ts';
import type { Crop, Position } from '../scene.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Kept part of the frame in whole pixels; may exceed it. */
export function kept({ crop }: Position, frame: Size): Crop {
  if (crop === null) return { x: 0, y: 0, width: frame.width, height: frame.height };
  return {
    x: Math.round(crop.x),
    y: Math.round(crop.y),
    width: Math.max(1, Math.round(crop.width)),
    height: Math.max(1, Math.round(crop.height)),
  };
}

/** Output pixels per image pixel of a preview: never enlarged, at most PREVIEW_MAX_SIDE. */
export function previewScale(position: Position, frame: Size): number {
  const { width, height } = kept(position, frame);
  return Math.min(1, PREVIEW_MAX_SIDE / Math.max(frame.width, frame.height, width, height));
}

/**
 * Output pixels per image pixel of an HD file: the wanted `output`, otherwise 1, less for crops beyond the size limit.
 */
export function hdScale(position: Position, frame: Size): number {
  const { width, height } = kept(position, frame);
  if (position.output !== undefined) return position.output.width / width;
  return Math.min(1, MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_PIXELS / (width * height)));
}

/** Whether the HD file has the size, and so the pixels, of the free preview. */
export const isPreviewInFull = (position: Position, frame: Size): boolean =>
  hdScale(position, frame) === previewScale(position, frame);
