import { startClosingPolicy } from './closing-policy.ts';
import { startAccountsUpkeep } from './upkeep.ts';

type Deps = Parameters<typeof startAccountsUpkeep>[0] & Parameters<typeof startClosingPolicy>[0];

export const startAccounts = (deps: Deps) => [startAccountsUpkeep(deps), startClosingPolicy(deps)];
