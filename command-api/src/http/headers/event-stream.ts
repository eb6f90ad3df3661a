/** Headers of server-sent events: no cache stores them, and no proxy (nginx) buffers them. */
export const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const;
