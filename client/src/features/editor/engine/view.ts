import type { Point } from '@clearcut/scene/geometry';
import type { Size } from '@clearcut/scene/raster';
import { clamp } from '../../../lib/clamp.ts';

/**
 * CSS pixels. On screens up to `narrowScreen` the stage takes all but the margins; on those over `largeScreen` it may
 * grow beyond the preview's width (docs/product.md, Editor).
 */
export const STAGE = {
  maxWidth: 485,
  minWidth: 280,
  minHeight: 200,
  narrowScreen: 768,
  largeScreen: 1200,
  largeWidth: 720,
  margins: 48,
} as const;
export const ZOOM = { min: 1, max: 8, step: 1.25 } as const;

/** `zoom`: 1 fits the stage. `x`, `y`: CSS pixels that the centre is moved. */
export interface View extends Point {
  readonly zoom: number;
}

export const FIT: View = { zoom: 1, x: 0, y: 0 };

/** CSS pixels. */
export interface StageRoom {
  readonly screenWidth: number;
  /** Height the window leaves. */
  readonly maxHeight: number;
  /** Width the page leaves. */
  readonly pageWidth: number;
  /** Whether the stage takes all of `pageWidth`. */
  readonly isFilling: boolean;
}

/** CSS pixels. */
export function stageSize(picture: Size, { screenWidth, maxHeight, pageWidth, isFilling }: StageRoom): Size {
  const ratio = picture.width / picture.height;
  const highest = Math.max(STAGE.minHeight, maxHeight);
  const isNarrow = screenWidth <= STAGE.narrowScreen;
  const isLarge = screenWidth > STAGE.largeScreen;
  const usual = isLarge ? clamp(pageWidth, STAGE.maxWidth, STAGE.largeWidth) : STAGE.maxWidth;
  const widest = Math.max(STAGE.minWidth, isNarrow ? screenWidth - STAGE.margins : isFilling ? pageWidth : usual);
  // A narrow screen gives its full width, even to a picture too high for it.
  const width = isNarrow ? widest : clamp(highest * ratio, STAGE.minWidth, widest);
  return { width: Math.round(width), height: Math.round(clamp(width / ratio, STAGE.minHeight, highest)) };
}

/** CSS pixels per picture pixel at zoom 1, where the whole picture fits. */
export function fitScale(stage: Size, picture: Size): number {
  return Math.min(stage.width / picture.width, stage.height / picture.height);
}

/** Zooms by `factor`, keeping what lies under `at` in place. `at`: CSS pixels from the centre of the stage. */
export function zoomedAt(view: View, factor: number, at: Point): View {
  const zoom = clamp(view.zoom * factor, ZOOM.min, ZOOM.max);
  const grown = zoom / view.zoom;
  return { zoom, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
}

export const movedBy = (view: View, { x, y }: Point): View => ({ ...view, x: view.x + x, y: view.y + y });

/** Largest move either way. */
const play = (shown: number, room: number): number => Math.max(0, (shown - room) / 2);

/** Clamps panning: no edge moves further in than at zoom 1. */
export function keptInStage(view: View, stage: Size, picture: Size): View {
  const scale = fitScale(stage, picture) * view.zoom;
  const playX = play(picture.width * scale, stage.width);
  const playY = play(picture.height * scale, stage.height);
  return { zoom: view.zoom, x: clamp(view.x, 0 - playX, playX), y: clamp(view.y, 0 - playY, playY) };
}

/** Stage (CSS pixels from the centre) to picture pixel. */
export function toPicture(at: Point, view: View, stage: Size, picture: Size): Point {
  const scale = fitScale(stage, picture) * view.zoom;
  return { x: (at.x - view.x) / scale + picture.width / 2, y: (at.y - view.y) / scale + picture.height / 2 };
}

export function toStage(at: Point, view: View, stage: Size, picture: Size): Point {
  const scale = fitScale(stage, picture) * view.zoom;
  return { x: (at.x - picture.width / 2) * scale + view.x, y: (at.y - picture.height / 2) * scale + view.y };
}
