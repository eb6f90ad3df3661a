import { open } from 'node:fs/promises';
import { swapsSides } from '@clearcut/platform/picture-header/exif';
import { readHeader } from '@clearcut/platform/picture-header/read-header';
import { DamagedPictureError } from '@clearcut/platform/picture-header/source';
import { mayBeTransparent } from '@clearcut/platform/picture-header/transparency';
import { MAX_PIXELS, MAX_SIDE, type ImageMediaType } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { FileWindow } from './file-window.ts';
import { adviceFor } from './foreign-format.ts';

export interface ProbedImage {
  readonly mediaType: ImageMediaType;
  /** Pixels, after EXIF orientation. */
  readonly width: number;
  readonly height: number;
}

/** Enough for the prologue of an SVG. */
const HEAD_BYTES = 512;

/**
 * Constant memory, without decoding pixels, which only the worker does. An accepted file may still be undecodable; a
 * refused one is unusable.
 * @throws CatalogueError file_empty, file_type_unsupported, file_corrupt or image_too_many_pixels
 */
export const probeImage = (path: string): Promise<ProbedImage> => reading(path, probeFile);

/** @throws CatalogueError as `probeImage` */
export const mayShowThrough = (path: string): Promise<boolean> =>
  reading(path, async (file) => mayBeTransparent(file, (await probeFile(file)).mediaType));

async function reading<T>(path: string, read: (file: FileWindow) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new CatalogueError('file_empty');
    return await read(new FileWindow(handle, size));
  } finally {
    await handle.close();
  }
}

async function probeFile(file: FileWindow): Promise<ProbedImage> {
  try {
    const header = await readHeader(file, checkSize);
    if (header === undefined) throw unsupported(adviceFor(await headOf(file)));
    const { mediaType, width, height, orientation } = header;
    return swapsSides(orientation) ? { mediaType, width: height, height: width } : { mediaType, width, height };
  } catch (error) {
    if (!(error instanceof DamagedPictureError)) throw error;
    const message = adviceFor(await headOf(file));
    throw message === undefined ? new CatalogueError('file_corrupt', { cause: error }) : unsupported(message);
  }
}

const headOf = (file: FileWindow): Promise<Buffer> => file.bytes(0, Math.min(HEAD_BYTES, file.size));

const unsupported = (message: string | undefined): CatalogueError =>
  new CatalogueError('file_type_unsupported', message === undefined ? {} : { message });

function checkSize({ width, height }: { readonly width: number; readonly height: number }): void {
  if (width === 0 || height === 0) throw new DamagedPictureError('The picture has no pixels');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new CatalogueError('image_too_many_pixels');
  }
}
