import { CatalogueError } from '@clearcut/schemas/errors';
import type { SupportAccessEvent } from '@clearcut/schemas/support/access-events';
import type { BreakGlassReason } from '@clearcut/schemas/support/access';
import type { Owner } from '@clearcut/schemas/transaction/events';
import type { Decider } from '../../kernel/decider.ts';

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

interface OfPicture {
  readonly transactionId: string;
  readonly owner: Owner;
}

export type AccessCommand =
  | (OfPicture & {
      readonly type: 'GrantAccess';
      readonly grantId: string;
      readonly until: string;
      readonly holdUntil: string | null;
      readonly caseId: string | null;
    })
  | { readonly type: 'WithdrawAccess'; readonly transactionId: string; readonly grantId: string }
  | (OfPicture & {
      readonly type: 'BreakGlass';
      readonly grantId: string;
      readonly staffId: string;
      readonly reason: BreakGlassReason;
      readonly text: string;
      readonly now: string;
      readonly until: string;
    })
  | (OfPicture & {
      readonly type: 'See';
      readonly staffId: string;
      readonly file: string;
      readonly sha256: string;
      readonly now: string;
    });

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

const isOpen = ({ until, isWithdrawn }: Grant, now: string): boolean => !isWithdrawn && until > now;

/** The longest valid grant, or undefined. Times are ISO 8601 in UTC. */
export function grantFor({ grants }: AccessState, staffId: string, now: string): Grant | undefined {
  return grants
    .filter((grant) => isOpen(grant, now) && (grant.staffId === null || grant.staffId === staffId))
    .toSorted((a, b) => a.until.localeCompare(b.until))
    .at(-1);
}

export function holdUntilOf({ grants }: AccessState): string | null {
  const holds = grants.flatMap(({ holdUntil, isWithdrawn }) => (holdUntil === null || isWithdrawn ? [] : [holdUntil]));
  return holds.toSorted().at(-1) ?? null;
}

function decide(command: AccessCommand, state: AccessState): readonly SupportAccessEvent[] {
  switch (command.type) {
    case 'GrantAccess': {
      const { type: _type, ...data } = command;
      const isSame = state.grants.some(
        ({ staffId, until, isWithdrawn }) => staffId === null && !isWithdrawn && until >= data.until,
      );
      return isSame ? [] : [{ type: 'SupportAccessGranted', data }];
    }
    case 'WithdrawAccess': {
      const { transactionId, grantId } = command;
      const grant = state.grants.find((one) => one.grantId === grantId);
      // Break-glass access cannot be hidden or revoked.
      if (grant === undefined || grant.staffId !== null) throw new CatalogueError('grant_not_found');
      return grant.isWithdrawn ? [] : [{ type: 'SupportAccessWithdrawn', data: { transactionId, grantId } }];
    }
    case 'BreakGlass': {
      const { type: _type, now, ...data } = command;
      const isSame = state.grants.some((grant) => grant.staffId === data.staffId && isOpen(grant, now));
      return isSame ? [] : [{ type: 'BreakGlassOpened', data }];
    }
    case 'See': {
      const { transactionId, owner, staffId, file, sha256, now } = command;
      const grant = grantFor(state, staffId, now);
      if (grant === undefined) throw new CatalogueError('access_not_granted');
      const { grantId } = grant;
      if (state.seen.has(seenKey(grantId, staffId, sha256))) return [];
      return [{ type: 'PictureSeenByStaff', data: { transactionId, grantId, owner, staffId, file, sha256 } }];
    }
  }
}

export const accessDecider: Decider<AccessState, AccessCommand, SupportAccessEvent> = {
  initialState: { grants: [], seen: new Set() },
  evolve,
  decide,
};
