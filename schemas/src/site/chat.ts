import { z } from 'zod';

/** The chat of another service, which this installation shows: what its script is told of the installation. */
export type Chat =
  | { readonly kind: 'intercom'; readonly id: string }
  | { readonly kind: 'crisp'; readonly id: string }
  | {
      readonly kind: 'chatwoot';
      /** Token of its website inbox. */
      readonly id: string;
      /** Of its server, without a slash at the end. */
      readonly origin: string;
    };

/** What people call it. */
export const CHAT_NAMES = { intercom: 'Intercom', crisp: 'Crisp', chatwoot: 'Chatwoot' } as const satisfies Record<
  Chat['kind'],
  string
>;

/** GET /api/user/me/chat/ */
export const chatIdentitySchema = z.object({
  user_id: z.uuid(),
  /** The e-mail address where the account has no name. */
  name: z.string(),
  email: z.string(),
  /** When the account was made, in seconds since 1970. */
  created_at: z.int(),
  /** HMAC by which the service knows that this server said so. Null: the service signs addresses, and this one is not proved. */
  signature: z.string().nullable(),
});
export type ChatIdentity = z.infer<typeof chatIdentitySchema>;
