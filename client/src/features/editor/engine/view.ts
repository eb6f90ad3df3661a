import type { Point } from '@clearcut/scene/geometry';
import type { Size } from '@clearcut/scene/raster';
import { clamp } from '../../../lib/clamp.ts';

/** The stage in CSS pixels; on screens up to `narrowScreen` it takes all but the margins (docs/product.md, Editor). */
export const STAGE = { maxWidth: 485, minWidth: 280, minHeight: 200, narrowScreen: 768, margins: 48 } as const;
export const ZOOM = { min: 1, max: 8, step: 1.25 } as const;

/** How the picture lies in the stage: `zoom` times as large as it fits, its centre moved by `x`, `y` CSS pixels. */
export interface View extends Point {
  readonly zoom: number;
}

export const FIT: View = { zoom: 1, x: 0, y: 0 };

/** What there is for the stage, in CSS pixels. */
export interface StageRoom {
  readonly screenWidth: number;
  /** What the window leaves beside everything else. */
  readonly maxHeight: number;
  /** What the page leaves beside everything else, for a stage that is to take it; null keeps to the usual size. */
  readonly filled: number | null;
}

/** Size of the stage for a picture of these proportions, in CSS pixels. */
export function stageSize(picture: Size, { screenWidth, maxHeight, filled }: StageRoom): Size {
  const ratio = picture.width / picture.height;
  const highest = Math.max(STAGE.minHeight, maxHeight);
  const isNarrow = screenWidth <= STAGE.narrowScreen;
  const widest = Math.max(STAGE.minWidth, isNarrow ? screenWidth - STAGE.margins : (filled ?? STAGE.maxWidth));
  // A narrow screen gives all its width, also to a picture that is too high for it.
  const width = isNarrow ? widest : clamp(highest * ratio, STAGE.minWidth, widest);
  return { width: Math.round(width), height: Math.round(clamp(width / ratio, STAGE.minHeight, highest)) };
}

/** CSS pixels of the stage that a pixel of the picture takes before zooming: the whole picture is seen. */
export function fitScale(stage: Size, picture: Size): number {
  return Math.min(stage.width / picture.width, stage.height / picture.height);
}

/** Zooms by `factor` so that what lies under `at` stays there. `at`: CSS pixels from the centre of the stage. */
export function zoomedAt(view: View, factor: number, at: Point): View {
  const zoom = clamp(view.zoom * factor, ZOOM.min, ZOOM.max);
  const grown = zoom / view.zoom;
  return { zoom, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
}

export const movedBy = (view: View, { x, y }: Point): View => ({ ...view, x: view.x + x, y: view.y + y });

/** How far something may be moved either way. */
const play = (shown: number, room: number): number => Math.max(0, (shown - room) / 2);

/** Keeps the picture over the stage: no edge of it comes further in than it lies when everything fits. */
export function keptInStage(view: View, stage: Size, picture: Size): View {
  const scale = fitScale(stage, picture) * view.zoom;
  const playX = play(picture.width * scale, stage.width);
  const playY = play(picture.height * scale, stage.height);
  return { zoom: view.zoom, x: clamp(view.x, 0 - playX, playX), y: clamp(view.y, 0 - playY, playY) };
}

/** The pixel of the picture under a place of the stage, given in CSS pixels from its centre. */
export function toPicture(at: Point, view: View, stage: Size, picture: Size): Point {
  const scale = fitScale(stage, picture) * view.zoom;
  return { x: (at.x - view.x) / scale + picture.width / 2, y: (at.y - view.y) / scale + picture.height / 2 };
}

/** The way back: where in the stage a pixel of the picture is seen. */
export function toStage(at: Point, view: View, stage: Size, picture: Size): Point {
  const scale = fitScale(stage, picture) * view.zoom;
  return { x: (at.x - picture.width / 2) * scale + view.x, y: (at.y - picture.height / 2) * scale + view.y };
}
