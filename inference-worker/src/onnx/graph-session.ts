import { InferenceSession } from 'onnxruntime-node';

/** Per kind of graph. */
const MAX_SESSIONS = 4;

/**
 * Requires telemetry to be off (`models/no-telemetry.ts`). The arena keeps 5 to 20 MB; fresh pages double a run's time:
 * 21 ms instead of 11 for 512 x 384 pixels. A second thread is no faster.
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

/** Few: lengths follow from a picture's longest side. */
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
    if (sessions.size > MAX_SESSIONS && oldest !== undefined) {
      sessions.delete(oldest[0]);
      void oldest[1].then((unused) => unused.release()).catch(() => undefined);
    }
    return session;
  };
}
