import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received. */
  readonly data: string;
}

export interface SmtpServer {
  readonly url: string;
  readonly received: Received[];
  /** Answer to the next mails' DATA; accepts by default. */
  answer: string;
  close(): Promise<void>;
}

/** As much of RFC 5321 as receiving mail requires. @param tls speaks TLS from the first byte */
export async function startSmtpServer(tls?: TlsOptions): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const converse = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let buffer = '';
    let envelope = { from: '', to: [] as string[] };
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);

    const onLine = (line: string): void => {
      const command = line.toUpperCase();
      if (command.startsWith('EHLO')) say('250 localhost');
      else if (command.startsWith('MAIL FROM:')) {
        envelope = { from: addressIn(line), to: [] };
        say('250 OK');
      } else if (command.startsWith('RCPT TO:')) {
        envelope.to.push(addressIn(line));
        say('250 OK');
      } else if (command === 'DATA') {
        isData = true;
        say('354 Go on');
      } else if (command === 'QUIT') {
        say('221 Bye');
        socket.end();
      } else say('250 OK');
    };

    say('220 localhost ESMTP');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      buffer += chunk;
      for (;;) {
        const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (!isData) {
          onLine(part);
          continue;
        }
        isData = false;
        if (handle.answer.startsWith('2')) handle.received.push({ ...envelope, data: part });
        say(handle.answer);
      }
    });
  };
  const server = tls === undefined ? createServer(converse) : createTlsServer(tls, converse);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const handle: SmtpServer = {
    url: `${tls === undefined ? 'smtp' : 'smtps'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: '250 Taken',
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return handle;
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';
