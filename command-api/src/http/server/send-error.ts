import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import type { Received } from '../contract.ts';
import type { ErrorReports } from './error-reports.ts';
import type { ErrorForm } from '@clearcut/schemas/contracts/contract';
import { answerError, type Dialects, toCatalogueError } from '../errors.ts';
import { ExpressReply, ExpressRequest } from './express-message.ts';

interface Failed {
  readonly raw: Request;
  readonly response: Response;
  readonly contract: Contract | undefined;
  readonly form?: ErrorForm | undefined;
  readonly requester: Received['requester'];
  readonly errorReports: ErrorReports;
}

/** Breaks off a begun answer, so that the client sees it is incomplete. */
export async function sendError(
  thrown: unknown,
  { raw, response, contract, form, requester, errorReports }: Failed,
): Promise<void> {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const [request, reply] = [new ExpressRequest(raw, response), new ExpressReply(response)];
  // The unread body would be parsed as the next request.
  if (raw.readableDidRead && !raw.complete) reply.header('connection', 'close');
  await reply.send(answerError(thrown, request, reply, contract?.errorForm ?? form));
  const { code, status } = toCatalogueError(thrown);
  errorReports.keep({
    id: request.id,
    code,
    status,
    route: contract === undefined ? null : `${contract.method} ${contract.path}`,
    owner: ownerOf(requester),
    address: request.ip,
  });
}

function ownerOf(requester: Received['requester']): string | null {
  if (requester === undefined) return null;
  const { subject } = requester;
  return subject.kind === 'user' ? subject.userId : (subject.clientKey ?? null);
}

/** Express recognises an error handler by its four parameters. */
export const handleErrors =
  (errorReports: ErrorReports, dialects: Dialects): ErrorRequestHandler =>
  (error: unknown, raw, response, _next) => {
    const form = dialects.find(({ prefix }) => raw.path === prefix || raw.path.startsWith(`${prefix}/`))?.form;
    return sendError(error, { raw, response, contract: undefined, form, requester: undefined, errorReports });
  };
