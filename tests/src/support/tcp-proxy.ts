import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** The next answer of the server does not come back: all connections are cut instead, and then this resolves. */
  cutNextAnswer(): Promise<void>;
  /** Cuts all connections; new ones are let through. */
  cutAll(): void;
  /** Cuts all connections and refuses new ones, until `mend`. */
  takeAway(): void;
  /** From now on, until `mend`, the first `found` in whatever a client sends at once arrives as `replacement`, of the same length. */
  garble(found: string, replacement: string): void;
  mend(): void;
  close(): Promise<void>;
}

const unchanged = (chunk: Buffer): Buffer => chunk;

/** Another way to the server at `target`, on which connections can be lost. */
export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const clients = new Set<Socket>();
  let onAnswer: (() => void) | undefined;
  let isAway = false;
  let onRequest = unchanged;

  const server = createServer((client) => {
    if (isAway) return client.destroy();
    const upstream = connect(target.port, target.host);
    clients.add(client);
    client.on('data', (chunk) => upstream.write(onRequest(chunk)));
    upstream.on('data', (chunk) => {
      if (onAnswer === undefined) client.write(chunk);
      else onAnswer();
    });
    const end = (): void => {
      clients.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('close', end).on('error', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function cutAll(): void {
    for (const client of clients) client.destroy();
  }

  return {
    port: (server.address() as AddressInfo).port,
    cutNextAnswer: () =>
      new Promise((resolve) => {
        onAnswer = () => {
          onAnswer = undefined;
          cutAll();
          resolve();
        };
      }),
    cutAll,
    takeAway() {
      isAway = true;
      cutAll();
    },
    garble(found, replacement) {
      onRequest = (chunk) => {
        const place = chunk.indexOf(found);
        if (place !== -1) chunk.write(replacement, place);
        return chunk;
      };
    },
    mend() {
      onRequest = unchanged;
      isAway = false;
    },
    close: () =>
      new Promise((resolve) => {
        cutAll();
        server.close(() => resolve());
      }),
  };
}
