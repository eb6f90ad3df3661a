import { z } from 'zod';
import { currencySchema } from '../subscription/prices.ts';
import { idSchema } from '../id.ts';
import { LANGUAGES } from '../constants.ts';
import { STAFF_ROLES } from '../support/staff-roles.ts';
import { anyPasswordSchema, emailSchema, nameSchema, passwordSchema } from '../form-fields.ts';
import { permissionSectionSchema, roleSchema } from '../team/permissions.ts';

/** Browsers may send `no` for Norwegian; `nb` is the written form offered. */
export const languageSchema = z.preprocess((code) => (code === 'no' ? 'nb' : code), z.enum(LANGUAGES));

const humanCheck = {
  human_check_token: z.string().max(4096).optional(),
};

export const signUpBodySchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  first_name: nameSchema.optional(),
  last_name: nameSchema.optional(),
  language: languageSchema.optional(),
  visitor_id: z.string().max(128).optional(),
  ...humanCheck,
});
export type SignUpBody = z.infer<typeof signUpBodySchema>;

export const loginBodySchema = z.object({ email: emailSchema, password: anyPasswordSchema, ...humanCheck });

export const sendLinkBodySchema = z.object({ email: emailSchema, language: languageSchema.optional(), ...humanCheck });

const token = z.string().min(1).max(256);

export const resetPasswordBodySchema = z.object({
  token,
  password: passwordSchema,
  /** Another person may have linked one. */
  remove_logins: z.boolean().default(false),
  /** Ends the API keys that act in the account's name: another person may have made one. */
  revoke_keys: z.boolean().default(false),
});

/** Lists what else opens the account; consumes nothing. */
export const resetPasswordQuerySchema = z.object({ token });
export const resetPasswordViewSchema = z.object({ third_party_logins: z.int().min(0), api_keys: z.int().min(0) });
export type ResetPasswordView = z.infer<typeof resetPasswordViewSchema>;

export const magicLoginBodySchema = z.object({ token });

/** Names the account; consumes nothing. */
export const magicLinkQuerySchema = z.object({ token });
export const magicLinkViewSchema = z.object({ email: z.string() });

export const proveAddressBodySchema = z.object({ token });

export const invitationQuerySchema = z.object({ token });
export const invitationViewSchema = z.object({
  email: z.string(),
  /** Name, or email without one. */
  invitedBy: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});
export type InvitationView = z.infer<typeof invitationViewSchema>;

export const acceptInvitationBodySchema = z.object({
  token,
  password: passwordSchema,
  first_name: nameSchema.optional(),
  last_name: nameSchema.optional(),
  language: languageSchema.optional(),
});

export const declineInvitationBodySchema = z.object({ token });

export const authOptionsSchema = z.object({
  /** Starts at /api/auth/oidc/start. */
  oidc: z.object({ name: z.string() }).nullable(),
  humanCheck: z.object({ siteKey: z.string() }).nullable(),
  passwordMinLength: z.int().min(1),
  sandbox: z.boolean(),
  starterCredits: z.int().min(0),
});
export type AuthOptions = z.infer<typeof authOptionsSchema>;

/** `return_to` is a local path; `language` is a new account's. */
export const oidcStartQuerySchema = z.object({
  type: z.enum(['login', 'register']).default('login'),
  return_to: z.string().max(512).optional(),
  visitor_id: z.string().max(128).optional(),
  language: languageSchema.optional(),
});

/** Also the answer of every login. */
export const profileSchema = z.object({
  pk: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  language: languageSchema,
  currency: z.string().nullable(),
  /** ISO 3166. */
  country: z.string().nullable(),
  role: roleSchema,
  team_id: z.uuid(),
  team_permissions: z.object({
    role: roleSchema,
    views_permissions: z.object({ editor: z.boolean(), myImages: z.boolean(), billing: z.boolean() }),
    /** Derived from role and ticks. */
    sections: z.array(permissionSectionSchema),
    may_delete_own_account: z.boolean(),
  }),
  is_staff: z.boolean(),
  staff_roles: z.array(z.enum(STAFF_ROLES)),
  /** False for accounts of third-party login until one is set. */
  has_password: z.boolean(),
  /** Until then the account cannot invite. */
  email_verified: z.boolean(),
  /** New address that waits for its confirmation. */
  pending_email: z.string().nullable(),
  /** Nothing else is allowed until it is set up. */
  must_set_up_second_factor: z.boolean(),
  /** From then on it must. */
  second_factor_due: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** Its pictures can be linked; null without one. */
  anonymous_session_id: z.uuid().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

export const changeAddressBodySchema = z.strictObject({ email: emailSchema });

/** A new password needs a proof (POST /api/auth/step-up). */
export const updateProfileBodySchema = z
  .object({
    first_name: nameSchema.optional(),
    last_name: nameSchema.optional(),
    language: languageSchema.optional(),
    currency: currencySchema.optional(),
    password: passwordSchema.optional(),
  })
  .strict();
export type UpdateProfileBody = z.infer<typeof updateProfileBodySchema>;

export const sessionParamsSchema = z.object({ id: idSchema });
const sessionViewSchema = z.object({
  id: z.uuid(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** Empty when not sent. */
  userAgent: z.string(),
});
export const sessionListSchema = z.object({ sessions: z.array(sessionViewSchema) });
export type SessionView = z.infer<typeof sessionViewSchema>;

/** Values of `oauth_error` (docs/product.md, Accounts). */
export const OAUTH_ERRORS = ['generic', 'invalid_token', 'email_exists', 'user_account_closed'] as const;
