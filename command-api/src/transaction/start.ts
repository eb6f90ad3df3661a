import { startResultsPolicy } from './cut-out/record-results.ts';
import { startRetentionPolicy } from './retention/expire.ts';
import { startRemovalPolicy } from './retention/remove.ts';
import { startSavesPolicy } from './saves/resume-policy.ts';

type Deps = Parameters<typeof startResultsPolicy>[0] &
  Parameters<typeof startSavesPolicy>[0] &
  Parameters<typeof startRemovalPolicy>[0] &
  Parameters<typeof startRetentionPolicy>[0];

export const startPictures = (deps: Deps) => [
  startResultsPolicy(deps),
  startSavesPolicy(deps),
  startRemovalPolicy(deps),
  startRetentionPolicy(deps),
];
