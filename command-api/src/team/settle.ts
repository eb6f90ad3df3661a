import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@clearcut/platform/database/database';
import { findTeamVersion } from '@clearcut/projections/team/queries';
import { waitUntil } from '../kernel/wait-until.ts';

/** Short, so that a halted projection does not block team changes. */
const SETTLE_MS = 1_000;
const RECHECK_MS = 20;

export async function settleTeam(database: Database, teamId: string, version: number): Promise<void> {
  await waitUntil(async () => ((await findTeamVersion(database, teamId)) < version ? undefined : true), {
    deadline: performance.now() + SETTLE_MS,
    pause: delay,
    recheckMs: RECHECK_MS,
  });
}
