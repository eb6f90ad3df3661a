import { z } from 'zod';

/** (docs/product.md, People and rights) */
export const ROLES = ['admin', 'limited', 'collaborator'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const ROLE_NUMBERS = { admin: 1, limited: 2, collaborator: 3 } as const satisfies Record<Role, number>;

export const PERMISSION_SECTIONS = ['editor', 'billing', 'myImages', 'taxInformation', 'transactionHistory'] as const;
export const permissionSectionSchema = z.enum(PERMISSION_SECTIONS);
export type PermissionSection = z.infer<typeof permissionSectionSchema>;

const COLLABORATOR_SECTIONS: readonly PermissionSection[] = ['editor', 'myImages'];

/** `permissions` counts for limited members only. */
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
