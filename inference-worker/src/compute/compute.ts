import { setFlagsFromString } from 'node:v8';
// Before the runtime, which the thread loads.
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
 * Of the numbers and small objects that a thread makes on its way. Left to itself it grows to 48 MB in each of them after some hundred pictures,
 * and the collector comes as much later for buffers that are done with.
 */
const YOUNG_MB = 6;

/**
 * What a thread's heap and the buffers that it has may come to before all of it is collected: both together are some 40 MB, of which next to
 * nothing is garbage, and V8 would go through them with two pictures of three. That was a twelfth of what a picture cost.
 */
const OLD_MB = 48;

/** One thread for the pixel arithmetic. */
export function createComputeThread(): ComputeThread {
  // No limit of a thread's says this. V8 reads it when a thread begins: those that are there stay as they are, later ones have it too.
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
