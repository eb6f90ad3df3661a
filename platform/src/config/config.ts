import { resolve } from 'node:path';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type Plan, PLANS } from '@clearcut/schemas/constants';
import { z } from 'zod';
import { checkOutside, networks, type OutsideConfig, outsideOf, outsideSettings } from './integrations.ts';
import { type PrivateHost, privateHosts } from './private-hosts.ts';
import { projectRoot } from './project.ts';
import { type Quotas, quotaSettings, quotasOf } from './quotas.ts';
import { checkScale, type ScaleConfig, scaleOf, scaleSettings } from './infrastructure.ts';
import { readSecretFiles } from './secret-files.ts';
import { wholeNumber } from './whole-number.ts';
import { checkSite, type SiteConfig, siteOf, siteSettings } from './site.ts';

/** A setting is wrong. The message is one line for the person who started the product: each bad setting and what it should be. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

export interface Config extends OutsideConfig, ScaleConfig, SiteConfig {
  readonly quotas: Quotas;
  /** TCP port of the HTTP server; 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder that holds the database, the pictures and the logs. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Said by the launcher alone, of its embedded PostgreSQL: no process of another version works on it beside ours. */
  readonly ownsDatabase: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Base address of a collector of traces. Undefined: nothing is traced. */
  readonly tracesEndpoint: string | undefined;
  /** Name of a bundled or installed model. Undefined: the one chosen with `npm run models -- use`, else the bundled one. */
  readonly model: string | undefined;
  /** Name of the model that looks again before a matte is refined. Undefined: the first one's matte is refined. */
  readonly modelBest: string | undefined;
  /** Absolute path of the user's own list of models to install, beside the bundled one. */
  readonly modelsRegistry: string | undefined;
  /** Of 32 bytes each, the newest first. Empty: a key that is made once and lies below `dataDir`. */
  readonly encryptionKeys: readonly Buffer[];
  /** Of passwords that are set from now on. */
  readonly passwordMinLength: number;
  /** Uploads that one address may send in a minute, to each process. */
  readonly uploadsPerMinute: number;
  /** Sign-ups that one network may send at once, before it waits 12 s for each. */
  readonly signUpsAtOnce: number;
  /** Free space below which `/readyz` says that something is wrong, in megabytes; 0 never does. */
  readonly minFreeSpaceMb: number;
  /** Credits that a new team gets once its founder has proved their address. */
  readonly starterCredits: number;
  /** Plans that allow bulk upload; `all` goes for teams without a plan too. */
  readonly bulkUploadPlans: 'all' | readonly Plan[];
  /** Whether pictures that clients of `/v1.0/improve` send are kept. */
  readonly keepImprovements: boolean;
  /** Whether `/api/remove` answers as rembg's server does. */
  readonly rembgFacade: boolean;
  /** Networks whose programs need no key there. */
  readonly rembgNetworks: readonly string[];
  /** Hosts inside that picture addresses and webhooks may lead to. */
  readonly allowedPrivateHosts: readonly PrivateHost[];
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** `all`, `none`, or names of plans with commas between them; with all of them named it is `all`, so goes for teams without one too. */
const plans = z.string().transform((text, context): 'all' | Plan[] => {
  if (text === 'all') return 'all';
  const names = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  const known = PLANS.filter((plan) => names.includes(plan));
  if (names.length === known.length) return known.length === PLANS.length ? 'all' : known;
  context.addIssue({ code: 'custom', message: `must be all, none, or some of ${PLANS.join(', ')}` });
  return z.NEVER;
});

const KEY_BYTES = 32;

/** In base64, with commas between them. */
const keys = z
  .string()
  .transform((text) => text.split(',').map((key) => Buffer.from(key.trim(), 'base64')))
  .refine(
    (all) => all.every(({ length }) => length === KEY_BYTES),
    `must be keys of ${KEY_BYTES} bytes in base64 with commas between them, such as openssl rand -base64 ${KEY_BYTES} makes`,
  );

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .default(false);

const modelName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be the name of a model, such as clearcut-2; npm run models -- list names them');

