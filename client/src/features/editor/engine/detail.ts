import type { Matrix } from '@clearcut/scene/geometry';
import type { OwnPixels, Rect, Size } from '@clearcut/scene/raster';
import type { Parts } from './painter.ts';
import { fitScale, type View } from './view.ts';

/** CSS pixels per preview pixel from which the preview looks coarse. */
const COARSE_FROM = 1.5;

/** Pixels of one decoded picture: 64 MB, which phones can hold. */
const MAX_PIXELS = 16_000_000;

export interface DetailPlace {
  /** Output pixels: what the stage shows of the picture. */
  readonly part: Rect;
  /** CSS pixels from the centre of the stage. */
  readonly left: number;
  readonly top: number;
  /** CSS pixels per output pixel. */
  readonly scale: number;
}

/** The visible part of a zoomed picture; null where the preview is fine enough. */
export function detailPlace(view: View, stage: Size, output: Size): DetailPlace | null {
  const scale = fitScale(stage, output) * view.zoom;
  if (view.zoom === 1 || scale < COARSE_FROM) return null;
  const edge = (at: number, length: number, side: number): number =>
    Math.min(length, Math.max(0, (side - at) / scale + length / 2));
  const left = edge(view.x, output.width, -stage.width / 2);
  const top = edge(view.y, output.height, -stage.height / 2);
  const width = edge(view.x, output.width, stage.width / 2) - left;
  const height = edge(view.y, output.height, stage.height / 2) - top;
  if (width <= 0 || height <= 0) return null;
  return {
    part: { x: left, y: top, width, height },
    left: (left - output.width / 2) * scale + view.x,
    top: (top - output.height / 2) * scale + view.y,
    scale,
  };
}

/** @param frame its size after orientation */
export async function detailBitmap(file: Blob, frame: Size, isUpload: boolean): Promise<ImageBitmap> {
  const share = Math.min(1, Math.sqrt(MAX_PIXELS / (frame.width * frame.height)));
  return createImageBitmap(file, {
    // As `decodedUpload` and `decoded`.
    colorSpaceConversion: isUpload ? 'default' : 'none',
    imageOrientation: 'from-image',
    ...(share < 1 ? { resizeWidth: Math.round(frame.width * share), resizeQuality: 'high' as const } : {}),
  });
}

function onto(target: Size): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(target.width, target.height).getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  return context;
}

function canvasOf({ data, width, height }: OwnPixels): OffscreenCanvas {
  const context = onto({ width, height });
  context.putImageData(new ImageData(data, width), 0, 0);
  return context.canvas;
}

/** Draws a part of a picture of the output's size over the whole canvas. */
function drawPart(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  picture: CanvasImageSource,
  share: Rect,
): void {
  const { width, height } = context.canvas;
  context.drawImage(picture, share.x, share.y, share.width, share.height, 0, 0, width, height);
}

/** The finished file, as it is. */
export function drawFile(canvas: HTMLCanvasElement, file: ImageBitmap, { part }: DetailPlace, output: Size): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  const across = file.width / output.width;
  const down = file.height / output.height;
  drawPart(context, file, {
    x: part.x * across,
    y: part.y * down,
    width: part.width * across,
    height: part.height * down,
  });
}

/**
 * The photo's own pixels under the preview's matte. Where the matte is half transparent, colours come from the cut-out
 * in the same share, since the photo there holds its background.
 * @param toOutput image pixels -> output pixels
 */
export function drawPhoto(
  canvas: HTMLCanvasElement,
  photo: ImageBitmap,
  { behind, subject }: Parts,
  { part }: DetailPlace,
  { toOutput, frame }: { readonly toOutput: Matrix; readonly frame: Size },
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const across = canvas.width / part.width;
  const down = canvas.height / part.height;
  const matte = canvasOf(subject);

  const fine = onto(canvas);
  fine.setTransform(across, 0, 0, down, -part.x * across, -part.y * down);
  const { a, b, c, d, e, f } = toOutput;
  fine.transform(a, b, c, d, e, f);
  fine.drawImage(photo, 0, 0, frame.width, frame.height);
  fine.resetTransform();
  fine.globalCompositeOperation = 'destination-in';
  drawPart(fine, matte, part);

  const whole = onto(canvas);
  drawPart(whole, matte, part);
  whole.globalCompositeOperation = 'source-atop';
  whole.drawImage(fine.canvas, 0, 0);

  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  drawPart(context, canvasOf(behind), part);
  context.drawImage(whole.canvas, 0, 0);
}
