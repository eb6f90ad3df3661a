import { CatalogueError } from '@clearcut/schemas/errors';
import type { Route } from '../http/contract.ts';

export const withV1Errors = (one: Route): Route => ({
  ...one,
  handle: (received) =>
    one.handle(received).catch((error: unknown) => {
      throw toV1Error(error);
    }),
});

/** Inside, a picture is a transaction. */
export const toV1Error = (error: unknown): unknown =>
  error instanceof CatalogueError && error.code === 'transaction_not_found'
    ? new CatalogueError('picture_not_found', { cause: error })
    : error;
