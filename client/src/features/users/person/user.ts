import type { AdminUser } from '@clearcut/schemas/team/http';
import { ROLE_NUMBERS } from '@clearcut/schemas/team/permissions';

export type RoleNumber = AdminUser['role'];

/** Roles as they are offered, and their number in requests. */
export const roleNumbers: readonly RoleNumber[] = [ROLE_NUMBERS.admin, ROLE_NUMBERS.collaborator, ROLE_NUMBERS.limited];

/** First and last name; the e-mail address of a person who has given none. */
export function nameOf({ firstName, lastName, email }: Pick<AdminUser, 'firstName' | 'lastName' | 'email'>): string {
  return [firstName, lastName].filter((name) => name !== '').join(' ') || email;
}
