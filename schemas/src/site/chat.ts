import { z } from 'zod';

export type Chat =
  | { readonly kind: 'intercom'; readonly id: string }
  | { readonly kind: 'crisp'; readonly id: string }
  | {
      readonly kind: 'chatwoot';
      readonly id: string;
      /** No trailing slash. */
      readonly origin: string;
    };

export const CHAT_NAMES = { intercom: 'Intercom', crisp: 'Crisp', chatwoot: 'Chatwoot' } as const satisfies Record<
  Chat['kind'],
  string
>;

export const chatIdentitySchema = z.object({
  user_id: z.uuid(),
  /** Email for accounts without a name. */
  name: z.string(),
  email: z.string(),
  /** Epoch seconds. */
  created_at: z.int(),
  /** HMAC for identity verification. Null: the service signs addresses and this one is unproved. */
  signature: z.string().nullable(),
});
export type ChatIdentity = z.infer<typeof chatIdentitySchema>;
