/** Business constants and limits (docs/product.md, Constants). Server and client import them from here. */
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;

/**
 * Decompression-bomb limit: pixels a decoded picture may have. 25 MB files of real cameras stay far below it; a
 * 20,000 x 20,000 PNG of a few kB does not.
 */
export const MAX_PIXELS = 50_000_000;

/** No side may be longer than this: what every decoder and encoder of the pipeline still handles. */
export const MAX_SIDE = 16_384;

/** Pixels a side of the box around a chosen subject must have: a shorter one shows no model anything. */
export const MIN_BOX_SIDE = 16;

/** Pixels a mask may have at most: a box that is larger is sent at a smaller scale and stretched. */
export const MAX_MASK_PIXELS = 4_194_304;

/** Longest side of the free preview, in pixels. */
export const PREVIEW_MAX_SIDE = 500;

/** Pixels that a side of an HD file may have at most where its size is chosen: more than a shop or a network asks for. */
export const MAX_OUTPUT_SIDE = 5_000;

export const IMAGE_RETENTION_MS = 24 * 60 * 60 * 1000;

/** Media types that can be uploaded, told from the bytes and never from the name or the header. */
export const IMAGE_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageMediaType = (typeof IMAGE_MEDIA_TYPES)[number];

/** Credits that one HD save costs. */
export const HD_SAVE_CREDITS = 1;

/** Pictures of one bulk upload, and of one archive, at most. */
export const BULK_MAX_IMAGES = 100;

/** Names of the plans, as settings use them (docs/product.md, Credits). */
export const PLANS = ['trial', 'starter', 'professional', 'business', 'enterprise', 'ultimate'] as const;
export type Plan = (typeof PLANS)[number];

/** What one picture may have of each: far more than a person draws, and few enough to be read for each command. */
export const MAX_OPERATIONS = 2_000;
export const MAX_BACKGROUNDS = 20;
export const MAX_EXPORTS = 500;
/** Edits, undo and redo, choices of the subject, requests to save, and what is remembered under a key, all together. */
export const MAX_CHANGES = 10_000;

/** Default settings of the editor (docs/product.md, Editor); lengths in preview pixels. */
export const EDITOR_DEFAULTS = { blur: 5, brushSize: 20, zoomLevel: 1 } as const;

/** How the client waits for a transaction to leave PENDING (docs/product.md, Cut-outs). */
export const POLL = { stepMs: 300, doubleAfterMs: 2_000, maxSteps: 5, giveUpAfterMs: 60_000 } as const;

/**
 * When the owner of a waiting picture is told how many are before it: not in the first moments, and not when it is nearly its turn.
 * The count stops at `countedTo`.
 */
export const QUEUE = { toldAfterMs: 2_000, toldFrom: 5, countedTo: 1_000 } as const;

/** Page sizes a list may be asked for; the first is the default. */
export const PAGE_SIZES = [10, 20, 50] as const;
export const MAX_PAGE = 10_000;
export const EDITOR_PAGE_SIZE = 7;

/** Languages an account can have (docs/product.md, Languages). The client offers those whose texts are complete. */
export const LANGUAGES = [
  'en', 'es', 'ar', 'bg', 'ca', 'cs', 'da', 'de', 'el', 'fi', 'fr', 'he', 'hr', 'hu', 'id', 'it', 'ja',
  'ko', 'lv', 'ms', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th', 'tr', 'uk', 'zh',
] as const; // prettier-ignore
export type LanguageCode = (typeof LANGUAGES)[number];

export const MAX_EMAIL_LENGTH = 254;
export const MAX_NAME_LENGTH = 50;
export const MAX_PASSWORD_LENGTH = 128;
/** The default of the setting PASSWORD_MIN_LENGTH (docs/product.md, Accounts). */
export const MIN_PASSWORD_LENGTH = 8;

/** How long links in mails work. Each works once. */
export const RESET_LINK_MS = 60 * 60 * 1000;
export const MAGIC_LINK_MS = 10 * 60 * 1000;
export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;
export const PROOF_LINK_MS = 3 * 24 * 60 * 60 * 1000;

/** A session ends this long after its login, however much it is used. */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** It ends earlier when it is not used for this long. */
export const SESSION_IDLE_MS = 14 * 24 * 60 * 60 * 1000;
/** Both for people with a role in the support console. */
export const STAFF_SESSION = { lifetimeMs: 12 * 60 * 60 * 1000, idleMs: 30 * 60 * 1000 } as const;

/** Codes that stand in for a lost second factor, and how long a proof of the owner counts for what needs a recent one. */
export const RECOVERY_CODES = 10;
export const RECENT_PROOF_MS = 10 * 60 * 1000;
/** Passkeys: of an account, letters of a name, and how long a browser has to answer a challenge. */
export const PASSKEYS = { perAccount: 20, nameLength: 60, challengeMs: 5 * 60 * 1000 } as const;

/** Of the contact form: its one file, and its texts. */
export const MAX_CONTACT_FILE_BYTES = 5 * 1024 * 1024;
export const CONTACT_SUBJECT_LENGTH = 255;
export const CONTACT_TEXT_LENGTH = 2000;

/** Templates (docs/product.md, Editor): of a team, and letters of a name. */
export const TEMPLATES = { perTeam: 100, nameLength: 60 } as const;

/** Of a person who signs up. */
export const MIN_AGE_YEARS = 18;

/** For how many years facts are kept after an account was closed (docs/product.md, Retention). */
/** New teams of one network that get starter credits within a day. */
export const STARTER_TEAMS_PER_NETWORK = 20;

export const RETENTION_YEARS = { account: 5, billing: 7, support: 3 } as const;

/** The support console (docs/product.md, Support): letters of a reason, and days for which Error IDs are found. */
export const SUPPORT = { reasonLength: 500, errorDays: 30, adjustedPerDay: 500, replayFilesMinutes: 60 } as const;

/** API keys (docs/product.md, API keys). A team's keys, networks of one key, letters of its label, and what is kept for how long. */
export const API_KEYS = {
  perTeam: 50,
  networks: 20,
  labelLength: 60,
  overlapDays: 7,
  logDays: 7,
  daysOfUse: 30,
} as const;

/** What a test key may do in a day, UTC. */
export const TEST_KEY_PICTURES_PER_DAY = 100;

/** A request of the compatible interfaces that is repeated within this time, with the same key and content, has its effect once. */
export const REPEAT_MS = 15 * 60 * 1000;

/**
 * Webhooks (docs/product.md, Webhooks). A team's endpoints, how long messages are kept and an old secret is signed with, after how many days of
 * failure an endpoint is disabled, and how many credits are few.
 */
export const WEBHOOKS = {
  perTeam: 10,
  keptDays: 30,
  overlapHours: 24,
  failingDays: 5,
  lowCredits: 10,
} as const;

/** Pictures that a page of `GET /v1/pictures/` has, and may have. */
export const PAGE_OF_PICTURES = 20;
export const MAX_PAGE_OF_PICTURES = 100;
