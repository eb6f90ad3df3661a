import { readFileSync } from 'node:fs';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls';
import { UnusableServerError } from '../../server-check.ts';
import type { KurrentDbAddress } from './address.ts';

const LIMIT_MS = 3_000;

/** Preface and empty settings (RFC 9113, 3.4). */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1');
const SETTINGS_FRAME = 4;

type Host = KurrentDbAddress['hosts'][number];

export const WEB_SERVER_ANSWERED = 'a web server answers there, and no event store; mind its host and port';

/** Finds the reason that the client hides. */
export async function whyUnreachable(address: KurrentDbAddress): Promise<Error | undefined> {
  const reasons = await Promise.all(address.hosts.map((at) => reasonOf(address, at)));
  if (reasons.includes(undefined)) return undefined;
  return reasons.find((reason) => reason instanceof UnusableServerError) ?? reasons[0];
}

async function reasonOf({ isSecure, authorityFile }: KurrentDbAddress, at: Host): Promise<Error | undefined> {
  const authority = authorityFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(authorityFile)] };
  const asked = await ask(isSecure ? secured(at, authority) : plain(at), isSecure);
  if (asked === 'HTTP/2') return undefined;
  if (asked === 'HTTP/1') return new UnusableServerError(WEB_SERVER_ANSWERED);
  const other = await ask(isSecure ? plain(at) : secured(at, { rejectUnauthorized: false }), !isSecure);
  if (other === 'HTTP/1') return new UnusableServerError(WEB_SERVER_ANSWERED);
  if (other !== 'HTTP/2') return asked;
  const [not, option] = isSecure ? [' no', 'tls=false'] : ['', 'tls=true'];
  return new UnusableServerError(`it speaks${not} TLS; its address needs the option ${option}`);
}

const plain = ({ host, port }: Host): Socket => connectPlain({ host, port });

const secured = (
  { host, port }: Host,
  options: { readonly ca?: (string | Buffer)[]; rejectUnauthorized?: false },
): TLSSocket =>
  connectTls({ host, port, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['h2', 'http/1.1'], ...options });

function ask(socket: Socket, isSecure: boolean): Promise<'HTTP/2' | 'HTTP/1' | Error> {
  return new Promise((resolve) => {
    const end = (answer: 'HTTP/2' | 'HTTP/1' | Error): void => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .setTimeout(LIMIT_MS, () => end(new Error('there was no answer')))
      .once(isSecure ? 'secureConnect' : 'connect', () => socket.write(PREFACE))
      .once('data', (answer) => {
        if (answer.subarray(0, 5).toString('latin1') === 'HTTP/') end('HTTP/1');
        else if (answer[3] === SETTINGS_FRAME) end('HTTP/2');
        else end(new Error('it answers in another protocol'));
      })
      .once('error', end)
      .once('close', () => end(Object.assign(new Error('the connection was broken off'), { code: 'ECONNRESET' })));
  });
}
