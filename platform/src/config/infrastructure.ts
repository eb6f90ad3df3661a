import { z } from 'zod';
import { checkCompanions, type Companions } from './required-together.ts';

export interface ScaleConfig {
  /** Undefined: the log in the database. */
  readonly eventStoreUrl: string | undefined;
  /** Undefined: a folder below `dataDir`. */
  readonly blobStore:
    | {
        readonly bucket: string;
        readonly region: string;
        /** Undefined: Amazon. */
        readonly endpoint: string | undefined;
        /** Browsers must reach the bucket's server. */
        readonly presigned: boolean;
      }
    | undefined;
  /** Undefined: the queue in the database. */
  readonly kafka:
    | {
        readonly brokers: readonly string[];
        /** Lets installations share brokers. */
        readonly prefix: string;
        readonly tls: boolean;
        /** Undefined: no authentication. */
        readonly sasl:
          | { readonly mechanism: SaslMechanism; readonly username: string; readonly password: string }
          | undefined;
      }
    | undefined;
}

const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
type SaslMechanism = (typeof SASL_MECHANISMS)[number];

/** S3's rules; the bucket becomes part of a host name. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const DEFAULT_REGION = 'us-east-1';

function parseBlobStore(text: string): ScaleConfig['blobStore'] {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, pathname, searchParams, username, hash } = new URL(text);
  const { endpoint, region = DEFAULT_REGION, downloads, ...others } = Object.fromEntries(searchParams);
  const isPlain = ['', '/'].includes(pathname) && username === '' && hash === '' && Object.keys(others).length === 0;
  const isReachable = endpoint === undefined || /^https?:\/\/[^/?#@]+\/?$/.test(endpoint);
  if (protocol !== 's3:' || !BUCKET.test(hostname) || !isPlain || !isReachable || region === '') return undefined;
  if (downloads !== undefined && downloads !== 'presigned') return undefined;
  return { bucket: hostname, region, endpoint, presigned: downloads === 'presigned' };
}

/** The client ends the host at the first colon. */
function isBroker(text: string): boolean {
  const port = Number(/^[\w.-]+:(\d{1,5})$/.exec(text)?.[1] ?? 0);
  return port > 0 && port < 65_536;
}

export const scaleSettings = {
  EVENT_STORE_URL: z
    .string()
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/, 'must look like esdb://user:password@host:2113?tls=true')
    // The client knows only the server's former name.
    .transform((text) => text.replace(/^kurrentdb/, 'esdb'))
    .optional(),
  BLOB_STORE_URL: z
    .string()
    .transform((text, context) => {
      const parsed = parseBlobStore(text);
      if (parsed !== undefined) return parsed;
      context.addIssue('must look like s3://bucket?region=eu-central-1 or s3://bucket?endpoint=https://s3.example.com');
      return z.NEVER;
    })
    .optional(),
  KAFKA_BROKERS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isBroker), 'must be addresses such as kafka-1:9092, kafka-2:9092')
    .optional(),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be letters, digits, ".", "_" or "-", 100 at most')
    .default('clearcut.'),
  KAFKA_TLS: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .default(false),
  KAFKA_SASL: z.enum(SASL_MECHANISMS, `must be one of ${SASL_MECHANISMS.join(', ')}`).optional(),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
};

type Given = z.infer<z.ZodObject<typeof scaleSettings>>;

const COMPANIONS: Companions<Given> = [
  ['KAFKA_SASL', 'KAFKA_USERNAME'],
  ['KAFKA_SASL', 'KAFKA_PASSWORD'],
  ['KAFKA_USERNAME', 'KAFKA_SASL'],
  ['KAFKA_PASSWORD', 'KAFKA_SASL'],
];

export function checkScale(given: Given, context: z.RefinementCtx): void {
  checkCompanions(COMPANIONS, given, context);
  if (given.KAFKA_SASL !== 'plain' || given.KAFKA_TLS) return;
  const message = 'must be true when KAFKA_SASL is plain, which sends the password as it is';
  context.addIssue({ code: 'custom', path: ['KAFKA_TLS'], message });
}

export function scaleOf(given: Given): ScaleConfig {
  return {
    eventStoreUrl: given.EVENT_STORE_URL,
    blobStore: given.BLOB_STORE_URL,
    kafka: given.KAFKA_BROKERS && {
      brokers: given.KAFKA_BROKERS,
      prefix: given.KAFKA_TOPIC_PREFIX,
      tls: given.KAFKA_TLS,
      sasl: saslOf(given),
    },
  };
}

function saslOf(given: Given): NonNullable<ScaleConfig['kafka']>['sasl'] {
  const { KAFKA_SASL: mechanism, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = given;
  if (mechanism === undefined || username === undefined || password === undefined) return undefined;
  return { mechanism, username, password };
}
