import { UnusableServerError } from '../../server-check.ts';

/** An address of KurrentDB, taken apart. */
export interface KurrentDbAddress {
  /** For the client, whose options are all known and who is told how soon to miss a silent server. */
  readonly url: string;
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly isSecure: boolean;
  /** File of the certificates that are trusted beside those that Node knows. */
  readonly authorityFile: string | undefined;
  /** What the names of all streams start with on the server. Empty: nothing. */
  readonly streamPrefix: string;
  /** For people: without the name, the password and the options. */
  readonly shown: string;
}

const DEFAULT_PORT = 2113;

/** As the client knows them, in lower case; it takes them in any case and prints a warning about any other. */
const CLIENT_OPTIONS = [
  'connectionName',
  'defaultDeadline',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'nodePreference',
  'throwOnAppendFailure',
  'tls',
  'tlsCaFile',
  'userCertFile',
  'userKeyFile',
];
const OWN_OPTION = 'streamPrefix';

/**
 * A connection that was cut without a sign is missed within 13 s. The server's makers recommend no interval under 10 s, and the client
 * prints a warning for one.
 */
const KEEP_ALIVE = { keepAliveInterval: '10000', keepAliveTimeout: '3000' };

/** @throws UnusableServerError when the client could not use the address, or would leave out a part of it */
export function parseAddress(text: string): KurrentDbAddress {
  const [, scheme, person = '', hostList = '', query = ''] =
    /^(esdb(?:\+discover)?):\/\/(?:([^@/?]*)@)?([^@/?]+)\/?(?:\?(.*))?$/.exec(text.replace(/^kurrentdb/, 'esdb')) ?? [];
  if (scheme === undefined) throw new UnusableServerError('it must look like esdb://user:password@host:2113?tls=true');
  if (person !== '' && !/^[^:]+:.+$/.test(person)) {
    throw new UnusableServerError('it must have both a name and a password before the @, or neither');
  }
  const hosts = hostList.split(',').map(parseHost);
  const options = new Map<string, string>();
  let streamPrefix = '';
  for (const pair of query === '' ? [] : query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const known = [...CLIENT_OPTIONS, OWN_OPTION].find((option) => option.toLowerCase() === name.toLowerCase());
    if (known === undefined) throw new UnusableServerError(`it has the option ${name}, which does not exist`);
    if (value === '') throw new UnusableServerError(`its option ${known} has no value`);
    if (known === OWN_OPTION) streamPrefix = parsePrefix(decodeURIComponent(value));
    else options.set(known, value);
  }
  for (const [name, value] of Object.entries(KEEP_ALIVE)) if (!options.has(name)) options.set(name, value);
  const given = [...options].map(([name, value]) => `${name}=${value}`).join('&');
  const at = `${scheme}://${person === '' ? '' : `${person}@`}${hostList}?${given}`;
  const authorityFile = options.get('tlsCaFile');
  return {
    url: at,
    hosts,
    isSecure: options.get('tls') !== 'false',
    authorityFile: authorityFile && decodeURIComponent(authorityFile),
    streamPrefix,
    shown: `${scheme}://${hostList}`,
  };
}

function parseHost(text: string): { host: string; port: number } {
  const [host = '', port = `${DEFAULT_PORT}`, ...rest] = text.split(':');
  if (host === '' || rest.length > 0 || !/^\d{1,5}$/.test(port)) {
    throw new UnusableServerError('it must name servers such as node-1:2113,node-2:2113');
  }
  return { host, port: Number(port) };
}

/** Without a dash, because the category of a stream is what stands before the first one; and the server's own begin with a dollar. */
function parsePrefix(text: string): string {
  if (/^[\w.]{1,100}$/.test(text)) return text;
  throw new UnusableServerError(`its option ${OWN_OPTION} must be letters, digits, "." or "_", 100 at most`);
}
