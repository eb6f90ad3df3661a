import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'tls');

/** Paths of what servers of the tests prove with that they are this machine; the certificate is its own authority, which nobody else trusts. */
export const STAND_IN = { certificate: join(folder, 'stand-in.pem'), key: join(folder, 'stand-in.key') } as const;

/** The same as servers of Node take it. */
export const standInTls = (): { readonly cert: Buffer; readonly key: Buffer } => ({
  cert: readFileSync(STAND_IN.certificate),
  key: readFileSync(STAND_IN.key),
});
