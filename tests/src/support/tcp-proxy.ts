import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /**
   * Cuts the connection instead of passing on the server's next answer, or the first one during which `when` holds;
   * then resolves.
   */
  cutAnswer(when?: () => Promise<boolean>): Promise<void>;
  /** Cuts all connections; accepts new ones. */
  cutAll(): void;
  /** Cuts all connections and refuses new ones, until `mend`. */
  takeAway(): void;
  /** Current connections silently stop passing anything, their end included; accepts new ones. */
  freeze(): void;
  /** Like `freeze`, and new connections are accepted and swallowed, until `mend`. */
  swallow(): void;
  /** Until `mend`, replaces the first `found` in each chunk of a client by `replacement`, of the same length. */
  garble(found: string, replacement: string): void;
  mend(): void;
  close(): Promise<void>;
}

const unchanged = (chunk: Buffer): Buffer => chunk;

/** A proxy to the server at `target` whose connections can fail. */
export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const clients = new Set<Socket>();
  let isToBeCut: (() => Promise<boolean>) | undefined;
  const upstreams = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  let isAway = false;
  let isSwallowing = false;
  let onRequest = unchanged;

  const server = createServer((client) => {
    if (isAway) return client.destroy();
    if (isSwallowing) {
      clients.add(client);
      client.resume().on('error', () => undefined);
      return;
    }
    const upstream = connect(target.port, target.host);
    clients.add(client);
    upstreams.add(upstream);
    client.on('data', (chunk) => frozen.has(client) || upstream.write(onRequest(chunk)));
    upstream.on('data', (chunk) => void answer(chunk));
    async function answer(chunk: Buffer): Promise<void> {
      // Later data waits, which keeps the order.
      upstream.pause();
      if (await isToBeCut?.()) return end();
      if (frozen.has(client)) return;
      client.write(chunk);
      upstream.resume();
    }
    const end = (): void => {
      if (frozen.has(client)) return;
      upstreams.delete(upstream);
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

  function freeze(): void {
    for (const client of clients) frozen.add(client);
  }

  return {
    port: (server.address() as AddressInfo).port,
    cutAnswer: (when = () => Promise.resolve(true)) =>
      new Promise((resolve) => {
        isToBeCut = async () => {
          if (!(await when())) return false;
          isToBeCut = undefined;
          resolve();
          return true;
        };
      }),
    cutAll,
    takeAway() {
      isAway = true;
      cutAll();
    },
    freeze,
    swallow() {
      isSwallowing = true;
      freeze();
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
      isSwallowing = false;
    },
    close: () =>
      new Promise((resolve) => {
        cutAll();
        for (const upstream of upstreams) upstream.destroy();
        server.close(() => resolve());
      }),
  };
}