export const settings = {
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address to listen on, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgres://user:password@host:5432/database')
    // Where one of these signs stands before the @, what should be the password passes for a host and port, which messages tell.
    .refine(
      (text) => URL.canParse(text) && !/^[^/?#]*[/?#].*@/.test(text.slice(text.indexOf('//') + 2)),
      'must look like postgres://user:password@host:5432/database, with %2F, %23 and %3F for /, # and ? in the password',
    )
    .optional(),
  OWNS_DATABASE: flag,
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must look like http://collector:4318')
    .optional(),
  MODEL: modelName.optional(),
  MODEL_BEST: modelName.optional(),
  MODELS_REGISTRY: z.string().optional(),
  ENCRYPTION_KEYS: keys.default([]),
  PASSWORD_MIN_LENGTH: wholeNumber(1, MAX_PASSWORD_LENGTH).default(MIN_PASSWORD_LENGTH),
  UPLOADS_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  SIGN_UPS_AT_ONCE: wholeNumber(1, 1_000_000).default(20),
  MIN_FREE_SPACE_MB: wholeNumber(0, 1_000_000_000).default(500),
  STARTER_CREDITS: wholeNumber(0, 1_000_000).default(3),
  BULK_UPLOAD_PLANS: plans.default('all'),
  ...quotaSettings,
  KEEP_IMPROVEMENTS: flag,
  REMBG_FACADE: flag,
  REMBG_NETWORKS: networks.optional(),
  ALLOWED_PRIVATE_HOSTS: privateHosts.optional(),
  ...outsideSettings,
  ...scaleSettings,
  ...siteSettings,
};

/** Names of all settings that are read. */
export const settingNames = Object.keys(settings) as readonly (keyof typeof settings)[];

/**
 * Reads and checks the settings. An empty setting counts as one that is not there, as in most shells and compose files.
 * @param env gets the passwords of the clients of PostgreSQL and S3 whose files it names
 * @throws ConfigError
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const lines = new Map<string, string>();
  const secrets = readSecretFiles(env, (name, rule) => lines.set(name, rule));
  const given = Object.fromEntries(
    settingNames.map((name) => [name, secrets[name] ?? (env[name]?.trim() || undefined)]),
  );
  const parsed = z
    .object(settings)
    .superRefine(checkOutside)
    .superRefine(checkScale)
    .superRefine(checkSite)
    .safeParse(given);
  // The value stays out of the message: DATABASE_URL holds a password, and the line may end in a log.
  for (const { path, message } of parsed.error?.issues ?? []) lines.set(String(path[0]), message);
  if (!parsed.success || lines.size > 0) {
    throw new ConfigError([...lines].map(([name, message]) => `The setting ${name} ${message}.`).join(' '));
  }
  return {
    port: parsed.data.PORT,
    host: parsed.data.HOST,
    dataDir: resolve(projectRoot, parsed.data.DATA_DIR),
    databaseUrl: parsed.data.DATABASE_URL,
    ownsDatabase: parsed.data.OWNS_DATABASE,
    logLevel: parsed.data.LOG_LEVEL,
    tracesEndpoint: parsed.data.OTEL_EXPORTER_OTLP_ENDPOINT,
    model: parsed.data.MODEL,
    modelBest: parsed.data.MODEL_BEST,
    modelsRegistry: parsed.data.MODELS_REGISTRY && resolve(projectRoot, parsed.data.MODELS_REGISTRY),
    encryptionKeys: parsed.data.ENCRYPTION_KEYS,
    passwordMinLength: parsed.data.PASSWORD_MIN_LENGTH,
    uploadsPerMinute: parsed.data.UPLOADS_PER_MINUTE,
    signUpsAtOnce: parsed.data.SIGN_UPS_AT_ONCE,
    minFreeSpaceMb: parsed.data.MIN_FREE_SPACE_MB,
    starterCredits: parsed.data.STARTER_CREDITS,
    bulkUploadPlans: parsed.data.BULK_UPLOAD_PLANS,
    quotas: quotasOf(parsed.data),
    keepImprovements: parsed.data.KEEP_IMPROVEMENTS,
    rembgFacade: parsed.data.REMBG_FACADE || parsed.data.REMBG_NETWORKS !== undefined,
    rembgNetworks: parsed.data.REMBG_NETWORKS ?? [],
    allowedPrivateHosts: parsed.data.ALLOWED_PRIVATE_HOSTS ?? [],
    ...outsideOf(parsed.data),
    ...scaleOf(parsed.data),
    ...siteOf(parsed.data),
  };
}
