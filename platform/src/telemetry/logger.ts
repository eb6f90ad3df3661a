import { pino, type Logger } from 'pino';
import type { Config } from '../config/config.ts';

export type { Logger };

/** Of what a full disk does not take: enough to tell what happened, and no burden however long it stays full. */
const HELD_BACK_BYTES = 1024 * 1024;

/**
 * One JSON object a line, on stdout (which the launcher turns into `<DATA_DIR>/logs/<service>.log`) or in `file`. Writing is synchronous,
 * so the last words of a process that dies are there. Log ids and facts, never file names, addresses or anything else personal.
 */
export function createLogger(service: string, config: Pick<Config, 'logLevel'>, file?: string): Logger {
  const destination = pino.destination({ dest: file ?? 1, sync: true, maxLength: HELD_BACK_BYTES });
  // A full disk is no reason to stop serving: an error without a listener is thrown at the code that logs. The lines go out before the next one.
  destination.on('error', () => undefined);
  // Beyond the limit it no longer tries by itself, and would stay silent when there is room again.
  destination.on('drop', () => destination.write(''));
  return pino(
    {
      level: config.logLevel,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Not `destination` itself: after a fatal line pino would wait for the disk to take everything, and the process could not end.
    { write: (line) => destination.write(line) },
  );
}
