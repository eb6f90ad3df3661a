import type { Contract } from '@clearcut/schemas/contracts/contract';

type Named = Pick<Contract, 'method' | 'path' | 'operationId' | 'tag'>;

/** `GET /api/transaction/:id/events/` becomes `getTransactionEvents`. */
export function operationIdOf({ method, path, operationId }: Named): string {
  if (operationId !== undefined) return operationId;
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll(/\/:(\w+)/g, '/by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

export function tagOf({ path, tag }: Named): string {
  if (tag !== undefined) return tag;
  const [first = 'api', second] = path.split('/').filter((word) => word !== '');
  return first === 'api' && second !== undefined ? second.replace(/\.json$/, '') : first;
}
