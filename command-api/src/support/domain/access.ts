import { CatalogueError } from '@clearcut/schemas/errors';
import type { SupportAccessEvent } from '@clearcut/schemas/support/access-events';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';

type EventData<Type extends SupportAccessEvent['type']> = Extract<SupportAccessEvent, { type: Type }>['data'];

export interface Grant {
  readonly grantId: string;
  readonly until: string;
  readonly holdUntil: string | null;
  /** The only reader of a break-glass; null for the owner's grant, which opens to everyone with the role. */
  readonly staffId: string | null;
  readonly isWithdrawn: boolean;
}

export interface AccessState {
  readonly grants: readonly Grant[];
  /** Keys as in `seenKey`. */
  readonly seen: ReadonlySet<string>;
}

const seenKey = (grantId: string, staffId: string, sha256: string): string => [grantId, staffId, sha256].join(' ');

function evolve(state: AccessState, event: SupportAccessEvent): AccessState {
  switch (event.type) {
    case 'SupportAccessGranted': {
      const { grantId, until, holdUntil } = event.data;
      return { ...state, grants: [...state.grants, { grantId, until, holdUntil, staffId: null, isWithdrawn: false }] };
    }
    case 'BreakGlassOpened': {
      const { grantId, until, staffId } = event.data;
      return { ...state, grants: [...state.grants, { grantId, until, holdUntil: null, staffId, isWithdrawn: false }] };
    }
    case 'SupportAccessWithdrawn': {
      const { grantId } = event.data;
      const grants = state.grants.map((one) => (one.grantId === grantId ? { ...one, isWithdrawn: true } : one));
      return { ...state, grants };
    }
    case 'PictureSeenByStaff': {
      const { grantId, staffId, sha256 } = event.data;
      return { ...state, seen: new Set([...state.seen, seenKey(grantId, staffId, sha256)]) };
    }
  }
}

export const accessAggregate: Aggregate<AccessState, SupportAccessEvent> = {
  initialState: { grants: [], seen: new Set() },
  evolve,
};

const isOpen = ({ until, isWithdrawn }: Grant, now: Date): boolean => !isWithdrawn && until > now.toISOString();

/** The longest valid grant, or undefined. Times are ISO 8601 in UTC. */
export function grantFor({ grants }: AccessState, staffId: string, now: Date): Grant | undefined {
  return grants
    .filter((grant) => isOpen(grant, now) && (grant.staffId === null || grant.staffId === staffId))
    .toSorted((a, b) => a.until.localeCompare(b.until))
    .at(-1);
}

export function holdUntilOf({ grants }: AccessState): string | null {
  const holds = grants.flatMap(({ holdUntil, isWithdrawn }) => (holdUntil === null || isWithdrawn ? [] : [holdUntil]));
  return holds.toSorted().at(-1) ?? null;
}

type AccessDecision = Decision<AccessState, SupportAccessEvent>;

export const grantAccess =
  (data: EventData<'SupportAccessGranted'>): AccessDecision =>
  ({ grants }) => {
    const isSame = grants.some(
      ({ staffId, until, isWithdrawn }) => staffId === null && !isWithdrawn && until >= data.until,
    );
    return isSame ? [] : [{ type: 'SupportAccessGranted', data }];
  };

export const withdrawAccess =
  (data: EventData<'SupportAccessWithdrawn'>): AccessDecision =>
  ({ grants }) => {
    const grant = grants.find(({ grantId }) => grantId === data.grantId);
    // Break-glass access cannot be hidden or revoked.
    if (grant === undefined || grant.staffId !== null) throw new CatalogueError('grant_not_found');
    return grant.isWithdrawn ? [] : [{ type: 'SupportAccessWithdrawn', data }];
  };

export const breakGlass =
  (data: EventData<'BreakGlassOpened'>): AccessDecision =>
  ({ grants }, now) => {
    const isSame = grants.some((grant) => grant.staffId === data.staffId && isOpen(grant, now));
    return isSame ? [] : [{ type: 'BreakGlassOpened', data }];
  };

/** Records the first view of a file. @throws CatalogueError access_not_granted */
export const recordView =
  (view: Omit<EventData<'PictureSeenByStaff'>, 'grantId'>): AccessDecision =>
  (state, now) => {
    const { staffId, sha256 } = view;
    const grant = grantFor(state, staffId, now);
    if (grant === undefined) throw new CatalogueError('access_not_granted');
    const { grantId } = grant;
    if (state.seen.has(seenKey(grantId, staffId, sha256))) return [];
    return [{ type: 'PictureSeenByStaff', data: { ...view, grantId } }];
  };
