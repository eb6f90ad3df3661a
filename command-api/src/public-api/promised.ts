import type { Access, Contract } from '@clearcut/schemas/contracts/contract';

/** Public contract: named in generated clients, and nothing is removed within v1. */
export type PromisedContract = Contract & Required<Pick<Contract, 'operationId' | 'tag' | 'scope'>>;

const access = (...sections: ('editor' | 'myImages')[]) => ({ who: 'user', sections }) as const satisfies Access;

/** Pictures belong to both sections, the editor and My images. */
export const writeAccess = { credentials: ['api-key'], access: access('editor') } as const;
export const readAccess = { credentials: ['api-key'], access: access('editor', 'myImages') } as const;
