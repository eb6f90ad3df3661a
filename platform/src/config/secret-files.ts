import { readFileSync } from 'node:fs';

const OF_OURS = [
  'DATABASE_URL',
  'EVENT_STORE_URL',
  'ENCRYPTION_KEYS',
  'KAFKA_PASSWORD',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TURNSTILE_SECRET_KEY',
  'CHAT_SECRET',
] as const;

/** Read by the PostgreSQL and S3 clients themselves. */
const OF_CLIENTS = ['PGPASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;

const fileOf = (name: string): string => `${name}_FILE`;

export const secretFileNames: readonly string[] = [...OF_OURS, ...OF_CLIENTS].map(fileOf);

/**
 * In `env`.
 * @param refuse receives each wrong setting and its expected value
 */
export function readSecretFiles(
  env: Record<string, string | undefined>,
  refuse: (name: string, rule: string) => void,
): Readonly<Record<string, string>> {
  const secrets: Record<string, string> = {};
  for (const name of [...OF_OURS, ...OF_CLIENTS]) {
    const path = env[fileOf(name)]?.trim();
    if (path === undefined || path === '') continue;
    const text = textOf(path);
    if (env[name]?.trim()) refuse(fileOf(name), `must not be set together with ${name}`);
    else if (text === undefined) refuse(fileOf(name), 'must be the path of a file that this process can read');
    else if (text === '') refuse(fileOf(name), 'must be the path of a file that is not empty');
    else secrets[name] = text;
  }
  for (const name of OF_CLIENTS) {
    if (secrets[name] === undefined) continue;
    env[name] = secrets[name];
    // Child processes then find only the secret.
    delete env[fileOf(name)];
  }
  return secrets;
}

/** Editors and `echo` add a newline. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
