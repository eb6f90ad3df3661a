import type { Tx } from '@clearcut/platform/database/database';
import type { Member } from '@clearcut/projections/team/queries';
import type { Circumstances } from '../kernel/command-context.ts';

interface Ids {
  readonly userId: string;
  readonly teamId: string;
}

/** Provided by the team context. Its commands are idempotent. */
export interface Membership {
  /** With the rights of the log; undefined for a removed or disabled member. */
  find(ids: Ids): Promise<Member | undefined>;
  /** From the log, however far the read model lags; never staff. */
  inLog(ids: Ids): Promise<Member | undefined>;
  /** Whether the log knows them as a member, a former one included. */
  has(ids: Ids): Promise<boolean>;
  acceptInvitation(ids: Ids, circumstances: Circumstances): Promise<void>;
  declineInvitation(ids: Ids, circumstances: Circumstances): Promise<void>;
  leave(ids: Ids, circumstances: Circumstances): Promise<void>;
}

/** Founds the team of an account that signed up itself. Idempotent. */
export type FoundTeam = (
  account: { readonly id: string; readonly teamId: string },
  circumstances: Circumstances,
) => Promise<void>;

export type ClaimLanding = (tx: Tx, visitorId: string, userId: string) => Promise<void>;

export interface KeysOfMember {
  count(of: Ids): Promise<number>;
  revoke(userId: string, circumstances: Circumstances): Promise<void>;
}

export type DeletePictureOfUser = (transactionId: string, owner: Ids, circumstances: Circumstances) => Promise<void>;
