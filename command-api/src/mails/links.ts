import { INVITATION_MS, MAGIC_LINK_MS, PROOF_LINK_MS, RESET_LINK_MS } from '@clearcut/schemas/constants';

export const LINK_LIFETIMES_MS = {
  reset: RESET_LINK_MS,
  magic: MAGIC_LINK_MS,
  invitation: INVITATION_MS,
  proof: PROOF_LINK_MS,
  'address-change': PROOF_LINK_MS,
} as const;

export type LinkPurpose = keyof typeof LINK_LIFETIMES_MS;

export const isLink = (kind: string): kind is LinkPurpose => Object.hasOwn(LINK_LIFETIMES_MS, kind);
