import { z } from 'zod';
import { idSchema } from '../id.ts';
import { listQuerySchema, oneOrMore } from '../http/list-query.ts';
import { emailSchema, nameSchema } from '../form-fields.ts';
import { lineSchema } from '../text/fields.ts';
import { permissionSectionSchema } from './permissions.ts';

/** See ROLE_NUMBERS. */
const roleNumberSchema = z.union([z.literal(1), z.literal(2), z.literal(3)], 'This field is required');

export const MEMBER_STATUSES = ['Pending', 'Active', 'Disabled'] as const;

export const adminUserSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: roleNumberSchema,
  permissions: z.array(permissionSectionSchema),
  mayDeleteOwnAccount: z.boolean(),
  status: z.enum(MEMBER_STATUSES),
  hasSecondFactor: z.boolean(),
  createdAt: z.iso.datetime(),
  lastLogin: z.iso.datetime().nullable(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

export const ADMIN_USER_SORTS = [
  'id',
  'email',
  'firstName',
  'lastName',
  'role',
  'status',
  'createdAt',
  'lastLogin',
] as const;
export type AdminUserSort = (typeof ADMIN_USER_SORTS)[number];

/** `q` searches email and names; several values are alternatives. */
export const adminUserFilterSchema = z.strictObject({
  q: lineSchema.max(254).optional(),
  role: oneOrMore(roleNumberSchema).optional(),
  status: oneOrMore(z.enum(MEMBER_STATUSES)).optional(),
  id: oneOrMore(idSchema).optional(),
});
export type AdminUserFilter = z.infer<typeof adminUserFilterSchema>;

export const adminUserListQuerySchema = listQuerySchema({
  filter: adminUserFilterSchema,
  fields: ADMIN_USER_SORTS,
  sort: ['createdAt', 'ASC'],
});

export const adminUserParamsSchema = z.object({ id: idSchema });

const rights = {
  role: roleNumberSchema,
  permissions: z.array(permissionSectionSchema).default([]),
  mayDeleteOwnAccount: z.boolean().default(false),
};

const atLeastOne = ({ role, permissions }: { role: number; permissions: readonly string[] }): boolean =>
  role !== 2 || permissions.length > 0;
const atLeastOneIssue = { path: ['permissions'], error: 'At least one permission must be selected' };

/** Pending until the mailed invitation is accepted. */
export const createUserBodySchema = z
  .object({
    email: emailSchema,
    firstName: nameSchema.default(''),
    lastName: nameSchema.default(''),
    /** An admin who chose it could log in as the owner of the address. */
    password: z.never('New members choose their own password when they accept the invitation').optional(),
    ...rights,
  })
  .refine(atLeastOne, atLeastOneIssue);
export type CreateUserBody = z.infer<typeof createUserBodySchema>;

/** Clients send the whole record; fixed fields are ignored. */
export const updateUserBodySchema = z
  .object({ firstName: nameSchema.optional(), lastName: nameSchema.optional(), ...rights })
  .refine(atLeastOne, atLeastOneIssue);
export type UpdateUserBody = z.infer<typeof updateUserBodySchema>;

export const FACTOR_DAYS = [0, 3, 7, 14] as const;

/** `days`: time for members to set one up. */
export const factorPolicyBodySchema = z.strictObject({
  required: z.boolean(),
  days: z.union(FACTOR_DAYS.map((days) => z.literal(days))).default(0),
});
export type FactorPolicyBody = z.infer<typeof factorPolicyBodySchema>;

export const secondFactorPolicySchema = z.object({
  required: z.boolean(),
  /** Null: already. */
  from: z.iso.datetime().nullable(),
  /** Active members without one. */
  without: z.int().min(0),
});
export type SecondFactorPolicy = z.infer<typeof secondFactorPolicySchema>;

export const linkImagesBodySchema = z.object({ session_id: idSchema });
export const linkImagesAnswerSchema = z.object({ transferred: z.int().min(0) });
