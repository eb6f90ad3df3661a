import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { run, type Account } from './run.ts';

/** Made when root starts the product on a machine that has no user `postgres`. */
const OWN_USER = 'clearcut';

async function lookUp(name: string): Promise<Account> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined;
}

/**
 * Who runs the server of the cluster in `directory`. PostgreSQL refuses to run as root, so root hands it to the owner of the cluster
 * if there is one, else to the user `postgres`, else to a user made for it, else to `nobody`. Every other user runs it as themselves.
 */
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
  // Whether or not useradd worked: a start at the same moment may have made the user first.
  return (await lookUp(OWN_USER)) ?? (await lookUp('nobody')) ?? { uid: 65_534, gid: 65_534 };
}
