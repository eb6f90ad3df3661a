import { INVITATION_MS, MAGIC_LINK_MS, PROOF_LINK_MS, RESET_LINK_MS } from '@clearcut/schemas/constants';

/** What each link in a mail does, and how long it works. */
export const LINK_LIFETIMES_MS = {
  reset: RESET_LINK_MS,
  magic: MAGIC_LINK_MS,
  invitation: INVITATION_MS,
  proof: PROOF_LINK_MS,
} as const;

export type LinkPurpose = keyof typeof LINK_LIFETIMES_MS;

/** Whether a mail of that kind carries a link that is made for its recipient. */
export const isLink = (kind: string): kind is LinkPurpose => Object.hasOwn(LINK_LIFETIMES_MS, kind);
