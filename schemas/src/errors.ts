/**
 * Every error that the API or a job can end with. Codes are stored in events and name the client's texts, so they never
 * change. `message` is for callers without the client: it says what to do.
 */
export const errorCatalogue = {
  unexpected: {
    status: 500,
    message: 'Something went wrong on our side. Try again. If it keeps happening, send us the error ID.',
  },
  service_unavailable: { status: 503, message: 'The service is busy or restarting. Try again in a few seconds.' },
  storage_full: {
    status: 507,
    message: 'We are out of space, so nothing was stored. Try again in a few minutes.',
  },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not support that method.' },
  validation_failed: { status: 400, message: 'Some of the values are not valid.' },
  too_many_requests: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  template_not_found: { status: 404, message: 'Your team has no such template.' },
  template_name_taken: { status: 409, message: 'Your team has a template of that name. Choose another name.' },
  too_many_templates: { status: 409, message: 'Your team has the maximum number of templates. Remove one first.' },
  too_many_streams: {
    status: 429,
    message: 'Too many status streams are open. Close some, or poll the picture instead.',
  },
  storage_quota_reached: {
    status: 429,
    message:
      'You have reached the storage limit. Delete pictures you no longer need, or wait: each is deleted 24 hours after its upload.',
  },
  queue_quota_reached: {
    status: 429,
    message: 'Too many of your pictures are waiting for their cut-out. Upload more when some of them are done.',
  },
  queue_full: {
    status: 503,
    message: 'Too many pictures are waiting, so this one was not accepted. Send it again in a moment.',
  },
  client_id_required: {
    status: 400,
    message:
      'Send a client-id header: an ID that you create once and keep secret, 16 to 128 letters, digits, dots, dashes or underscores.',
  },
  client_id_invalid: {
    status: 400,
    message: 'The client-id header must be 16 to 128 letters, digits, dots, dashes or underscores, such as a UUID.',
  },
  not_logged_in: { status: 401, message: 'Log in to do this.' },
  contact_file_too_large: { status: 413, message: 'The file is larger than 5 MB. Send a smaller one.' },
  contact_file_type_unsupported: { status: 415, message: 'Send the file as JPEG, PNG or PDF.' },
  api_key_required: { status: 401, message: 'Send an API key in the X-Api-Key header, or as Authorization: Bearer.' },
  api_key_invalid: {
    status: 401,
    message:
      'This API key is not valid: it is mistyped, or was revoked, or has expired. Ask an admin of your team for a new one.',
  },
  api_key_in_address: {
    status: 400,
    message:
      'Never send an API key in an address, where logs keep it. Rotate this key, and send it in the header X-Api-Key.',
  },
  api_key_not_accepted: { status: 403, message: "This address doesn't accept an API key. Log in instead." },
  api_key_scope_missing: {
    status: 403,
    message: 'This API key lacks the scope for this. Add the scope, or use another key.',
  },
  api_key_network_forbidden: { status: 403, message: "This API key can't be used from your network." },
  api_key_not_found: { status: 404, message: 'Your team has no such API key.' },
  api_key_credits_used: {
    status: 402,
    message: 'This API key has used up its credits. Raise its limit, or wait.',
  },
  too_many_api_keys: { status: 409, message: 'Your team has the maximum number of API keys. Revoke one first.' },
  webhook_not_found: { status: 404, message: 'Your team has no such webhook.' },
  webhook_message_not_found: { status: 404, message: "This message doesn't exist or is older than 30 days." },
  webhook_disabled: { status: 409, message: 'This webhook is disabled. Enable it first.' },
  too_many_webhooks: { status: 409, message: 'Your team has the maximum number of webhooks. Remove one first.' },
  improvements_off: {
    status: 403,
    message: "This installation doesn't keep pictures to learn from. Its operator can turn that on.",
  },
  login_to_save: { status: 401, message: 'Please log in to save your image' },
  forbidden: { status: 403, message: "Your account can't do this. Ask an admin of your team." },
  team_not_found: { status: 404, message: "This team doesn't exist or never had credits." },
  replay_not_found: { status: 404, message: 'There is no such replay, or what it made is gone.' },
  staff_second_factor_missing: {
    status: 403,
    message: 'Staff need a second factor. Set one up in My account, then come back.',
  },
  adjustment_limit_reached: {
    status: 409,
    message: 'That exceeds your limit for today (UTC). Ask a colleague, or continue tomorrow.',
  },
  access_not_granted: {
    status: 403,
    message: "The picture's owner did not let staff look at it, or no longer does.",
  },
  message_not_found: { status: 404, message: "This message doesn't exist or was erased." },
  read_model_not_found: { status: 404, message: "This read model doesn't exist." },
  grant_not_found: { status: 404, message: 'There is no such grant.' },
  credentials_incorrect: { status: 400, message: 'The username and/or password is incorrect' },
  user_disabled: { status: 403, message: 'User is disabled' },
  too_many_attempts: {
    status: 429,
    message: 'Too many attempts. Wait a few minutes, or reset your password.',
  },
  credits_asked_already: {
    status: 429,
    message: 'You asked the admins of your team for credits today already. Ask again tomorrow.',
  },
  email_exists: {
    status: 409,
    message: 'There is already an account with this email address. Log in, or reset the password.',
  },
  password_common: {
    status: 400,
    message: 'This password is too common and easy to guess. Choose another one.',
  },
  password_incorrect: { status: 400, message: 'The current password is incorrect' },
  link_expired: {
    status: 400,
    message: 'This link has expired or was used already. Ask for a new one.',
  },
  link_of_other_account: {
    status: 403,
    message: 'This link belongs to another account. Log in with the address it was sent to, then open it again.',
  },
  address_unproved: {
    status: 403,
    message: 'Confirm your email address first: open the link we sent you when you signed up.',
  },
  second_factor_required: {
    status: 403,
    message: 'Send a second factor: a passkey, a code from your authenticator app or a recovery code.',
  },
  second_factor_expired: { status: 400, message: 'This login took too long. Log in again.' },
  code_incorrect: { status: 400, message: 'This code is not right, or was used before. Wait for the next one.' },
  second_factor_exists: { status: 409, message: 'You already have an authenticator app. Remove it first.' },
  second_factor_missing: { status: 409, message: 'You have no second factor yet. Set one up first.' },
  passkey_refused: { status: 400, message: 'This passkey was not accepted. Try again, or use another way.' },
  passkey_not_found: { status: 404, message: 'Your account has no such passkey.' },
  too_many_passkeys: { status: 409, message: 'Your account has the maximum number of passkeys. Remove one first.' },
  second_factor_setup_required: {
    status: 403,
    message: 'Your team requires a second factor. Set one up in your account first.',
  },
  third_party_login_not_found: { status: 404, message: 'Your account has no such login.' },
  last_way_in: { status: 409, message: 'This is the only way into your account. Set a password first.' },
  proof_required: {
    status: 403,
    message: 'Confirm that it is you first, with POST /api/auth/step-up/, or log in again.',
  },
  human_check_failed: { status: 400, message: 'Please confirm that you are human and try again.' },
  mail_unavailable: { status: 503, message: 'Mail cannot be sent at the moment. Try again in a few minutes.' },
  oidc_not_configured: { status: 404, message: 'Third-party login is not set up here.' },
  session_not_found: { status: 404, message: "This session doesn't exist or has ended." },
  user_not_found: { status: 404, message: 'Your team has no such user.' },
  last_admin: {
    status: 409,
    message: 'A team needs an admin. Make another user an admin first.',
  },
  own_account_removal: {
    status: 409,
    message: 'You cannot remove yourself from the team. Close your account with POST /api/user/me/close/.',
  },
  own_account_disabling: { status: 409, message: 'You cannot disable yourself. Ask another admin of your team.' },
  user_pending: { status: 409, message: 'This person has not joined yet. Delete the invitation instead.' },
  account_closing_forbidden: {
    status: 403,
    message: 'Your team lets only admins close this account. Ask an admin of your team.',
  },
  invitation_not_pending: { status: 409, message: 'This person has already joined.' },
  link_images_failed: { status: 403, message: 'Failed to link images' },
  no_credits: { status: 402, message: 'No credits available. Please add credits' },
  billing_unavailable: { status: 503, message: 'Payments are unavailable at the moment. Try again in a few minutes.' },
  nothing_sold: { status: 404, message: "This installation doesn't sell credits. Ask its operator for some." },
  price_not_found: { status: 404, message: 'This price is not sold. Reload the prices and choose again.' },
  currency_not_offered: { status: 400, message: 'This currency is not offered. Choose another one.' },
  currency_locked: {
    status: 409,
    message: 'Your subscription is in another currency. You can change it once the subscription has ended.',
  },
  no_subscription: { status: 409, message: 'Your team has no subscription. Choose a plan first.' },
  subscription_exists: { status: 409, message: 'Your team has a subscription already. Change its plan instead.' },
  subscription_pending: {
    status: 409,
    message: 'A payment is under way. Finish it, or wait until it is confirmed, before you begin another.',
  },
  subscription_scheduled_elsewhere: {
    status: 409,
    message: 'A change of this subscription was scheduled by hand. Ask us to take it back first.',
  },
  not_on_trial: { status: 409, message: 'There is no trial to end.' },
  trial_used: { status: 409, message: 'The trial has already been used. Choose a plan.' },
  nothing_to_retry: { status: 409, message: 'No payment has failed, so there is none to try again.' },
  preview_outdated: { status: 409, message: 'This amount is out of date. Check it again, then confirm.' },
  nothing_to_resume: { status: 409, message: 'This subscription was not cancelled.' },
  payment_method_not_found: { status: 404, message: 'This payment method does not exist. Add it again.' },
  payment_method_in_use: {
    status: 409,
    message:
      'This payment method pays for your subscription. Cancel the subscription first, or choose another default.',
  },
  payment_method_required: { status: 409, message: 'Add a payment method first.' },
  vat_number_invalid: { status: 400, message: 'This is no valid VAT number of that country.' },
  webhook_signature_invalid: { status: 400, message: 'The signature of this webhook is not valid.' },
  amex_not_accepted: { status: 402, message: 'American Express is not accepted. Use another card.' },
  card_declined: { status: 402, message: 'Your card was declined. Add a different payment method and retry.' },
  card_declined_too_often: {
    status: 402,
    message: 'Your card was declined too many times. You can try again in 24 hours.',
  },
  card_expired: { status: 402, message: 'Your card has expired. Use another card.' },
  card_cvc_incorrect: { status: 402, message: "Your card's security code is incorrect." },
  card_number_incorrect: { status: 402, message: 'Your card number is incorrect.' },
  card_postal_code_incorrect: { status: 402, message: 'The postal code does not match your card.' },
  card_insufficient_funds: { status: 402, message: 'Your card has insufficient funds. Use another card.' },
  card_expiry_month_invalid: { status: 402, message: "Your card's expiry month is invalid." },
  card_expiry_year_invalid: { status: 402, message: "Your card's expiry year is invalid." },
  card_processing_error: {
    status: 402,
    message: 'An error occurred while your card was processed. Try again in a moment.',
  },
  card_authentication_failed: {
    status: 402,
    message: 'The payment was not confirmed with your bank. Try again, or use another payment method.',
  },
  payment_try_another_method: { status: 402, message: 'This payment method was refused. Try another one.' },
  save_queued: {
    status: 503,
    message: 'This save is still waiting. Send it again in a moment: it keeps its place and is charged at most once.',
  },
  save_failed: {
    status: 500,
    message: 'The picture could not be saved. Nothing was charged. Try saving it again.',
  },
  render_failed: {
    status: 500,
    message: 'The HD file could not be made. Your credit was refunded. Try saving again in a moment.',
  },
  refine_failed: {
    status: 422,
    message: 'The edge could not be refined. The picture is as it was; try again in a moment.',
  },
  edit_unreadable: {
    status: 422,
    message:
      'A brush stroke or background of this picture is damaged, so the HD file could not be made. Your credit was refunded. Undo that edit, then save again.',
  },
  subject_lost: {
    status: 422,
    message:
      'The HD file would not show the subject, so it was not made. Your credit was refunded. Mark the subject with a box or the brush, then save again.',
  },
  nothing_saved: {
    status: 409,
    message: 'This picture has not been saved in HD yet. Save it first, then download it.',
  },
  save_not_found: { status: 404, message: 'There is no such save, or it is not yours.' },
  operation_not_found: { status: 404, message: 'This picture has no such edit to go back to.' },
  too_many_edits: {
    status: 409,
    message:
      'This picture has the maximum number of edits. You can still save it as it is. To edit further, upload it again.',
  },
  too_many_backgrounds: {
    status: 409,
    message:
      'This picture already has the maximum number of your own backgrounds. Choose one of them, or upload the picture again.',
  },
  too_many_exports: {
    status: 409,
    message: 'This picture was exported in the maximum number of formats. Download one of those, or the PNG.',
  },
  mask_invalid: {
    status: 422,
    message: 'Send the mask as a PNG that fits its bounding box, with the box inside the picture.',
  },
  background_not_found: { status: 404, message: 'This picture has no such background.' },
  background_required: { status: 422, message: 'A JPG cannot be transparent. Choose a background colour.' },
  bulk_full: { status: 409, message: 'A bulk upload holds up to 100 pictures. Start another one.' },
  bulk_not_in_plan: { status: 403, message: 'Your plan does not include bulk upload.' },
  export_failed: { status: 500, message: 'The file could not be made in that format. Try again, or take the PNG.' },
  file_damaged: {
    status: 500,
    message: 'The stored file is damaged, so it is not handed out. Tell us the error id, and we look for a copy.',
  },
  range_not_satisfiable: { status: 416, message: 'The file is shorter than that. Ask for a range within it.' },
  adjustment_too_large: {
    status: 409,
    message: "The team doesn't have that many credits. Take away fewer.",
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'The Idempotency-Key header must be 1 to 255 printable characters.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used with other content. Use a new key.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still under way. Send it again in a moment.',
  },
  picture_required: { status: 400, message: 'Send the picture as one of file, fileBase64 or url.' },
  transaction_not_found: { status: 404, message: "This picture doesn't exist or isn't yours." },
  image_expired: { status: 410, message: 'This picture was deleted 24 hours after its upload. Upload it again.' },
  image_not_ready: { status: 409, message: 'We are still working on this picture. Try again in a moment.' },
  image_failed: { status: 409, message: 'The background of this picture could not be removed.' },
  regions_failed: {
    status: 409,
    message: 'The magic brush is unavailable for this picture. Use the normal brush.',
  },
  file_empty: { status: 400, message: 'The file is empty. Send the bytes of a PNG, JPG or WEBP picture as the body.' },
  file_too_large: { status: 413, message: 'Image is too large, please select smaller image (25 MB at most).' },
  file_type_unsupported: {
    status: 415,
    message:
      'This is not a picture we can read. Supported: PNG, JPG, WEBP. Save HEIC, AVIF, GIF, TIFF, BMP or SVG as one of them first.',
  },
  file_corrupt: {
    status: 422,
    message: 'The picture is damaged or incomplete. Save or download it again, then upload it.',
  },
  image_too_many_pixels: {
    status: 422,
    message: 'The picture has too many pixels: 50 megapixels and 16,384 pixels a side at most.',
  },
  upload_interrupted: { status: 400, message: 'The upload stopped before the whole file arrived. Try again.' },
  url_required: { status: 400, message: 'You must enter a URL' },
  url_invalid: { status: 400, message: 'Please enter a valid image URL' },
  url_forbidden: {
    status: 422,
    message: 'Clearcut does not fetch from this address. Use a public http or https address.',
  },
  url_unreachable: {
    status: 422,
    message:
      'We could not fetch a picture from that address. Open it in your browser, save the picture and upload the file.',
  },
  url_timeout: {
    status: 422,
    message: 'That address took too long to answer. Try again, or download the picture and upload it.',
  },
  subject_not_found: {
    status: 422,
    message: 'No subject was found in this picture. Mark it with a box or a click, or try another picture.',
  },
  subject_outside: {
    status: 422,
    message: 'The box or point is outside the picture, or the box is smaller than 16 pixels.',
  },
  image_unreadable: {
    status: 422,
    message: 'We could not read the picture. Save it again as PNG or JPG, then upload it.',
  },
  model_missing: {
    status: 409,
    message: 'The model chosen for this picture is no longer installed. Your first picture is unchanged.',
  },
  background_removal_failed: {
    status: 500,
    message: "We couldn't remove the background, try again or another picture.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

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
  /** Says more of this case than the catalogue does. */
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
  /** Set when it is known better than the status implies. */
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
