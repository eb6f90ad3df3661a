import './older-node.ts';
// Before the runtime, which the threads load.
import '@clearcut/inference-worker/models/no-telemetry';
import { createSession } from './session.ts';
import { ownInput } from './input.ts';
import type { Input, Options, Result, Session, SessionOptions } from './types.ts';
import { untilAborted } from './until-aborted.ts';

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
  const own = ownInput(input);
  const key = JSON.stringify([model, dataDir]);
  return (await untilAborted(sessions.get(key) ?? open(key, { model, dataDir }), options.signal)).removeBackground(
    own,
    options,
  );
}

function open(key: string, options: SessionOptions): Promise<Session> {
  const session = createSession(options);
  sessions.set(key, session);
  // The next call may find it installed.
  session.catch(() => sessions.delete(key));
  return session;
}
