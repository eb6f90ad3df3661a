import { withLastResort } from '@clearcut/platform/last-resort';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import type { Request, RequestHandler, Response } from 'express';
import type { ErrorReports } from './error-reports.ts';
import { sendError } from './send-error.ts';

/** Turns an uncaught error into the failure of its request alone. */
export function lastResort(errorReports: ErrorReports, metrics: Metrics): RequestHandler {
  const count = metrics.counter(
    'http_stray_errors_total',
    'Errors of a stream, promise or emitter of a request that no code caught; each is a bug, and the request was failed',
  );
  const answer = async (error: unknown, raw: Request, response: Response): Promise<void> => {
    try {
      await sendError(error, { raw, response, contract: undefined, requester: undefined, errorReports });
    } catch {
      response.destroy();
    }
  };
  return (request, response, next) => {
    const fail = (error: unknown): void => {
      count();
      request.log.error({ err: error }, 'stray error of a request');
      // An unread body would keep the client from reading the answer.
      request.resume();
      void answer(error, request, response);
    };
    // Client disconnects: readers and writers handle them.
    for (const stream of [request, response])
      stream.on('error', (error) => request.log.debug({ err: error }, 'cut off'));
    withLastResort(fail, next);
  };
}
