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

/** Unlimited, it grows to 48 MB a thread and delays the collection of unused buffers. */
const YOUNG_MB = 6;

/** Below it V8 collects no old space: 40 MB of live data, almost no garbage. */
const OLD_MB = 48;

export function createComputeThread(): ComputeThread {
  // V8 reads this when a thread starts; no resource limit sets it.
  setFlagsFromString(`--initial-old-space-size=${OLD_MB}`);
  const entry = new URL('./thread.ts', import.meta.url);
  const thread = createThread<Tasks>(entry, [UnreadableImageError, UnreadableEditError, LostSubjectError], {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  return {
    cutOut: (...args) => thread.run('cutOut', ...args),
    decodeAhead: (...args) => thread.run('decodeAhead', ...args),
    refine: (...args) => thread.run('refine', ...args),
    refineEdge: (...args) => thread.run('refineEdge', ...args),
    renderPreview: (...args) => thread.run('renderPreview', ...args),
    renderHd: (...args) => thread.run('renderHd', ...args),
    makeExport: (...args) => thread.run('makeExport', ...args),
    close: () => thread.close(),
  };
}
