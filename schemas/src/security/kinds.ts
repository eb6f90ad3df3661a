/** Kinds of entries of a team's security log. Apart from their contract, because a browser offers them without zod. */
export const SECURITY_KINDS = [
  'logged_in',
  'login_failed',
  'sessions_ended',
  'password_changed',
  'address_proved',
  'third_party_linked',
  'second_factor_added',
  'second_factor_removed',
  'member_invited',
  'member_joined',
  'rights_changed',
  'member_removed',
  'staff_granted',
  'staff_revoked',
  'credits_changed',
  'key_created',
  'key_changed',
  'key_rotated',
  'key_revoked',
] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];
