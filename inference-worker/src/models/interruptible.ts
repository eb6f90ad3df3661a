import type { Model } from './model.ts';

/** Stops between two looks; one takes seconds. */
export const interruptible = (model: Model, signal: AbortSignal): Model => ({
  ...model,
  async infer(image) {
    signal.throwIfAborted();
    return model.infer(image);
  },
});
