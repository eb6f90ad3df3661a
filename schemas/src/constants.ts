/** Business constants and limits (docs/product.md, Constants). */
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;

/**
 * Decompression-bomb limit on decoded pixels. Real cameras stay far below; a 20,000 × 20,000 PNG of a few kB does not.
 */
export const MAX_PIXELS = 50_000_000;

/** Pixels; the longest side that every decoder and encoder handles. */
export const MAX_SIDE = 16_384;

/** Pixels; a smaller box shows a model nothing. */
export const MIN_BOX_SIDE = 16;

/** Larger boxes send their mask at a smaller scale. */
export const MAX_MASK_PIXELS = 4_194_304;

/** Longest side of the free preview, in pixels. */
export const PREVIEW_MAX_SIDE = 500;

/** Pixels. */
export const MAX_OUTPUT_SIDE = 5_000;

export const IMAGE_RETENTION_MS = 24 * 60 * 60 * 1000;

/** Sniffed from the bytes, never from name or header. */
export const IMAGE_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageMediaType = (typeof IMAGE_MEDIA_TYPES)[number];

export const HD_SAVE_CREDITS = 1;

export const BULK_MAX_IMAGES = 100;

export const PLANS = ['trial', 'starter', 'professional', 'business', 'enterprise', 'ultimate'] as const;
export type Plan = (typeof PLANS)[number];

/** Bounds what each command reads. */
export const MAX_OPERATIONS = 2_000;
export const MAX_BACKGROUNDS = 20;
export const MAX_EXPORTS = 500;
/** Edits, undo, redo, subjects, save requests and idempotency records together. */
export const MAX_CHANGES = 10_000;

/** Default settings of the editor (docs/product.md, Editor); lengths in preview pixels. */
export const EDITOR_DEFAULTS = { blur: 5, brushSize: 20, zoomLevel: 1 } as const;

/** Polling while a transaction is PENDING (docs/product.md, Cut-outs). */
export const POLL = { stepMs: 300, doubleAfterMs: 2_000, maxSteps: 5, giveUpAfterMs: 60_000 } as const;

/** When the owner of a waiting picture sees its place in the queue. Counting stops at `countedTo`. */
export const QUEUE = { shownAfterMs: 2_000, shownFrom: 5, countedTo: 1_000 } as const;

export const PAGE_SIZES = [10, 20, 50] as const;
export const MAX_PAGE = 10_000;
export const EDITOR_PAGE_SIZE = 7;

/** Languages of accounts; those with complete texts are offered. */
export const LANGUAGES = [
  'en',
  'es',
  'ar',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'fi',
  'fr',
  'he',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lv',
  'ms',
  'nb',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'th',
  'tr',
  'uk',
  'zh',
] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

export const MAX_EMAIL_LENGTH = 254;
export const MAX_BILLING_CONTACTS = 20;
export const MAX_NAME_LENGTH = 50;
export const MAX_PASSWORD_LENGTH = 128;
/** Default of PASSWORD_MIN_LENGTH (docs/product.md, Accounts). */
export const MIN_PASSWORD_LENGTH = 8;

/** Lifetimes of links in mails. Each works once. */
export const RESET_LINK_MS = 60 * 60 * 1000;
export const MAGIC_LINK_MS = 10 * 60 * 1000;
export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;
export const PROOF_LINK_MS = 3 * 24 * 60 * 60 * 1000;

/** Counted from login, regardless of use. */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** Ends earlier when unused for this long. */
export const SESSION_IDLE_MS = 14 * 24 * 60 * 60 * 1000;
/** Both for users with a role in the support console. */
export const STAFF_SESSION = { lifetimeMs: 12 * 60 * 60 * 1000, idleMs: 30 * 60 * 1000 } as const;

export const RECOVERY_CODES = 10;
export const RECENT_PROOF_MS = 10 * 60 * 1000;
export const PASSKEYS = { perAccount: 20, nameLength: 60, challengeMs: 5 * 60 * 1000 } as const;

export const MAX_CONTACT_FILE_BYTES = 5 * 1024 * 1024;
export const CONTACT_SUBJECT_LENGTH = 255;
export const CONTACT_TEXT_LENGTH = 2000;

export const TEMPLATES = { perTeam: 100, nameLength: 60 } as const;

export const MIN_AGE_YEARS = 18;

export const STARTER_TEAMS_PER_NETWORK = 20;

/** After an account is closed (docs/product.md, Retention). */
export const RETENTION_YEARS = { account: 5, billing: 7, support: 3 } as const;

export const SUPPORT = { reasonLength: 500, errorDays: 30, adjustedPerDay: 500, replayFilesMinutes: 60 } as const;

export const API_KEYS = {
  perTeam: 50,
  networks: 20,
  labelLength: 60,
  overlapDays: 7,
  logDays: 7,
  daysOfUse: 30,
} as const;

/** UTC day. */
export const TEST_KEY_PICTURES_PER_DAY = 100;

/** A compatible interface applies a repeated request once within this time. */
export const REPEAT_MS = 15 * 60 * 1000;

export const WEBHOOKS = {
  perTeam: 10,
  keptDays: 30,
  overlapHours: 24,
  failingDays: 5,
  lowCredits: 10,
} as const;

export const PAGE_OF_PICTURES = 20;
export const MAX_PAGE_OF_PICTURES = 100;
