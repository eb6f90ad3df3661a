import { availableParallelism } from 'node:os';
import { InferenceSession } from 'onnxruntime-node';

/** A session for a graph of our own, on as many cores as a model gets. The runtime's telemetry has to be off before (`models/no-telemetry.ts`). */
export function graphSession(model: Uint8Array): Promise<InferenceSession> {
  return InferenceSession.create(model, {
    executionProviders: ['cpu'],
    intraOpNumThreads: Math.min(4, availableParallelism()),
    // Sizes differ from picture to picture: an arena would keep the memory of the largest.
    enableCpuMemArena: false,
    enableMemPattern: false,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    logSeverityLevel: 3,
  });
}

/** One session for each set of parameters that pictures ask for: a few, since lengths follow from a picture's longest side. */
export function sessionsBy<Parameters extends readonly number[]>(
  graph: (...parameters: Parameters) => Uint8Array,
): (...parameters: Parameters) => Promise<InferenceSession> {
  const sessions = new Map<string, Promise<InferenceSession>>();
  return (...parameters) => {
    const key = parameters.join(' ');
    let session = sessions.get(key);
    if (session === undefined) sessions.set(key, (session = graphSession(graph(...parameters))));
    return session;
  };
}
