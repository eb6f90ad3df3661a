import { startClosingPolicy } from './closing-policy.ts';
import { startIdentityUpkeep } from './upkeep.ts';

type Deps = Parameters<typeof startIdentityUpkeep>[0] & Parameters<typeof startClosingPolicy>[0];

export const startAccounts = (deps: Deps) => [startIdentityUpkeep(deps), startClosingPolicy(deps)];
