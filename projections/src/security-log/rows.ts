import type { Actor } from '@clearcut/schemas/event-metadata';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { securityFactOf } from '@clearcut/schemas/security/facts';
import type { SecurityKind } from '@clearcut/schemas/security/kinds';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';

/** Times come from events, so a rebuild gives the same rows. */
export interface EntryRow {
  /** Event id. */
  readonly id: string;
  readonly team_id: string;
  readonly occurred_at: Date;
  readonly kind: SecurityKind;
  readonly user_id: string | null;
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string;
  readonly detail: string | null;
  readonly picture_id: string | null;
}

export interface TeamOfRow {
  readonly id: string;
  readonly team_id: string;
}

/** Undefined without security meaning, and for accounts without a team. */
export function entryOf(
  { id, event, metadata }: RecordedEvent<ClearcutEvent>,
  teamOf: (id: string) => string | undefined,
): EntryRow | undefined {
  const fact = securityFactOf(event);
  if (fact === undefined) return undefined;
  const team_id = fact.teamId ?? (fact.about === null ? undefined : teamOf(fact.about));
  if (team_id === undefined) return undefined;
  return {
    id,
    team_id,
    occurred_at: new Date(metadata.occurredAt),
    kind: fact.kind,
    user_id: fact.userId,
    actor_kind: metadata.actor.kind,
    actor_id: metadata.actor.id,
    detail: fact.detail,
    picture_id: fact.pictureId ?? null,
  };
}
