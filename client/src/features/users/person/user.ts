import type { AdminUser } from '@clearcut/schemas/team/http';
import { ROLE_NUMBERS } from '@clearcut/schemas/team/permissions';

export type RoleNumber = AdminUser['role'];

/** Roles in display order, with their numbers in requests. */
export const roleNumbers: readonly RoleNumber[] = [ROLE_NUMBERS.admin, ROLE_NUMBERS.collaborator, ROLE_NUMBERS.limited];

/** Falls back to the e-mail address. */
export function nameOf({ firstName, lastName, email }: Pick<AdminUser, 'firstName' | 'lastName' | 'email'>): string {
  return [firstName, lastName].filter((name) => name !== '').join(' ') || email;
}
