import type { Tracing } from '@clearcut/platform/telemetry/tracing/port';
import type { ComputeThread } from '../compute/compute.ts';
import { eachLook } from '../models/looks.ts';
import type { Model } from '../models/model.ts';

export const tracedModel = (model: Model, tracing: Tracing): Model =>
  eachLook(model, (look) => tracing.within({ name: 'look' }, look));

export function tracedCompute(compute: ComputeThread, tracing: Tracing): ComputeThread {
  return {
    cutOut: (...args) => tracing.within({ name: 'cut out' }, () => compute.cutOut(...args)),
    decodeAhead: (...args) => tracing.within({ name: 'decode ahead' }, () => compute.decodeAhead(...args)),
    refine: (...args) => tracing.within({ name: 'refine' }, () => compute.refine(...args)),
    refineEdge: (...args) => tracing.within({ name: 'refine edge' }, () => compute.refineEdge(...args)),
    renderPreview: (...args) => tracing.within({ name: 'render preview' }, () => compute.renderPreview(...args)),
    renderHd: (...args) => tracing.within({ name: 'render HD' }, () => compute.renderHd(...args)),
    makeExport: (...args) => tracing.within({ name: 'make export' }, () => compute.makeExport(...args)),
    close: () => compute.close(),
  };
}
