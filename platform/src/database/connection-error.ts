/** About connection or server, not the statement. Class 08 matches as a whole. */
const CONNECTION_STATES = new Set([
  '25P03', // idle in a transaction
  '53300', // too many connections
  '57P01', // stopped by the administrator
  '57P02', // another backend crashed
  '57P03', // starting, stopping or recovering
]);

const SOCKET_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

const DRIVER_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
];

/** Outcome unknown: the caller must be able to repeat the statement. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    CONNECTION_STATES.has(code) ||
    SOCKET_CODES.has(code) ||
    /^08[0-9A-Z]{3}$/.test(code) ||
    DRIVER_MESSAGES.some((message) => error.message.startsWith(message)) ||
    isConnectionError(error.cause)
  );
}
