import type { Model } from './model.ts';

/** Each look takes a large model seconds, and a stop has no more than a few: it comes between two of them. */
export const interruptible = (model: Model, signal: AbortSignal): Model => ({
  ...model,
  async infer(image) {
    signal.throwIfAborted();
    return model.infer(image);
  },
});
