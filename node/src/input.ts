import { readFile } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Input, Options, RawPicture } from './types.ts';
import type { Finish, Work } from './work.ts';

/** No caller can reach them. */
const copies = new WeakSet<object>();

/** Callers may reuse their memory. */
export function ownInput(input: Input): Input {
  if (typeof input !== 'object' || copies.has(input)) return input;
  const own = copyOf(input);
  copies.add(own);
  return own;
}

function copyOf(input: Exclude<Input, string>): Exclude<Input, string> {
  if (input instanceof Uint8Array) return new Uint8Array(input);
  if (input instanceof ArrayBuffer) return input.slice(0);
  if (!('data' in input) || !(input.data instanceof Uint8Array)) return input;
  return { ...input, data: new Uint8Array(input.data) };
}

/** @throws TypeError, Error of the system, error of the stream */
export async function pictureOf(input: Input, signal: AbortSignal): Promise<Uint8Array | RawPicture> {
  if (typeof input === 'string' || input instanceof URL) return readFile(input, { signal });
  if (input instanceof Uint8Array) return input;
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  if (input instanceof Blob) return new Uint8Array(await input.arrayBuffer());
  if (Symbol.asyncIterator in input) return collected(input, signal);
  return checkedRaw(input);
}

async function collected(stream: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  if (stream instanceof Readable) addAbortSignal(signal, stream);
  for await (const part of stream) {
    signal.throwIfAborted();
    if (!(part instanceof Uint8Array)) throw new TypeError('A stream consists of Uint8Arrays');
    // Sources may reuse the array.
    parts.push(new Uint8Array(part));
  }
  return Buffer.concat(parts);
}

function checkedRaw(picture: RawPicture): RawPicture {
  const { data, width, height, channels } = picture;
  const isRight =
    [width, height].every((side) => Number.isInteger(side) && side > 0) &&
    (channels === 3 || channels === 4) &&
    data instanceof Uint8Array &&
    data.length === width * height * channels;
  if (!isRight) throw new TypeError('A raw picture has width x height x channels bytes, with 3 or 4 channels');
  return { data, width, height, channels };
}

/** @throws TypeError */
export function subjectOf({ box, point }: Options): SubjectChoice {
  if (box !== undefined && point !== undefined) throw new TypeError('Give a box or a point, not both');
  if (box !== undefined) {
    const { x, y, width, height } = box;
    if (![x, y].every(isPixel) || ![width, height].every((side) => isPixel(side) && side > 0)) {
      throw new TypeError('A box has whole numbers of pixels, from 0');
    }
    return { kind: 'box', x, y, width, height };
  }
  if (point === undefined) return { kind: 'auto' };
  if (![point.x, point.y].every(isPixel)) throw new TypeError('A point has whole numbers of pixels, from 0');
  return { kind: 'point', x: point.x, y: point.y };
}

/** @throws TypeError */
export function finishOf({
  output = 'cut-out',
  format = 'png',
  background,
  crop = false,
}: Options): Pick<Work, 'output' | 'finish'> {
  if (!['cut-out', 'mask', 'both'].includes(output)) throw new TypeError('output is cut-out, mask or both');
  if (!['png', 'jpg', 'webp', 'raw'].includes(format)) throw new TypeError('format is png, jpg, webp or raw');
  if (format === 'jpg' && output !== 'mask' && background === undefined) {
    throw new TypeError('A JPG cannot be transparent: give a background');
  }
  return { output, finish: { format, crop, ...backgroundOf(background) } };
}

function backgroundOf(colour: string | undefined): Pick<Finish, 'background' | 'backgroundOpacity'> {
  if (colour === undefined) return { background: null, backgroundOpacity: 1 };
  const [, background, alpha = 'ff'] = /^(#[0-9a-f]{6})([0-9a-f]{2})?$/i.exec(colour) ?? [];
  if (background === undefined) throw new TypeError('background is a colour such as #ffffff or #ffffff80');
  return { background, backgroundOpacity: Number.parseInt(alpha, 16) / 255 };
}

const isPixel = (value: number): boolean => Number.isInteger(value) && value >= 0;
