import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'tls');

/** Certificate and key of the tests' servers. The certificate is its own authority: only a test trusts it. */
export const STAND_IN = { certificate: join(folder, 'stand-in.pem'), key: join(folder, 'stand-in.key') } as const;

/** In the form of Node's servers. */
export const standInTls = (): { readonly cert: Buffer; readonly key: Buffer } => ({
  cert: readFileSync(STAND_IN.certificate),
  key: readFileSync(STAND_IN.key),
});
