import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@clearcut/platform/database/database';
import { findTeamVersion } from '@clearcut/projections/team/queries';

/** Longer, and a halted projection would hold up everybody who changes a team. */
const SETTLE_MS = 1_000;
const LOOK_EACH_MS = 20;

/** Waits, but not for long, until the read model shows what was appended to a team, so that the next read does. */
export async function settleTeam(database: Database, teamId: string, version: number): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while ((await findTeamVersion(database, teamId)) < version && Date.now() < deadline) await delay(LOOK_EACH_MS);
}
