import { isIP } from 'node:net';
import { z } from 'zod';

export interface PrivateHost {
  /** Lower case; null for a network. */
  readonly name: string | null;
  /** CIDR; null for a name. */
  readonly network: string | null;
  /** Null: every port. */
  readonly port: number | null;
}

const ENTRY = /^(?:\[(?<v6>[^\]]+)\]|(?<host>[^:[\]]+))(?::(?<port>\d{1,5}))?$/;
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?)*$/;

/** `minio.internal:9000`, `192.168.1.0/24`, `[fd00::/8]:8080` */
function parseEntry(text: string): PrivateHost | undefined {
  const { v6, host, port: digits } = ENTRY.exec(text.trim().toLowerCase())?.groups ?? {};
  const port = digits === undefined ? null : Number(digits);
  if (port === 0 || (port ?? 0) > 65_535) return undefined;
  const [address = '', bits] = (v6 ?? host ?? '').split('/');
  const version = isIP(address);
  if (v6 !== undefined ? version !== 6 : version === 6) return undefined;
  if (version === 0) {
    // URLs read a name that ends in digits as an address.
    const isName = bits === undefined && NAME.test(address) && !/(?:^|\.)\d+$/.test(address);
    return isName ? { name: address, network: null, port } : undefined;
  }
  const most = version === 4 ? 32 : 128;
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) return undefined;
  return { name: null, network: `${address}/${bits ?? most}`, port };
}

export const privateHosts = z.string().transform((text, context): PrivateHost[] => {
  const entries = text.split(',').map(parseEntry);
  const known = entries.filter((entry) => entry !== undefined);
  if (known.length === entries.length) return known;
  const message =
    'must be hosts or networks, each with a port or for every port: minio.internal:9000, 192.168.1.0/24, [fd00::/8]:80';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
