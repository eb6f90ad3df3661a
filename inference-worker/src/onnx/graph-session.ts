import { InferenceSession } from 'onnxruntime-node';

/**
 * A session for a graph of our own. The runtime's telemetry has to be off before (`models/no-telemetry.ts`).
 *
 * Planes are as large as a small picture, and there are a hundred of them. Planned as one block (`enableMemPattern`) they are taken from
 * the system and given back once a run; one by one each of their pages would come anew (`FLAT_MEMORY` of the launcher), which takes longer than the
 * arithmetic. An arena would be faster still and keep 20 MB for each session. A second thread makes a run no shorter, for an eighth more work.
 */
function graphSession(model: Uint8Array): Promise<InferenceSession> {
  return InferenceSession.create(model, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: true,
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
