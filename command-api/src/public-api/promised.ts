import type { Access, Contract } from '../http/contract.ts';

/** A route that programs may build on: it has a name of its own in generated clients, and within v1 nothing of it is taken away. */
export type PromisedContract = Contract & Required<Pick<Contract, 'operationId' | 'tag' | 'scope'>>;

const access = (...sections: ('editor' | 'myImages')[]) => ({ who: 'user', sections }) as const satisfies Access;

/** Pictures come about in the editor, and are looked at there and among My images. */
export const making = { credentials: ['api-key'], access: access('editor') } as const;
export const looking = { credentials: ['api-key'], access: access('editor', 'myImages') } as const;
