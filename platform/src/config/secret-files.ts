import { readFileSync } from 'node:fs';

/** Settings that are secret, or addresses that hold a password. */
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

/** What the clients of PostgreSQL and S3 read from the environment themselves. */
const OF_CLIENTS = ['PGPASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;

const fileOf = (name: string): string => `${name}_FILE`;

/** Settings that each name the file with a secret, where the secret itself is not to stand in the environment. */
export const secretFileNames: readonly string[] = [...OF_OURS, ...OF_CLIENTS].map(fileOf);

/**
 * The secrets whose files `env` names, by the names of their settings. Those of the clients are put into `env` in place of their files.
 * @param refuse is told of each setting that is wrong, and what it should be
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
    // What is read a second time finds the secret alone, as do the processes that this one starts.
    delete env[fileOf(name)];
  }
  return secrets;
}

/** Editors and `echo` end a file with a newline, which no secret of ours ends with. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
