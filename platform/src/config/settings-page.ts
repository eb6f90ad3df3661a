import { type settingNames, settings } from './config.ts';
import { secretFileNames } from './secret-files.ts';

type Setting = (typeof settingNames)[number];

type Row = string | readonly [description: string, fallback: string];

interface Section {
  readonly title: string;
  readonly rows: Partial<Record<Setting, Row>>;
}

/** The launcher sets it for its children. */
const INTERNAL: readonly Setting[] = ['OWNS_DATABASE'];

const sections: readonly Section[] = [
  {
    title: 'Server',
    rows: {
      PORT: 'Port of the pages and the API; `0` picks a free one.',
      HOST: 'Address to listen on. `0.0.0.0` opens it to your network, which needs HTTPS ([install](install.md#behind-a-proxy)).',
      DATA_DIR: 'Folder of everything stored: database, pictures, logs.',
      PUBLIC_URL: ['Address people open, such as `https://clearcut.example.com`. Links in mails use it.', 'localhost'],
      BILLING_URL: ['Host of the billing pages, below the main one: `https://billing.…`', '`PUBLIC_URL`'],
      CHECKOUT_URL: ['Host of the checkout, below the main one: `https://pay.…`', '`PUBLIC_URL`'],
      TRUSTED_PROXIES: 'Addresses or networks of proxies in front, whose `X-Forwarded-For` counts.',
      METRICS_NETWORKS: 'Addresses or networks that may read `/metrics`, without a proxy between.',
      MIN_FREE_SPACE_MB: '`/readyz` warns below this much free space where `DATA_DIR` lies; `0` turns it off.',
      LOG_LEVEL: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Logs are in `DATA_DIR/logs`.',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'OTLP endpoint for distributed traces, `http://collector:4318`.',
      SANDBOX: [
        '`true` replaces mail and third-party login with local stand-ins ([sandbox](install.md#sandbox)).',
        'on without `SMTP_URL` at localhost',
      ],
      ENCRYPTION_KEYS: [
        'Keys for secrets in the database, newest first ([keys](install.md#encryption-keys)).',
        '`DATA_DIR/encryption-key`',
      ],
    },
  },
  {
    title: 'Models',
    rows: {
      MODEL: ['Model to use.', 'the one of `npm run models -- use`, else the bundled one'],
      MODEL_BEST: 'Stronger model that improves the cut-out after the first one is shown.',
      MODELS_REGISTRY: 'Path of your own list of models to install.',
    },
  },
  {
    title: 'Scale',
    rows: {
      DATABASE_URL: ['PostgreSQL 15 or newer, `postgres://user:password@host:5432/database`.', 'embedded PostgreSQL'],
      BLOB_STORE_URL: [
        'S3 bucket: `s3://bucket?region=eu-central-1` or `s3://bucket?endpoint=https://s3.example.com`. `&downloads=presigned` lets browsers download from the bucket.',
        '`DATA_DIR/blobs`',
      ],
      EVENT_STORE_URL: [
        'KurrentDB or EventStoreDB, `esdb://user:password@a:2113,b:2113?tls=true`. `&tlsCaFile=/path/ca.pem` for your own authority; `&streamPrefix=name.` on a shared server ([scale](scale.md#kurrentdb-as-the-log)).',
        'PostgreSQL',
      ],
      KAFKA_BROKERS: ['Kafka brokers for jobs, `kafka-1:9092,kafka-2:9092`.', 'PostgreSQL'],
      KAFKA_TOPIC_PREFIX:
        'Prefix of our topics and consumer groups; installations that share brokers need different ones.',
      KAFKA_TLS: '`true` connects with TLS. For your own authority set `NODE_EXTRA_CA_CERTS`.',
      KAFKA_SASL: '`plain` (needs TLS), `scram-sha-256` or `scram-sha-512`.',
      KAFKA_USERNAME: 'User name for SASL.',
      KAFKA_PASSWORD: 'Password for SASL.',
    },
  },
  {
    title: 'Limits',
    rows: {
      UPLOADS_PER_MINUTE: 'Uploads an address may send in a minute, per API process.',
      SIGN_UPS_AT_ONCE: 'Sign-ups one network may send at once; after that one each 12 s.',
      STORED_MB_PER_OWNER: 'Storage of one member or visitor, in MB.',
      STORED_MB_PER_ADDRESS: 'Storage of all visitors of one address, in MB.',
      STORED_MB_PER_TEAM: 'Storage of one team, in MB.',
      WAITING_PER_OWNER: 'Pictures of one member or visitor that may wait for their cut-out.',
      WAITING_PER_ADDRESS: 'The same for all visitors of one address.',
      WAITING_PER_TEAM: 'The same for one team.',
      MAX_QUEUE_LENGTH: 'Jobs that may wait in all; further uploads get 503 `queue_full`. `0` means no limit.',
      STREAMS_PER_OWNER: 'Status streams one person may have open, per API process.',
      STREAMS_PER_ADDRESS: 'The same for one address.',
      PASSWORD_MIN_LENGTH: 'Minimum length of new passwords.',
    },
  },
  {
    title: 'Product',
    rows: {
      CREDITS:
        '`off` makes HD files free for everyone with an account: no credits, prices or billing ([install](install.md#without-credits)).',
      STARTER_CREDITS: 'Free credits of a new team, once its founder confirms their address. `0` for none.',
      CHARGE_SMALL_SAVES:
        '`true` charges a save whose HD file is no larger than the free preview. Otherwise it is free.',
      BULK_UPLOAD_PLANS: 'Plans with bulk upload: `all`, `none`, or names such as `starter,business`.',
      KEEP_IMPROVEMENTS: '`true` keeps pictures sent to `/v1.0/improve`.',
      REMBG_FACADE: "`true` answers at `/api/remove` as rembg's server does, free for programs on this machine.",
      REMBG_NETWORKS: [
        'Addresses or networks whose programs need no key there, such as `172.16.0.0/12` for containers; turns it on.',
        'this machine',
      ],
      ALLOWED_PRIVATE_HOSTS:
        'Hosts and networks inside that picture addresses and webhooks may lead to, each with a port or for every port: `minio.internal:9000,192.168.1.0/24,[fd00::/8]:80`. Anyone who may send an address can reach them.',
    },
  },
  {
    title: 'Mail and login',
    rows: {
      SMTP_URL: 'Mail server, `smtps://user:password@mail.example.com:465`.',
      MAIL_FROM: ['Sender of mails, `Clearcut <no-reply@example.com>`.', '`no-reply@` the public host'],
      OIDC_ISSUER: 'OpenID Connect issuer for third-party login.',
      OIDC_CLIENT_ID: 'Client id there. The redirect address is `PUBLIC_URL/api/auth/oidc/callback`.',
      OIDC_CLIENT_SECRET: 'Client secret there; leave empty for a public client.',
      OIDC_NAME: ['Name on the login button.', "the issuer's host"],
      TURNSTILE_SITE_KEY: 'Cloudflare Turnstile before sign-up, login and mails.',
      TURNSTILE_SECRET_KEY: 'Its secret key.',
    },
  },
  {
    title: 'Payments',
    rows: {
      STRIPE_SECRET_KEY: [
        'Stripe key; then run `npm run operator -- billing-setup` once.',
        'a stand-in in the sandbox',
      ],
      STRIPE_PUBLISHABLE_KEY: 'Publishable key of the same mode.',
      STRIPE_WEBHOOK_SECRET: 'Printed by `billing-setup`. Without it, payments are polled every 30 s.',
      STRIPE_TAX: '`true` lets Stripe calculate taxes.',
      BILLING_CATALOGUE: 'Path of what is sold and for how much.',
    },
  },
  {
    title: 'Visitors and legal pages',
    rows: {
      OPERATOR_NAME: 'Who runs this installation; legal pages name them.',
      OPERATOR_ADDRESS: 'Their postal address, lines separated by `;`.',
      OPERATOR_EMAIL: 'Their email address.',
      SUPPORT_EMAIL: ['Contact in `security.txt` and recipient of the contact form.', '`OPERATOR_EMAIL`'],
      COUNTRY_HEADER: "Header with the visitor's country from a trusted proxy, such as `cf-ipcountry`.",
      GEOIP_DATABASE: 'Path of a country database (`.mmdb`), where no proxy sets the header.',
      TAG_MANAGER: 'Google Tag Manager container (`GTM-…`), loaded after consent where the law asks for it.',
      PAID_TRAFFIC_TRACKING: 'With `TAG_MANAGER`: `consent`, or `always` to count visitors from ads without asking.',
      PLAUSIBLE_URL: 'Plausible server, instead of `TAG_MANAGER`.',
      INTERCOM_APP_ID: 'Intercom workspace for chat; needs `CHAT_SECRET`.',
      CRISP_WEBSITE_ID: 'Crisp website for chat; needs `CHAT_SECRET`.',
      CHATWOOT_URL: 'Chatwoot server for chat; needs `CHATWOOT_TOKEN` and `CHAT_SECRET`.',
      CHATWOOT_TOKEN: 'Token of its website inbox.',
      CHAT_SECRET: 'Secret for identity verification in the chat.',
      ERROR_REPORTING_DSN: 'Sentry-compatible DSN for errors of the pages.',
    },
  },
];

