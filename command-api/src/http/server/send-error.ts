import type { ErrorRequestHandler, Request, Response } from 'express';
import { answerError, type ErrorForm } from '../errors.ts';
import { ExpressReply, ExpressRequest } from './express-message.ts';

interface Failed {
  readonly raw: Request;
  readonly response: Response;
  /** How the route says its errors; undefined: as everywhere. */
  readonly form: ErrorForm | undefined;
}

/** Answers a request with what went wrong. An answer that has begun is broken off, so that the client sees that this is not all. */
export async function sendError(error: unknown, { raw, response, form }: Failed): Promise<void> {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const [request, reply] = [new ExpressRequest(raw, response), new ExpressReply(response)];
  // What is left of a body that was read in part would be taken for the next request.
  if (raw.readableDidRead && !raw.complete) reply.header('connection', 'close');
  await reply.send(answerError(error, request, reply, form));
}

/** Of what no route has caught. Express knows it by its four parameters. */
export const handleError: ErrorRequestHandler = (error: unknown, raw, response, _next) =>
  sendError(error, { raw, response, form: undefined });
