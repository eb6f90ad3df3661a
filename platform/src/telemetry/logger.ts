import { pino, type Logger } from 'pino';
import type { Config } from '../config/config.ts';

export type { Logger };

const HELD_BACK_BYTES = 1024 * 1024;

/**
 * Synchronous, to keep a dying process's last words. Log ids and facts, never file names, addresses or other personal
 * data.
 */
export function createLogger(service: string, config: Pick<Config, 'logLevel'>, file?: string): Logger {
  const destination = pino.destination({ dest: file ?? 1, sync: true, maxLength: HELD_BACK_BYTES });
  // A full disk must not stop the product: without a listener the error reaches the logging code.
  destination.on('error', () => undefined);
  // Beyond its limit the destination stops retrying and would stay silent even with space again.
  destination.on('drop', () => destination.write(''));
  return pino(
    {
      level: config.logLevel,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Not `destination` itself: after a fatal line pino would wait for the disk, and the process could not end.
    { write: (line) => destination.write(line) },
  );
}
