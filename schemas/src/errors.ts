import accountErrors from '../locales/en/account-errors.json' with { type: 'json' };
import errors from '../locales/en/errors.json' with { type: 'json' };
import supportErrors from '../locales/en/support-errors.json' with { type: 'json' };

/**
 * HTTP status of every error that the API or a job can end with. Codes are stored in events and name the texts in
 * `schemas/locales/`, so they never change.
 */
const statuses = {
  unexpected: 500,
  service_unavailable: 503,
  storage_full: 507,
  not_found: 404,
  method_not_allowed: 405,
  validation_failed: 400,
  too_many_requests: 429,
  template_not_found: 404,
  template_name_taken: 409,
  too_many_templates: 409,
  too_many_streams: 429,
  storage_quota_reached: 429,
  queue_quota_reached: 429,
  queue_full: 503,
  client_id_required: 400,
  client_id_invalid: 400,
  not_logged_in: 401,
  contact_file_too_large: 413,
  contact_file_type_unsupported: 415,
  api_key_required: 401,
  api_key_invalid: 401,
  api_key_in_address: 400,
  api_key_not_accepted: 403,
  api_key_scope_missing: 403,
  api_key_network_forbidden: 403,
  api_key_not_found: 404,
  api_key_credits_used: 402,
  too_many_api_keys: 409,
  webhook_not_found: 404,
  webhook_message_not_found: 404,
  webhook_disabled: 409,
  too_many_webhooks: 409,
  improvements_off: 403,
  login_to_save: 401,
  forbidden: 403,
  team_not_found: 404,
  replay_not_found: 404,
  staff_second_factor_missing: 403,
  adjustment_limit_reached: 409,
  access_not_granted: 403,
  message_not_found: 404,
  read_model_not_found: 404,
  grant_not_found: 404,
  credentials_incorrect: 400,
  user_disabled: 403,
  too_many_attempts: 429,
  credits_asked_already: 429,
  email_exists: 409,
  invitee_in_team: 409,
  invitee_has_account: 409,
  password_common: 400,
  password_incorrect: 400,
  link_expired: 400,
  link_of_other_account: 403,
  address_unproved: 403,
  second_factor_required: 403,
  second_factor_expired: 400,
  code_incorrect: 400,
  second_factor_exists: 409,
  second_factor_missing: 409,
  passkey_refused: 400,
  passkey_not_found: 404,
  too_many_passkeys: 409,
  second_factor_setup_required: 403,
  third_party_login_not_found: 404,
  last_way_in: 409,
  proof_required: 403,
  human_check_failed: 400,
  mail_unavailable: 503,
  oidc_not_configured: 404,
  session_not_found: 404,
  user_not_found: 404,
  last_admin: 409,
  own_account_removal: 409,
  own_account_disabling: 409,
  user_pending: 409,
  account_closing_forbidden: 403,
  invitation_not_pending: 409,
  link_images_failed: 403,
  no_credits: 402,
  billing_unavailable: 503,
  nothing_sold: 404,
  price_not_found: 404,
  currency_not_offered: 400,
  currency_locked: 409,
  no_subscription: 409,
  subscription_exists: 409,
  subscription_pending: 409,
  subscription_scheduled_elsewhere: 409,
  not_on_trial: 409,
  trial_used: 409,
  already_owned: 409,
  nothing_to_retry: 409,
  preview_outdated: 409,
  nothing_to_resume: 409,
  payment_method_not_found: 404,
  payment_method_in_use: 409,
  payment_method_required: 409,
  vat_number_invalid: 400,
  webhook_signature_invalid: 400,
  amex_not_accepted: 402,
  card_declined: 402,
  card_declined_too_often: 402,
  card_expired: 402,
  card_cvc_incorrect: 402,
  card_number_incorrect: 402,
  card_postal_code_incorrect: 402,
  card_insufficient_funds: 402,
  card_expiry_month_invalid: 402,
  card_expiry_year_invalid: 402,
  card_processing_error: 402,
  card_authentication_failed: 402,
  payment_try_another_method: 402,
  save_queued: 503,
  save_failed: 500,
  render_failed: 500,
  refine_failed: 422,
  edit_unreadable: 422,
  subject_lost: 422,
  nothing_saved: 409,
  save_not_found: 404,
  operation_not_found: 404,
  too_many_edits: 409,
  too_many_backgrounds: 409,
  too_many_exports: 409,
  mask_invalid: 422,
  background_not_found: 404,
  background_required: 422,
  bulk_full: 409,
  bulk_not_in_plan: 403,
  export_failed: 500,
  file_damaged: 500,
  range_not_satisfiable: 416,
  adjustment_too_large: 409,
  idempotency_key_invalid: 400,
  idempotency_key_reused: 422,
  idempotency_key_in_use: 409,
  picture_required: 400,
  transaction_not_found: 404,
  picture_not_found: 404,
  image_expired: 410,
  image_not_ready: 409,
  guess_unconfirmed: 409,
  image_failed: 409,
  regions_failed: 409,
  file_empty: 400,
  file_too_large: 413,
  file_type_unsupported: 415,
  file_corrupt: 422,
  image_too_many_pixels: 422,
  upload_interrupted: 400,
  url_required: 400,
  url_invalid: 400,
  url_forbidden: 422,
  url_unreachable: 422,
  url_timeout: 422,
  subject_not_found: 422,
  subject_outside: 422,
  image_unreadable: 422,
  model_missing: 409,
  background_removal_failed: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof statuses;

/** For API callers, if the page's text refers to the page. */
const forCallers = {
  too_many_streams: 'Too many status streams are open. Close some, or poll the picture instead.',
  client_id_required:
    'Send a client-id header: an ID that you create once and keep secret, 16 to 128 letters, digits, dots, dashes or underscores.',
  client_id_invalid:
    'The client-id header must be 16 to 128 letters, digits, dots, dashes or underscores, such as a UUID.',
  proof_required: 'Confirm that it is you first, with POST /api/auth/step-up/, or log in again.',
  own_account_removal: 'You cannot remove yourself from the team. Close your account with POST /api/user/me/close/.',
  mask_invalid: 'Send the mask as a PNG that fits its bounding box, with the box inside the picture.',
  idempotency_key_invalid: 'The Idempotency-Key header must be 1 to 255 printable characters.',
  idempotency_key_reused: 'This Idempotency-Key was already used with other content. Use a new key.',
  guess_unconfirmed:
    'The subject of this picture is a guess. Look at the preview, then mark the subject, or save with acceptGuess. Nothing was charged.',
  file_empty: 'The file is empty. Send the bytes of a PNG, JPG or WEBP picture as the body.',
  subject_outside: 'The box or point is outside the picture, or the box is smaller than 16 pixels.',
} as const satisfies Partial<Record<ErrorCode, string>>;

const texts: Readonly<Record<ErrorCode, string>> = { ...errors, ...accountErrors, ...supportErrors, ...forCallers };

interface KnownError {
  readonly status: number;
  /** English; says what to do. */
  readonly message: string;
}

export const errorCatalogue = Object.fromEntries(
  Object.entries(statuses).map(([code, status]) => [code, { status, message: texts[code as ErrorCode] }]),
) as Readonly<Record<ErrorCode, KnownError>>;

/** Codes of jobs, stored in events and shown as `transaction.error`. */
export const JOB_ERROR_CODES = [
  'image_unreadable',
  'background_removal_failed',
  'model_missing',
  'edit_unreadable',
  'subject_lost',
  'render_failed',
  'export_failed',
  'refine_failed',
] as const satisfies readonly ErrorCode[];
export type JobErrorCode = (typeof JOB_ERROR_CODES)[number];

interface CatalogueErrorOptions {
  /** Says more about this case than the catalogue does. */
  readonly message?: string;
  readonly validationErrors?: Record<string, string>;
  readonly ahead?: number | undefined;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** Becomes an HTTP answer at the edge. */
export class CatalogueError extends Error {
  readonly code: ErrorCode;
  /** First message of each field. */
  readonly validationErrors: Record<string, string> | undefined;
  /** Jobs before the one waited for. */
  readonly ahead: number | undefined;
  /** Set when known better than the status implies. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: CatalogueErrorOptions = {}) {
    super(
      options.message ?? errorCatalogue[code].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'CatalogueError';
    this.code = code;
    this.validationErrors = options.validationErrors;
    this.ahead = options.ahead;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
