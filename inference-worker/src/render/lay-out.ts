import { opaqueBox, subjectBox } from '@clearcut/scene/crop-to-subject';
import { cropped, type Pixels, type Rect } from '@clearcut/scene/raster';
import { MAX_SIDE } from '@clearcut/schemas/constants';
import type { ExportLayout, Margin } from '@clearcut/schemas/transaction/export-options';
import { decodePixels } from '../pixels/decode.ts';
import { openPixels } from '../pixels/sharp.ts';
import { hardenEdge } from './hard-edge.ts';

export interface LayOutOptions {
  readonly crop: 'none' | 'subject';
  readonly margin: number;
  readonly background: string | null;
  readonly layout: ExportLayout;
  readonly backgroundImage: Uint8Array | undefined;
}

/**
 * Order: harden the edge in place, scale and move the subject, crop to it, add background and watermark. Pixels are the result's.
 * @throws UnreadableImageError for a background
 */
export async function layOut(source: Pixels, options: LayOutOptions): Promise<Pixels> {
  const { layout, crop } = options;
  if (layout.edge === 'hard') hardenEdge(source);
  const small = await withinPixels(source, layout.maxPixels);
  const placed = await place(small, layout);
  const box = crop === 'subject' ? cropBox(placed, options) : null;
  const framed = box === null ? placed : cropped(placed, box);
  const backed = await withBackground(framed, options);
  if (layout.hasWatermark) stripe(backed);
  return backed;
}

async function withinPixels(pixels: Pixels, most: number | null): Promise<Pixels> {
  const { width, height } = pixels;
  const factor = most === null ? 1 : Math.min(1, Math.sqrt(most / (width * height)));
  return factor === 1 ? pixels : resized(pixels, Math.floor(width * factor), Math.floor(height * factor));
}

async function resized(pixels: Pixels, width: number, height: number): Promise<Pixels> {
  const size = { width: Math.max(1, width), height: Math.max(1, height) };
  const data = await openPixels(pixels).resize(size.width, size.height, { fit: 'fill' }).raw().toBuffer();
  return { data, ...size };
}

/** `scale` in per cent of the frame, `position` as in CSS. Default: the subject keeps its middle, within the frame. */
async function place(pixels: Pixels, { scale, position }: ExportLayout): Promise<Pixels> {
  const box = scale === null && position === null ? null : opaqueBox(pixels);
  if (box === null) return pixels;
  const { width, height } = pixels;
  const factor = scale === null ? 1 : Math.min((width * scale) / box.width, (height * scale) / box.height) / 100;
  const cut = cropped(pixels, box);
  const subject =
    factor === 1 ? cut : await resized(cut, Math.round(box.width * factor), Math.round(box.height * factor));
  const [free, middle] = [{ x: width - subject.width, y: height - subject.height }, middleOf(box, subject)];
  const left = position === null ? clamp(middle.x, free.x) : Math.round((free.x * position.x) / 100);
  const top = position === null ? clamp(middle.y, free.y) : Math.round((free.y * position.y) / 100);
  return cropped(subject, { x: -left, y: -top, width, height });
}

const middleOf = (box: Rect, { width, height }: Pixels) => ({
  x: Math.round(box.x + (box.width - width) / 2),
  y: Math.round(box.y + (box.height - height) / 2),
});

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** Without margins of its own, the box of a plain export: a matte must fit that file. */
function cropBox(pixels: Pixels, { margin, layout: { margins } }: LayOutOptions): Rect | null {
  if (Object.values(margins).every(({ value }) => value === 0)) return subjectBox(pixels, margin);
  const box = opaqueBox(pixels);
  return box && widened(box, margins);
}

function widened({ x, y, width, height }: Rect, { top, right, bottom, left }: ExportLayout['margins']): Rect {
  const around = {
    top: pixelsOf(top, height),
    right: pixelsOf(right, width),
    bottom: pixelsOf(bottom, height),
    left: pixelsOf(left, width),
  };
  return {
    x: x - around.left,
    y: y - around.top,
    width: Math.max(width, Math.min(MAX_SIDE, width + around.left + around.right)),
    height: Math.max(height, Math.min(MAX_SIDE, height + around.top + around.bottom)),
  };
}

const pixelsOf = ({ value, unit }: Margin, side: number): number =>
  Math.round(unit === 'px' ? value : (side * value) / 100);

async function withBackground(pixels: Pixels, options: LayOutOptions): Promise<Pixels> {
  const { background, backgroundImage, layout } = options;
  const { width, height } = pixels;
  if (backgroundImage !== undefined) {
    const behind = await decodePixels(backgroundImage, { width, height });
    const covering = await openPixels(behind).resize(width, height, { fit: 'cover' }).raw().toBuffer();
    return over(pixels, { data: covering, width, height });
  }
  if (background === null) return pixels;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16));
  const data = new Uint8Array(width * height * 4);
  new Uint32Array(data.buffer).fill(
    new Uint32Array(
      Uint8Array.of(red ?? 0, green ?? 0, blue ?? 0, Math.round(layout.backgroundOpacity * 255)).buffer,
    )[0] ?? 0,
  );
  return over(pixels, { data, width, height });
}

async function over(front: Pixels, back: Pixels): Promise<Pixels> {
  const { width, height } = front;
  const input = { input: Buffer.from(front.data.buffer, front.data.byteOffset, front.data.byteLength) };
  const data = await openPixels(back)
    .composite([{ ...input, raw: { width, height, channels: 4 } }])
    .raw()
    .toBuffer();
  return { data, width, height };
}

/** Half opaque diagonals, over transparency too. */
function stripe({ data, width, height }: Pixels): void {
  const period = Math.max(8, Math.round(Math.min(width, height) / 4));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((x + y) % period >= period / 2) continue;
      const at = (y * width + x) * 4;
      const alpha = data[at + 3]! / 255;
      const result = STRIPE_OPACITY + alpha * (1 - STRIPE_OPACITY);
      for (let channel = 0; channel < 3; channel++) {
        const below = data[at + channel]! * alpha * (1 - STRIPE_OPACITY);
        data[at + channel] = Math.round((STRIPE_GREY * STRIPE_OPACITY + below) / result);
      }
      data[at + 3] = Math.round(result * 255);
    }
  }
}

const STRIPE_GREY = 128;
const STRIPE_OPACITY = 0.35;
