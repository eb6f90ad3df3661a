import { UnusableServerError } from '../../server-check.ts';

export interface KurrentDbAddress {
  readonly url: string;
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly isSecure: boolean;
  readonly authorityFile: string | undefined;
  readonly streamPrefix: string;
  /** Without name, password and options. */
  readonly shown: string;
}

const DEFAULT_PORT = 2113;

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

/** Detects a cut connection within 13 s; the client warns below 10 s. */
const KEEP_ALIVE = { keepAliveInterval: '10000', keepAliveTimeout: '3000' };

/** @throws UnusableServerError also for a part that the client would ignore */
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

/** A category ends at the first dash; a dollar begins the server's own streams. */
function parsePrefix(text: string): string {
  if (/^[\w.]{1,100}$/.test(text)) return text;
  throw new UnusableServerError(`its option ${OWN_OPTION} must be letters, digits, "." or "_", 100 at most`);
}
