import { CatalogueError } from '@clearcut/schemas/errors';
import type { Route } from '../http/contract.ts';

export const inWordsOfV1 = (one: Route): Route => ({
  ...one,
  handle: (received) =>
    one.handle(received).catch((error: unknown) => {
      throw renamed(error);
    }),
});

/** Inside, a picture is a transaction. */
export const renamed = (error: unknown): unknown =>
  error instanceof CatalogueError && error.code === 'transaction_not_found'
    ? new CatalogueError('picture_not_found', { cause: error })
    : error;
