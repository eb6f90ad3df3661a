import { pino, type Logger } from 'pino';
import type { Config } from '../config/config.ts';

export type { Logger };

const HELD_BACK_BYTES = 1024 * 1024;

/** Synchronous, to keep last words. Log ids and facts, never personal data. */
export function createLogger(service: string, config: Pick<Config, 'logLevel'>, file?: string): Logger {
  const destination = pino.destination({ dest: file ?? 1, sync: true, maxLength: HELD_BACK_BYTES });
  // Unhandled, a full disk's error would reach the logging code.
  destination.on('error', () => undefined);
  // Beyond its limit the destination would stay silent even with space.
  destination.on('drop', () => destination.write(''));
  return pino(
    {
      level: config.logLevel,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // After a fatal line pino would wait for the disk.
    { write: (line) => destination.write(line) },
  );
}
