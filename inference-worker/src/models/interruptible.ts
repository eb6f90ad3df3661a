import type { Model } from './model.ts';

/** A large model takes seconds per look, and a stop has only a few: it comes between two looks. */
export const interruptible = (model: Model, signal: AbortSignal): Model => ({
  ...model,
  async infer(image) {
    signal.throwIfAborted();
    return model.infer(image);
  },
});
