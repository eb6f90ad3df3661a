import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@clearcut/platform/database/database';
import { findTeamVersion } from '@clearcut/projections/team/queries';
import { waitUntil } from '../kernel/wait-until.ts';

/** Longer, and a halted projection would hold up every change of a team. */
const SETTLE_MS = 1_000;
const RECHECK_MS = 20;

/** Waits, but not for long, until the read model shows what was appended to a team, so that the next read does. */
export async function settleTeam(database: Database, teamId: string, version: number): Promise<void> {
  await waitUntil(async () => ((await findTeamVersion(database, teamId)) < version ? undefined : true), {
    deadline: Date.now() + SETTLE_MS,
    pause: delay,
    recheckMs: RECHECK_MS,
  });
}
