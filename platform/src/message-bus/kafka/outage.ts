/** The client considers some of them final, and this one is no error of its own. */
const NOT_CONNECTED = 'Broker not connected';

const OUTAGES = new Set([
  'KafkaJSBrokerNotFound',
  'KafkaJSConnectionClosedError',
  'KafkaJSConnectionError',
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSLockTimeout',
  'KafkaJSNoBrokerAvailableError',
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSRequestTimeoutError',
]);

/** The same call may succeed later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isRetriable = 'retriable' in error && error.retriable === true;
  return isRetriable || OUTAGES.has(error.name) || error.message === NOT_CONNECTED;
}
