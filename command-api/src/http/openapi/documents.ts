import type { Contract } from '@clearcut/schemas/contracts/contract';
import type { Json } from './components.ts';
import { openApiOf } from './document.ts';

export interface Documents {
  all(): Json;
  v1(): Json;
  /** Describes the interfaces of remove.bg, Photoroom and rembg. */
  dialects(): Json;
}

const FREE = ' This installation charges no credits: `credits`, `creditsCharged` and `creditsLeft` stay 0.';

export function documentsOf(
  contracts: readonly Contract[],
  { origin, hasCredits }: { readonly origin: () => string; readonly hasCredits: boolean },
): Documents {
  const free = hasCredits ? '' : FREE;
  const dialects = contracts.filter(({ errorForm }) => errorForm !== undefined);
  const promised = contracts.filter(
    ({ path, operationId, errorForm }) =>
      path.startsWith('/v1/') && operationId !== undefined && errorForm === undefined,
  );
  return {
    all: once(() =>
      openApiOf(contracts, {
        title: 'Clearcut, every route',
        description: `Removes image backgrounds. Only the routes under /v1 and those that speak as other services do are promised: see /v1/openapi.json and /v1.0/openapi.json.${free}`,
        server: origin(),
      }),
    ),
    v1: once(() =>
      openApiOf(promised, {
        title: 'Clearcut',
        description: `Removes image backgrounds. Nothing is removed within v1; answers may gain fields.${free}`,
        server: origin(),
      }),
    ),
    dialects: once(() =>
      openApiOf(dialects, {
        title: 'Clearcut, as remove.bg, Photoroom and rembg',
        description: `Removes image backgrounds by the interfaces of remove.bg (/v1.0), Photoroom (/v1/segment) and rembg's server (/api/remove). Nothing is removed; unknown parameters are ignored.${free}`,
        server: origin(),
      }),
    ),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
