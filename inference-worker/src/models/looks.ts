import type { Model } from './model.ts';

/** Runs each look, of either network, within `around`. */
export const eachLook = (
  model: Model,
  around: (look: () => Promise<Float32Array>) => Promise<Float32Array>,
): Model => ({
  ...model,
  infer: (image) => around(() => model.infer(image)),
  detail: model.detail && {
    ...model.detail,
    infer: (image, matte) => around(() => model.detail!.infer(image, matte)),
  },
});

/** Stops between two looks; one takes seconds. */
export const interruptible = (model: Model, signal: AbortSignal): Model =>
  eachLook(model, async (look) => {
    signal.throwIfAborted();
    return look();
  });
