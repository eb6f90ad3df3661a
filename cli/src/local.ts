import type { Options as LibraryOptions, Session } from '@clearcut/node/source';
import type { Options } from './options.ts';
import { RefusedError } from './retry.ts';
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
export function createLocal(options: LocalOptions): (source: Source, signal?: AbortSignal) => Promise<CutOut> {
  const { mask: wantsMask, point, box, format, background, crop } = options;
  return async (source, signal) => {
    if ('url' in source) throw new RefusedError('An address needs a server.', false);
    const output = wantsMask ? 'mask' : 'cut-out';
    const wanted: LibraryOptions = { point, box, output, format, background, crop, signal };
    try {
      const session = await openSession(options);
      const { cutOut, mask, isGuess } = await session.removeBackground(source.bytes, wanted);
      const bytes = cutOut ?? mask;
      if (bytes === undefined) throw new RefusedError('It could not be cut out.', false);
      return { bytes, credits: 0, isGuess };
    } catch (error) {
      throw new RefusedError(error instanceof Error ? error.message : String(error), false);
    }
  };
}
