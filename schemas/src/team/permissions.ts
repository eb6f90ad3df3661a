import { z } from 'zod';

/** Roles of a team's members (docs/product.md, People and rights). */
export const ROLES = ['admin', 'limited', 'collaborator'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const ROLE_NUMBERS = { admin: 1, limited: 2, collaborator: 3 } as const satisfies Record<Role, number>;

/** What can be ticked for a limited member. */
export const PERMISSION_SECTIONS = ['editor', 'billing', 'myImages', 'taxInformation', 'transactionHistory'] as const;
export const permissionSectionSchema = z.enum(PERMISSION_SECTIONS);
export type PermissionSection = z.infer<typeof permissionSectionSchema>;

/** A collaborator edits and saves with the team's credits and sees their own pictures: no billing, no users. */
const COLLABORATOR_SECTIONS: readonly PermissionSection[] = ['editor', 'myImages'];

/** Whether a member may see and use a section. `permissions` counts for limited members alone. */
export function maySee(
  { role, permissions }: { readonly role: Role; readonly permissions: readonly PermissionSection[] },
  section: PermissionSection,
): boolean {
  switch (role) {
    case 'admin':
      return true;
    case 'collaborator':
      return COLLABORATOR_SECTIONS.includes(section);
    case 'limited':
      return permissions.includes(section);
  }
}
