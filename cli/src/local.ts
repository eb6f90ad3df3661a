import type { Options as LibraryOptions, Session } from '@clearcut/node/source';
import { withDensityOf } from './density.ts';
import type { Options } from './options.ts';
import { RefusedError } from './patiently.ts';
import type { CutOut, Source } from './source.ts';

export type LocalOptions = Pick<
  Options,
  'format' | 'background' | 'crop' | 'mask' | 'model' | 'dataDir' | 'point' | 'box' | 'concurrency'
>;

let session: Promise<Session> | undefined;

/** One per process. Loads the library on first use. */
export function openSession({ model, dataDir, concurrency }: LocalOptions): Promise<Session> {
  session ??= import('@clearcut/node/source').then(({ createSession }) =>
    createSession({ model, dataDir, concurrency }),
  );
  return session;
}

/** @throws RefusedError */
export function createLocal(options: LocalOptions): (source: Source) => Promise<CutOut> {
  const { mask: wantsMask, point, box } = options;
  return async (source) => {
    if ('url' in source) throw new RefusedError('An address needs a server.', false);
    const wanted: LibraryOptions = { point, box, output: wantsMask ? 'mask' : 'cut-out' };
    try {
      const session = await openSession(options);
      const { cutOut, mask, isGuess } = await session.removeBackground(source.bytes, wanted);
      const bytes = cutOut ?? mask;
      if (bytes === undefined) throw new RefusedError('It could not be cut out.', false);
      return { bytes: await finished(bytes, options), credits: 0, isGuess };
    } catch (error) {
      throw new RefusedError(error instanceof Error ? error.message : String(error), false);
    }
  };
}

/** The format's limit. */
const WEBP_MAX_SIDE = 16_383;

/** From the library's PNG. */
async function finished(png: Uint8Array, options: LocalOptions): Promise<Uint8Array> {
  const { format, background, crop, mask } = options;
  if (format === 'png' && background === undefined && !crop) return png;
  const { default: sharp } = await import('sharp');
  const whole = { limitInputPixels: false } as const;
  let image = sharp(png, whole);
  if (crop) {
    const box = await subjectIn(png);
    image = sharp(await image.extract(box).png({ compressionLevel: 1 }).toBuffer(), whole);
  }
  if (background !== undefined) {
    const { width, height } = await image.metadata();
    const input = await image.png({ compressionLevel: 1 }).toBuffer();
    image = sharp({ create: { width, height, channels: 4, background }, ...whole }).composite([{ input, ...whole }]);
  }
  switch (format) {
    case 'png':
      return withDensityOf(png, await image.png({ compressionLevel: 2 }).toBuffer(), format);
    case 'webp':
      return image
        .resize(WEBP_MAX_SIDE, WEBP_MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 90, alphaQuality: 100, effort: 2 })
        .toBuffer();
    case 'jpg': {
      const opaque = mask ? image : image.flatten({ background: '#fff' });
      const made = await opaque.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
      return withDensityOf(png, made, format);
    }
  }
}

/** The smallest box around visible pixels. */
async function subjectIn(png: Uint8Array): Promise<{ left: number; top: number; width: number; height: number }> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(png, { limitInputPixels: false })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    const [x, y] = [i % info.width, Math.floor(i / info.width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return { left, top, width: right - left, height: bottom - top };
}
