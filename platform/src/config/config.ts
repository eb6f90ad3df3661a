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

export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

export interface Config extends OutsideConfig, ScaleConfig, SiteConfig {
  readonly quotas: Quotas;
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** No process of another version uses it. */
  readonly ownsDatabase: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Undefined: no tracing. */
  readonly tracesEndpoint: string | undefined;
  /** Undefined: chosen with `npm run models -- use`, else bundled. */
  readonly model: string | undefined;
  /** Looks again before refinement. */
  readonly modelBest: string | undefined;
  readonly modelsRegistry: string | undefined;
  /** 32 bytes each, newest first. Empty: a generated key. */
  readonly encryptionKeys: readonly Buffer[];
  readonly passwordMinLength: number;
  /** Per address and process. */
  readonly uploadsPerMinute: number;
  /** Burst per network; then one every 12 s. */
  readonly signUpsAtOnce: number;
  /** 0 never fails `/readyz`. */
  readonly minFreeSpaceMb: number;
  /** Without them every save is free, and nothing is sold. */
  readonly hasCredits: boolean;
  readonly starterCredits: number;
  /** Even if the HD file equals the free preview. */
  readonly chargeSmallSaves: boolean;
  /** `all` includes teams without a plan. */
  readonly bulkUploadPlans: 'all' | readonly Plan[];
  readonly keepImprovements: boolean;
  readonly rembgFacade: boolean;
  /** Need no key. */
  readonly rembgNetworks: readonly string[];
  readonly allowedPrivateHosts: readonly PrivateHost[];
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Naming every plan equals `all`, which includes teams without one. */
const plans = z.string().transform((text, context): 'all' | Plan[] => {
  if (text === 'all') return 'all';
  const names = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  const known = PLANS.filter((plan) => names.includes(plan));
  if (names.length === known.length) return known.length === PLANS.length ? 'all' : known;
  context.addIssue({ code: 'custom', message: `must be all, none, or some of ${PLANS.join(', ')}` });
  return z.NEVER;
});

const KEY_BYTES = 32;

/** Base64. */
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

/** An env file keeps both, and a folder of that name would be made. */
const path = z.string().regex(/^[^"'~]/, 'must be a path without quotation marks and without ~');

const modelName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be the name of a model, such as clearcut-2; npm run models -- list names them');

export const settings = {
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address to listen on, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  DATA_DIR: path.default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgres://user:password@host:5432/database')
    // Before the @, these would show part of the password as the host.
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
  MODELS_REGISTRY: path.optional(),
  ENCRYPTION_KEYS: keys.default([]),
  PASSWORD_MIN_LENGTH: wholeNumber(1, MAX_PASSWORD_LENGTH).default(MIN_PASSWORD_LENGTH),
  UPLOADS_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  SIGN_UPS_AT_ONCE: wholeNumber(1, 1_000_000).default(20),
  MIN_FREE_SPACE_MB: wholeNumber(0, 1_000_000_000).default(500),
  CREDITS: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((text) => text === 'on')
    .default(true),
  STARTER_CREDITS: wholeNumber(0, 1_000_000).default(3),
  CHARGE_SMALL_SAVES: flag,
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

export const settingNames = Object.keys(settings) as readonly (keyof typeof settings)[];

function checkCredits({ CREDITS, STRIPE_SECRET_KEY }: z.infer<z.ZodObject<typeof settings>>, context: z.RefinementCtx) {
  if (CREDITS || STRIPE_SECRET_KEY === undefined) return;
  context.addIssue({ code: 'custom', path: ['CREDITS'], message: 'must be on where STRIPE_SECRET_KEY sells credits' });
}

/**
 * Empty settings count as unset.
 * @param env receives the client passwords whose files it names
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
    .superRefine(checkCredits)
    .superRefine(checkOutside)
    .superRefine(checkScale)
    .superRefine(checkSite)
    .safeParse(given);
  // Without the value: DATABASE_URL holds a password.
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
    hasCredits: parsed.data.CREDITS,
    starterCredits: parsed.data.CREDITS ? parsed.data.STARTER_CREDITS : 0,
    chargeSmallSaves: parsed.data.CHARGE_SMALL_SAVES,
    bulkUploadPlans: parsed.data.CREDITS ? parsed.data.BULK_UPLOAD_PLANS : 'all',
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
