/** Of an answer of server-sent events: no cache keeps it, and no proxy (nginx) holds messages back until it has many. */
export const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const;
