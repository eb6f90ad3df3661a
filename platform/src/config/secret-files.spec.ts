import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, loadConfig, settingNames } from './config.ts';
import { secretFileNames } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearcut-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const secretIn: Record<string, string> = {};
function file(text: string): string {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, text);
  secretIn[path] = text.trim();
  return path;
}

test('every setting that holds a secret or a password may come from a file', () => {
  const secret = settingNames.filter((name) =>
    /SECRET|PASSWORD$|ENCRYPTION_KEYS|^(DATABASE|EVENT_STORE|SMTP)_URL/.test(name),
  );
  expect(secret.length).toBeGreaterThan(8);
  for (const name of secret) expect(secretFileNames).toContain(`${name}_FILE`);
});

test('reads each from its file, without the trailing newline', () => {
  const key = Buffer.alloc(32, 7);
  const env = {
    DATABASE_URL_FILE: file('postgres://us:pw@db:5432/clearcut\n'),
    EVENT_STORE_URL_FILE: file('esdb://us:pw@log:2113'),
    ENCRYPTION_KEYS_FILE: file(`${key.toString('base64')}\n`),
    SMTP_URL_FILE: file('smtps://us:pw@mail.example.com:465'),
    PUBLIC_URL: 'https://clearcut.example.com',
    KAFKA_BROKERS: 'kafka:9092',
    KAFKA_SASL: 'scram-sha-512',
    KAFKA_USERNAME: 'us',
    KAFKA_PASSWORD_FILE: file('of kafka\r\n'),
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET_FILE: file('of oidc'),
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_SECRET_KEY_FILE: file('sk_test_1'),
    STRIPE_WEBHOOK_SECRET_FILE: file('whsec_1'),
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY_FILE: file('of turnstile'),
  };
  const inPlace = Object.entries(env).map(([name, value]) =>
    name.endsWith('_FILE') ? [name.slice(0, -'_FILE'.length), secretIn[value] ?? ''] : [name, value],
  );
  expect(loadConfig(env)).toEqual(loadConfig(Object.fromEntries(inPlace) as Record<string, string>));
  expect(loadConfig(env)).toMatchObject({ encryptionKeys: [key], kafka: { sasl: { password: 'of kafka' } } });
});

test('secrets of the PostgreSQL and S3 clients reach them and child processes', () => {
  const env: Record<string, string> = {
    PGPASSWORD_FILE: file('of the database\n'),
    AWS_ACCESS_KEY_ID_FILE: file('id'),
    AWS_SECRET_ACCESS_KEY_FILE: file('key'),
  };
  loadConfig(env);
  loadConfig(env);
  expect(env).toEqual({ PGPASSWORD: 'of the database', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' });
});

test.each([
  [
    'a file that is not there',
    () => ({ SMTP_URL_FILE: join(folder, 'none') }),
    /SMTP_URL_FILE must be the path of a file that this/,
  ],
  [
    'an empty file',
    () => ({ ENCRYPTION_KEYS_FILE: file('\n') }),
    /ENCRYPTION_KEYS_FILE must be the path of a file that is not/,
  ],
  [
    'both',
    () => ({ PGPASSWORD_FILE: file('a'), PGPASSWORD: 'b' }),
    /PGPASSWORD_FILE must not be set together with PGPASSWORD\./,
  ],
  [
    'what the setting does not take',
    () => ({ DATABASE_URL_FILE: file('mysql://root:hush@host') }),
    /DATABASE_URL must look like/,
  ],
])('%s is refused by name, without showing a secret', (_what, env, message) => {
  const load = () => loadConfig(env());
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(message);
  expect(load).not.toThrow(/hush/);
});
