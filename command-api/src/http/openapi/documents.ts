import type { Contract } from '@clearcut/schemas/contracts/contract';
import type { Json } from './components.ts';
import { openApiOf } from './document.ts';

export interface Documents {
  all(): Json;
  v1(): Json;
}

const FREE = ' This installation charges no credits: `credits`, `creditsCharged` and `creditsLeft` stay 0.';

export function documentsOf(
  contracts: readonly Contract[],
  { origin, hasCredits }: { readonly origin: () => string; readonly hasCredits: boolean },
): Documents {
  const free = hasCredits ? '' : FREE;
  const promised = contracts.filter(({ path, operationId }) => path.startsWith('/v1/') && operationId !== undefined);
  return {
    all: once(() =>
      openApiOf(contracts, {
        title: 'Clearcut, every route',
        description: `Removes image backgrounds. Only the routes under /v1 are promised: see /v1/openapi.json.${free}`,
        server: origin(),
      }),
    ),
    v1: once(() =>
      openApiOf(promised, {
        title: 'Clearcut',
        description: `Removes image backgrounds. Within v1 nothing is taken away; answers may get more fields.${free}`,
        server: origin(),
      }),
    ),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
