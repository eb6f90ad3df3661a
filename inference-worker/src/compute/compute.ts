import { setFlagsFromString } from 'node:v8';
// Must come before the runtime, which the thread loads.
import '../models/no-telemetry.ts';
import { UnreadableImageError } from '../pixels/decode.ts';
import { LostSubjectError } from '../render/refuse-lost.ts';
import { UnreadableEditError } from '../render/scene-pictures.ts';
import { createThread } from '@clearcut/platform/threads/thread';
import type { tasks } from './tasks.ts';

type Tasks = typeof tasks;

type Compute = {
  readonly [Name in keyof Tasks]: (...args: Parameters<Tasks[Name]>) => Promise<Awaited<ReturnType<Tasks[Name]>>>;
};

export interface ComputeThread extends Compute {
  close(): Promise<void>;
}

/**
 * For a thread's numbers and small objects. Unlimited, it grows to 48 MB per thread after some hundred pictures and
 * delays the collection of unused buffers.
 */
const YOUNG_MB = 6;

/**
 * Size of a thread's heap and buffers below which V8 collects no old space. They hold some 40 MB, next to none of it
 * garbage; collecting it with two pictures of three was a twelfth of a picture's cost.
 */
const OLD_MB = 48;

export function createComputeThread(): ComputeThread {
  // No resource limit of a thread sets this. V8 reads it when a thread starts; running threads keep theirs, later ones
  // get it too.
  setFlagsFromString(`--initial-old-space-size=${OLD_MB}`);
  const entry = new URL('./thread.ts', import.meta.url);
  const thread = createThread<Tasks>(entry, [UnreadableImageError, UnreadableEditError, LostSubjectError], {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  return {
    cutOut: (...args) => thread.run('cutOut', ...args),
    refine: (...args) => thread.run('refine', ...args),
    refineEdge: (...args) => thread.run('refineEdge', ...args),
    renderPreview: (...args) => thread.run('renderPreview', ...args),
    renderHd: (...args) => thread.run('renderHd', ...args),
    makeExport: (...args) => thread.run('makeExport', ...args),
    close: () => thread.close(),
  };
}
