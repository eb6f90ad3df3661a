import { InferenceSession } from 'onnxruntime-node';

/** Sessions that one kind of graph has at most. Each keeps its arena; those of pictures of another size are seldom asked for again. */
const KEPT = 4;

/**
 * A session for a graph of our own. The runtime's telemetry has to be off before (`models/no-telemetry.ts`).
 *
 * The arena keeps what a run needs, 5 to 20 MB. Taken from the system and given back once a run, each of its pages would come anew
 * (`FLAT_MEMORY` of the launcher), which takes as long as the arithmetic: 21 ms instead of 11 for 512 x 384 pixels, half of them the system's.
 * A second thread makes a run no shorter, for an eighth more work.
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

/** One session for each set of parameters that pictures ask for: a few, since lengths follow from a picture's longest side. */
export function sessionsBy<Parameters extends readonly number[]>(
  graph: (...parameters: Parameters) => Uint8Array,
): (...parameters: Parameters) => Promise<InferenceSession> {
  /** The one that was asked for last is the last. */
  const sessions = new Map<string, Promise<InferenceSession>>();
  return (...parameters) => {
    const key = parameters.join(' ');
    const session = sessions.get(key) ?? graphSession(graph(...parameters));
    sessions.delete(key);
    sessions.set(key, session);
    const [oldest] = sessions;
    if (sessions.size > KEPT && oldest !== undefined) {
      sessions.delete(oldest[0]);
      // One that could not be made has nothing to give back, and who asked for it knows.
      void oldest[1].then((unused) => unused.release()).catch(() => undefined);
    }
    return session;
  };
}
