import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { run, type Account } from './run.ts';

const OWN_USER = 'clearcut';

async function lookUp(name: string): Promise<Account> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined;
}

/** PostgreSQL refuses root: uses the cluster's owner, `postgres`, a new user, or `nobody`. */
export async function serverAccount(directory: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(join(directory, 'cluster')).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const known = (await lookUp('postgres')) ?? (await lookUp(OWN_USER));
  if (known !== undefined) return known;
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/bin/false',
  ];
  await run('useradd', [...options, OWN_USER]);
  // A concurrent start may have made the user.
  return (await lookUp(OWN_USER)) ?? (await lookUp('nobody')) ?? { uid: 65_534, gid: 65_534 };
}
