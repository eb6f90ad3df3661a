import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ApiKeyEvent } from '@clearcut/schemas/api-keys/events';
import type { KeyLimits, KeyMode, KeyScope } from '@clearcut/schemas/api-keys/rights';
import { isNext } from '../read-model.ts';

/** Times come from events, so a rebuild gives the same rows. */
export interface ApiKeyRow {
  readonly id: string;
  readonly version: number;
  readonly team_id: string;
  readonly created_by: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  readonly limits: KeyLimits;
  readonly created_at: Date;
  readonly ends_at: Date | null;
  readonly revoked_at: Date | null;
}

/** Returns `before` itself for an event applied already. @throws Error for a gap */
export function evolveKey(before: ApiKeyRow | undefined, recorded: RecordedEvent<ApiKeyEvent>): ApiKeyRow | undefined {
  const { event, version, metadata } = recorded;
  if (!isNext(recorded, before?.version ?? 0)) return before;
  return { ...keyAfter(before, event, new Date(metadata.occurredAt)), version };
}

function keyAfter(before: ApiKeyRow | undefined, event: ApiKeyEvent, at: Date): Omit<ApiKeyRow, 'version'> {
  if (event.type === 'ApiKeyCreated') {
    const { keyId, teamId, createdBy, mode, scopes, limits, expiresAt } = event.data;
    return {
      id: keyId,
      team_id: teamId,
      created_by: createdBy,
      mode,
      scopes,
      limits,
      created_at: at,
      ends_at: expiresAt === null ? null : new Date(expiresAt),
      revoked_at: null,
    };
  }
  if (before === undefined) throw new Error(`${event.type} for key ${event.data.keyId}, which never was made`);
  switch (event.type) {
    case 'ApiKeyChanged':
      return { ...before, scopes: event.data.scopes, limits: event.data.limits };
    case 'ApiKeyRotated':
      return { ...before, ends_at: earlier(before.ends_at, new Date(event.data.oldValidUntil)) };
    case 'ApiKeyRevoked':
      return { ...before, revoked_at: at };
  }
}

const earlier = (a: Date | null, b: Date): Date => (a !== null && a < b ? a : b);
