import { InferenceSession } from 'onnxruntime-node';

/** Sessions per kind of graph. Each keeps its arena; pictures of other sizes seldom return. */
const KEPT = 4;

/**
 * A session for a graph built here. Requires the runtime's telemetry to be off (`models/no-telemetry.ts`).
 *
 * The arena keeps a run's memory, 5 to 20 MB. Returned to the system after each run, its pages would be provided again
 * (`FLAT_MEMORY` of the launcher), which takes as long as the arithmetic: 21 ms instead of 11 for 512 x 384 pixels,
 * half of it system time. A second thread makes a run no shorter, for an eighth more work.
 */
function graphSession(model: Uint8Array): Promise<InferenceSession> {
  return InferenceSession.create(model, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    enableCpuMemArena: true,
    enableMemPattern: false,
    logSeverityLevel: 3,
  });
}

/** One session per set of parameters; few, since lengths follow from a picture's longest side. */
export function sessionsBy<Parameters extends readonly number[]>(
  graph: (...parameters: Parameters) => Uint8Array,
): (...parameters: Parameters) => Promise<InferenceSession> {
  /** Least recently used first. */
  const sessions = new Map<string, Promise<InferenceSession>>();
  return (...parameters) => {
    const key = parameters.join(' ');
    const session = sessions.get(key) ?? graphSession(graph(...parameters));
    sessions.delete(key);
    sessions.set(key, session);
    const [oldest] = sessions;
    if (sessions.size > KEPT && oldest !== undefined) {
      sessions.delete(oldest[0]);
      // A failed session has nothing to release, and its requester has the error.
      void oldest[1].then((unused) => unused.release()).catch(() => undefined);
    }
    return session;
  };
}
