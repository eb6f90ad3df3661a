import { z } from 'zod';
import { idSchema } from '../id.ts';
import { LANGUAGES } from '../constants.ts';
import { STAFF_ROLES } from '../support/staff-roles.ts';
import { anyPasswordSchema, emailSchema, nameSchema, passwordSchema } from '../form-fields.ts';
import { permissionSectionSchema, roleSchema } from '../team/permissions.ts';

/** Browsers may say `no` of Norwegian, of which `nb` is the written form that we have. */
export const languageSchema = z.preprocess((code) => (code === 'no' ? 'nb' : code), z.enum(LANGUAGES));

const humanCheck = {
  /** Token of the human check, when one is configured. */ human_check_token: z.string().max(4096).optional(),
};

/** POST /api/user */
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

/** POST /api/auth/login */
export const loginBodySchema = z.object({ email: emailSchema, password: anyPasswordSchema, ...humanCheck });

/** POST /api/auth/send-token (a password reset) and POST /api/auth/magic-link (a sign-in link). Always 204. */
export const sendLinkBodySchema = z.object({ email: emailSchema, language: languageSchema.optional(), ...humanCheck });

const token = z.string().min(1).max(256);

/** POST /api/auth/reset-password */
export const resetPasswordBodySchema = z.object({
  token,
  password: passwordSchema,
  /** Unlinks the third-party logins too: another person may have linked one. */
  remove_logins: z.boolean().default(false),
  /** Ends the API keys that act in the account's name: another person may have made one. */
  revoke_keys: z.boolean().default(false),
});

/** GET /api/auth/reset-password/?token= tells what else opens the account, and uses nothing up. */
export const resetPasswordQuerySchema = z.object({ token });
export const resetPasswordViewSchema = z.object({ third_party_logins: z.int().min(0), api_keys: z.int().min(0) });
export type ResetPasswordView = z.infer<typeof resetPasswordViewSchema>;

/** POST /api/auth/magic-link/login */
export const magicLoginBodySchema = z.object({ token });

/** GET /api/auth/magic-link/?token= tells whom the link logs in, and uses nothing up. */
export const magicLinkQuerySchema = z.object({ token });
export const magicLinkViewSchema = z.object({ email: z.string() });
export type MagicLinkView = z.infer<typeof magicLinkViewSchema>;

/** POST /api/auth/prove-address */
export const proveAddressBodySchema = z.object({ token });

/** GET /api/auth/invitation?token= */
export const invitationQuerySchema = z.object({ token });
export const invitationViewSchema = z.object({
  email: z.string(),
  /** Who asked: name, or e-mail when there is no name. */
  invitedBy: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});
export type InvitationView = z.infer<typeof invitationViewSchema>;

/** POST /api/auth/accept-invitation: 200 with the profile and a session. */
export const acceptInvitationBodySchema = z.object({
  token,
  password: passwordSchema,
  first_name: nameSchema.optional(),
  last_name: nameSchema.optional(),
  language: languageSchema.optional(),
});

/** POST /api/auth/decline-invitation */
export const declineInvitationBodySchema = z.object({ token });

/** Which ways to sign in this installation offers, GET /api/auth/options. */
export const authOptionsSchema = z.object({
  /** Third-party login: start it at /api/auth/oidc/start. */
  oidc: z.object({ name: z.string() }).nullable(),
  humanCheck: z.object({ siteKey: z.string() }).nullable(),
  /** Of passwords that are set from now on. */
  passwordMinLength: z.int().min(1),
  /** Mails land at /dev/mailbox. */
  sandbox: z.boolean(),
  /** Credits that a new team gets once its founder has proved their address. */
  starterCredits: z.int().min(0),
});
export type AuthOptions = z.infer<typeof authOptionsSchema>;

/** GET /api/auth/oidc/start. `return_to` is a path of ours. */
export const oidcStartQuerySchema = z.object({
  type: z.enum(['login', 'register']).default('login'),
  return_to: z.string().max(512).optional(),
  visitor_id: z.string().max(128).optional(),
});

/** GET /api/user/me, and the answer of sign-up, login, magic login and accepted invitations. */
export const profileSchema = z.object({
  /** The user's id. */
  pk: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  language: languageSchema,
  /** Name of the role within the team. */
  role: roleSchema,
  team_id: z.uuid(),
  team_permissions: z.object({
    role: roleSchema,
    views_permissions: z.object({ editor: z.boolean(), myImages: z.boolean(), billing: z.boolean() }),
    /** All sections the user may see, derived from role and ticks. */
    sections: z.array(permissionSectionSchema),
    may_delete_own_account: z.boolean(),
  }),
  is_staff: z.boolean(),
  /** What they may do as staff of the installation. */
  staff_roles: z.array(z.enum(STAFF_ROLES)),
  /** Accounts made by third-party login have none until their owner sets one. */
  has_password: z.boolean(),
  /** False until the owner has proved the address: until then the account can invite no users. */
  email_verified: z.boolean(),
  /** The team asks for a second factor, and there is none: until it is set up nothing else is let in. */
  must_set_up_second_factor: z.boolean(),
  created_at: z.iso.datetime(),
  /** The anonymous session that this sign-in came from, whose pictures can be linked; null when there was none. */
  anonymous_session_id: z.uuid().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

/** PATCH /api/user/me. A new password needs a recent proof (POST /api/auth/step-up). */
export const updateProfileBodySchema = z
  .object({
    first_name: nameSchema.optional(),
    last_name: nameSchema.optional(),
    language: languageSchema.optional(),
    password: passwordSchema.optional(),
  })
  .strict();
export type UpdateProfileBody = z.infer<typeof updateProfileBodySchema>;

/** GET /api/auth/sessions; DELETE /api/auth/sessions/{id}; DELETE /api/auth/sessions ends all but this one. */
export const sessionParamsSchema = z.object({ id: idSchema });
const sessionViewSchema = z.object({
  id: z.uuid(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** As the browser calls itself; empty when it does not. */
  userAgent: z.string(),
});
export const sessionListSchema = z.object({ sessions: z.array(sessionViewSchema) });
export type SessionView = z.infer<typeof sessionViewSchema>;

/** Values of the query parameter `oauth_error`, beside `type` (docs/product.md, Accounts). */
export const OAUTH_ERRORS = ['generic', 'invalid_token', 'email_exists', 'user_account_closed'] as const;
