import './older-node.ts';
// Before the runtime, which the threads load.
import '@clearcut/inference-worker/models/no-telemetry';
import { createSession } from './session.ts';
import type { Input, Options, Result, Session, SessionOptions } from './types.ts';

export { ModelError, NoSubjectError, UnreadablePictureError } from './errors.ts';
export { createSession } from './session.ts';
export type { Box, Input, Options, Point, RawPicture, Result, Session, SessionOptions } from './types.ts';

/** By model. They keep no process alive. */
const sessions = new Map<string, Promise<Session>>();

/**
 * Full size; the first call loads the model.
 * @throws NoSubjectError, UnreadablePictureError, ModelError, TypeError for wrong options, the signal's reason
 */
export async function removeBackground(
  input: Input,
  options: Options & Pick<SessionOptions, 'model' | 'dataDir'> = {},
): Promise<Result> {
  options.signal?.throwIfAborted();
  const { model, dataDir } = options;
  const key = JSON.stringify([model, dataDir]);
  const session = sessions.get(key) ?? createSession({ model, dataDir });
  sessions.set(key, session);
  try {
    return await (await session).removeBackground(input, options);
  } catch (error) {
    // The next call may find it installed.
    if (
      await session.then(
        () => false,
        () => true,
      )
    )
      sessions.delete(key);
    throw error;
  }
}
