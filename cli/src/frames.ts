import { once } from 'node:events';
import { openSession } from './local.ts';
import { type FrameSize, type Options, UsageError } from './options.ts';
import { RefusedError } from './retry.ts';

/** Concurrently, written in order. @throws UsageError, RefusedError */
export async function cutOutFrames(options: Options, size: FrameSize): Promise<void> {
  const { mask: wantsMask, point, box, concurrency } = options;
  const session = await openSession(options).catch(refuse);
  const { NoSubjectError } = await import('@clearcut/node/source');
  const pixels = size.width * size.height;

  async function cutOut(data: Uint8Array): Promise<Uint8Array> {
    try {
      const wanted = { point, box, format: 'raw', output: wantsMask ? 'mask' : 'cut-out' } as const;
      const made = await session.removeBackground({ data, ...size, channels: 3 }, wanted);
      return made.cutOut ?? made.mask ?? new Uint8Array();
    } catch (error) {
      if (!(error instanceof NoSubjectError)) return refuse(error);
      // A transparent frame, so that the video continues.
      return new Uint8Array(pixels * (wantsMask ? 1 : 4));
    }
  }

  const underWay: Promise<Uint8Array>[] = [];
  async function writeFirst(): Promise<void> {
    const frame = await underWay.shift();
    if (frame !== undefined && !process.stdout.write(frame)) await once(process.stdout, 'drain');
  }
  try {
    for await (const frame of framesOf(process.stdin, pixels * 3)) {
      underWay.push(cutOut(frame));
      if (underWay.length > concurrency) await writeFirst();
    }
    while (underWay.length > 0) await writeFirst();
  } finally {
    await Promise.allSettled(underWay);
    await session.close();
  }
}

function refuse(error: unknown): never {
  throw new RefusedError(error instanceof Error ? error.message : String(error), false);
}

/** @throws UsageError for a partial frame at the end */
async function* framesOf(stream: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let frame = new Uint8Array(bytes);
  let filled = 0;
  for await (let part of stream) {
    while (part.length > 0) {
      const taken = part.subarray(0, bytes - filled);
      frame.set(taken, filled);
      filled += taken.length;
      part = part.subarray(taken.length);
      if (filled < bytes) continue;
      yield frame;
      frame = new Uint8Array(bytes);
      filled = 0;
    }
  }
  if (filled > 0) throw new UsageError(`Standard input ended within a frame, after ${filled} of its ${bytes} bytes.`);
}