export function undocumentedSettings(): Setting[] {
  const documented = sections.flatMap(({ rows }) => Object.keys(rows));
  return (Object.keys(settings) as Setting[]).filter(
    (name) => !INTERNAL.includes(name) && documented.filter((other) => other === name).length !== 1,
  );
}

export function settingsPage(): string {
  const files = secretFileNames.map((name) => `\`${name}\``).join(', ');
  return [
    '# Settings',
    'Generated from `platform/src/config`. Do not edit; run `npm run settings`.',
    'All settings are optional environment variables. A bad value stops the start with its name and the expected form. Secrets can come from files: ' +
      `${files}.`,
    ...sections.flatMap(({ title, rows }) => [
      `## ${title}`,
      [
        '| Setting | Default | Meaning |',
        '| --- | --- | --- |',
        ...(Object.entries(rows) as [Setting, Row][]).map(
          ([name, row]) => `| \`${name}\` | ${fallbackOf(name, row)} | ${typeof row === 'string' ? row : row[0]} |`,
        ),
      ].join('\n'),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

function fallbackOf(name: Setting, row: Row): string {
  if (typeof row !== 'string') return row[1];
  const definition = settings[name].def;
  return definition.type === 'default' ? `\`${String(definition.defaultValue)}\`` : 'none';
}
