import { startApiKeysPolicy, startApiKeysUpkeep } from './policy.ts';

export const startApiKeys = (deps: Parameters<typeof startApiKeysPolicy>[0]) => [
  startApiKeysPolicy(deps),
  startApiKeysUpkeep(deps),
];
