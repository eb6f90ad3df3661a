import type { StaffRole } from '@clearcut/schemas/support/staff-roles';

export interface Screen {
  readonly name: 'search' | 'messages' | 'failures' | 'deadLetters' | 'work' | 'figures' | 'audit';
  readonly path: string;
  /** The server checks again on every call. */
  readonly roles: readonly StaffRole[];
}

/** In the order of the tabs. Every new screen needs a line here. */
export const SCREENS: readonly Screen[] = [
  { name: 'search', path: '', roles: ['support', 'billing', 'auditor'] },
  { name: 'messages', path: 'messages', roles: ['support'] },
  { name: 'failures', path: 'failures', roles: ['support', 'operations', 'auditor'] },
  { name: 'deadLetters', path: 'dead-letters', roles: ['support', 'operations', 'auditor'] },
  { name: 'work', path: 'work', roles: ['support', 'operations', 'auditor'] },
  { name: 'figures', path: 'figures', roles: ['operations', 'auditor'] },
  { name: 'audit', path: 'audit', roles: ['auditor'] },
];

export const PICTURE_ROLES: readonly StaffRole[] = ['support', 'auditor'];

export const FORK_ROLES: readonly StaffRole[] = ['support', 'operations'];

export const TEAM_ROLES: readonly StaffRole[] = ['support', 'billing', 'auditor'];

export const LEDGER_ROLES: readonly StaffRole[] = ['billing', 'auditor'];

export const mayOpen = (roles: readonly StaffRole[], wanted: readonly StaffRole[]): boolean =>
  wanted.some((role) => roles.includes(role));
