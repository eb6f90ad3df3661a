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
  /**
   * Until `mend`, a client's data waits from the first chunk on that contains all of `texts`. @returns whether some
   * does
   */
  hold(texts: readonly string[]): () => boolean;
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
  let toHold: readonly string[] = [];
  /** Sends what waits. */
  const held = new Map<Socket, (() => void)[]>();

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
    client.on('data', (chunk) => {
      if (frozen.has(client)) return;
      const send = (): void => void upstream.write(onRequest(chunk));
      const waiting = held.get(client);
      if (waiting !== undefined) waiting.push(send);
      else if (toHold.length > 0 && toHold.every((text) => chunk.includes(text))) held.set(client, [send]);
      else send();
    });
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
      held.delete(client);
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
    hold(texts) {
      toHold = texts;
      return () => held.size > 0;
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
      toHold = [];
      for (const waiting of held.values()) for (const send of waiting) send();
      held.clear();
    },
    close: () =>
      new Promise((resolve) => {
        cutAll();
        for (const upstream of upstreams) upstream.destroy();
        server.close(() => resolve());
      }),
  };
}
