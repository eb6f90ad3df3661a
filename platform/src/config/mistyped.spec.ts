import { expect, test } from 'vitest';
import { settingNames } from './config.ts';
import { mistypedSettings } from './mistyped.ts';

test.for([
  ['UPLOAD_PER_MINUTE', 'UPLOADS_PER_MINUTE'],
  ['DATADIR', 'DATA_DIR'],
  ['data_dir', 'DATA_DIR'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['STMP_URL', 'SMTP_URL'],
  ['CREDIT', 'CREDITS'],
  ['STARTERCREDIT', 'STARTER_CREDITS'],
  ['MODELBEST', 'MODEL_BEST'],
  ['ENCRYPTION_KEY', 'ENCRYPTION_KEYS'],
  ['DATABASE_URL_FILES', 'DATABASE_URL_FILE'],
  ['STRIPE_SECRET_KEYS', 'STRIPE_SECRET_KEY'],
] as const)('regression: %s was ignored without a word', ([name, meant]) => {
  expect(mistypedSettings({ [name]: 'value' })).toEqual([`${name} is not a setting. Did you mean ${meant}?`]);
});

const foreign =
  'PATH HOME HOSTS POST MODE MODELS PWD USER SHELL LANG TERM EDITOR LOGNAME HOSTNAME DISPLAY NODE_ENV NODE_OPTIONS INIT_CWD ' +
  'PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE AWS_REGION AWS_ACCESS_KEY_ID HTTP_PROXY HTTPS_PROXY SITE_URL BASE_URL ' +
  'REDIS_URL MAIL_URL SMTP_HOST DATABASE_HOST POSTGRES_PASSWORD OTEL_EXPORTER_OTLP_HEADERS XDG_DATA_DIRS ' +
  'CLEARCUT_URL CLEARCUT_API_KEY npm_config_cache DATA_DIR_OWNER';

test('says nothing of settings, empty values and names of other programs', () => {
  const all = [...settingNames, 'PGPASSWORD_FILE', ...foreign.split(' ')];
  expect(mistypedSettings({ ...Object.fromEntries(all.map((name) => [name, 'value'])), DATADIR: ' ' })).toEqual([]);
});
