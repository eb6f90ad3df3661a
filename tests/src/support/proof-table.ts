/**
 * Logged-in calls that need a proof of at most a few minutes, because they lock the owner out or let someone in.
 * Written by hand, like the access table: a route in neither list fails the test. Each body is one that needs the
 * proof.
 */
const RIGHTS = { permissions: [], mayDeleteOwnAccount: false };

export const NEEDS_PROOF: Readonly<Record<string, object | undefined>> = {
  'PATCH /api/user/me/': { password: 'another-horse-8' },
  'POST /api/user/me/close/': undefined,
  'POST /api/auth/second-factor/totp/': undefined,
  'DELETE /api/auth/second-factor/totp/': undefined,
  'POST /api/auth/second-factor/recovery-codes/': undefined,
  'POST /api/auth/passkeys/options/': undefined,
  'DELETE /api/auth/passkeys/{id}/': undefined,
  'DELETE /api/auth/third-party-logins/{id}/': undefined,
  'POST /api/admin/users/': { email: 'invited@example.com', role: 3, ...RIGHTS },
  'PUT /api/admin/users/{id}/': { role: 1, ...RIGHTS },
  'POST /api/admin/users/{id}/invite/': undefined,
  'POST /api/admin/users/{id}/enable/': undefined,
  'DELETE /api/admin/users/{id}/second-factor/': undefined,
  'PUT /api/admin/second-factor-policy/': { required: false },
  'POST /api/keys/': { label: 'A program' },
  'PATCH /api/keys/{id}/': { networks: [] },
  'POST /api/keys/{id}/rotate/': undefined,
  'POST /api/webhooks/': { url: 'https://example.com/hook' },
  'PATCH /api/webhooks/{id}/': { isEnabled: true },
  'POST /api/webhooks/{id}/rotate/': undefined,
  'DELETE /api/stripe/payment-methods/': { payment_method_id: 'pm_card_visa' },
  'POST /api/stripe/set-default-payment-method/': { payment_method_id: 'pm_card_visa' },
  'POST /api/stripe/portal/': undefined,
};

/** All other changing calls. The second half of setting up a factor relies on the first, which is proved. */
export const NEEDS_NO_PROOF: readonly string[] = [
  'POST /api/user/me/consent/',
  'POST /api/auth/prove-address/',
  'POST /api/auth/send-proof/',
  'POST /api/auth/second-factor/totp/confirm/',
  'POST /api/auth/step-up/',
  'POST /api/auth/passkeys/',
  'PATCH /api/auth/passkeys/{id}/',
  'DELETE /api/auth/sessions/',
  'DELETE /api/auth/sessions/{id}/',
  'DELETE /api/admin/users/{id}/',
  'POST /api/admin/users/{id}/disable/',
  'POST /api/team/ask-for-credits/',
  'POST /api/stripe/create-intent/',
  'POST /api/stripe/subscribe/',
  'PATCH /api/stripe/subscription/switch/',
  'POST /api/stripe/subscription/cancel/',
  'POST /api/stripe/subscription/resume/',
  'POST /api/stripe/subscription/retry/',
  'POST /api/stripe/finalize-trial/',
  'POST /api/stripe/charge-support-addon/',
  'POST /api/stripe/buy-credits/',
  'PATCH /api/stripe/billing/tax-info/',
  'POST /api/stripe/sync/',
  'POST /api/template/',
  'PUT /api/template/{id}/',
  'DELETE /api/template/{id}/',
  'DELETE /api/keys/{id}/',
  'DELETE /api/webhooks/{id}/',
  'POST /api/webhooks/{id}/test/',
  'POST /api/webhooks/{id}/messages/{messageId}/send/',
  'POST /api/transaction/link-anonymous-images/',
];
