import { pino, type Logger } from 'pino';
import type { Config } from '../config/config.ts';

export type { Logger };

/**
 * One JSON object a line, on stdout (which the launcher turns into `<DATA_DIR>/logs/<service>.log`) or in `file`. Writing is synchronous,
 * so the last words of a process that dies are there. Log ids and facts, never file names, addresses or anything else personal.
 */
export function createLogger(service: string, config: Pick<Config, 'logLevel'>, file?: string): Logger {
  return pino(
    {
      level: config.logLevel,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: file ?? 1, sync: true }),
  );
}
