import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { afterEach, expect, test } from 'vitest';
import { type AddressPolicy, isPublicUnicast, publicInternet } from '../../../outgoing/index.ts';
import { fetchImage, type FetchOptions, parseImageUrl } from './fetch-image.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const policy: AddressPolicy = {
  resolve: async (hostname, signal) => {
    if (hostname === 'inside.test') return ['127.0.0.1'];
    if (hostname === 'forbidden.test') return ['127.0.0.2'];
    if (hostname === 'mixed.test') return ['127.0.0.1', '10.0.0.1'];
    return publicInternet.resolve(hostname, signal);
  },
  allowsAddress: (address) => address === '127.0.0.1' || isPublicUnicast(address),
  allowsPort: () => true,
};

async function get(url: string, options: FetchOptions = { policy }): Promise<Buffer> {
  return fetchImage(parseImageUrl(url), options, (body) => buffer(body));
}

const refusal = (url: string, options?: FetchOptions): Promise<string> =>
  get(url, options).then(
    () => 'fetched',
    (error: unknown) => (error instanceof CatalogueError ? error.code : `crashed: ${String(error)}`),
  );

test('fetches a picture from the checked address, under its own host name', async () => {
  const seen: (string | undefined)[] = [];
  const port = await serve((request, response) => {
    seen.push(request.headers.host, request.headers['accept-encoding'], request.url);
    response.end('bytes');
  });
  expect((await get(`http://inside.test:${port}/a%20b.png?size=1`)).toString()).toBe('bytes');
  expect(seen).toEqual([`inside.test:${port}`, 'identity', '/a%20b.png?size=1']);
});

test('looks a name up once: a second answer cannot lead elsewhere', async () => {
  const port = await serve((_, response) => response.end('bytes'));
  let lookups = 0;
  const rebinding: AddressPolicy = {
    ...policy,
    resolve: async () => ((lookups += 1) === 1 ? ['127.0.0.1'] : ['127.0.0.9']),
  };
  expect((await get(`http://rebinding.test:${port}/`, { policy: rebinding })).toString()).toBe('bytes');
  expect(lookups).toBe(1);
});

test('follows redirects, relative ones too, five at most', async () => {
  const port = await serve((request, response) => {
    const hops = Number(/\d+/.exec(request.url ?? '')?.[0]);
    if (hops === 0) response.end('arrived');
    else response.writeHead(302, { location: `/${hops - 1}` }).end();
  });
  expect((await get(`http://inside.test:${port}/5`)).toString()).toBe('arrived');
  expect(await refusal(`http://inside.test:${port}/6`)).toBe('url_unreachable');
});

test.for(['/фото.jpg', '/caf\u00e9 1.jpg', '/%D1%84.jpg'])(
  'regression: a redirect to %s, sent as UTF-8',
  async (path) => {
    const port = await serve((request, response) => {
      if (request.url !== '/') response.end(request.url);
      else response.writeHead(302, { location: Buffer.from(path).toString('latin1') }).end();
    });
    expect((await get(`http://inside.test:${port}/`)).toString()).toBe(new URL(path, 'http://inside.test').pathname);
  },
);

test.each([
  'http://127.0.0.2/',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost/',
  'http://2130706434/',
  'ftp://inside.test/',
  'file:///etc/passwd',
  'http://user:secret@inside.test/',
])('refuses a redirect to %s', async (location) => {
  const localhostIsForbidden: AddressPolicy = {
    ...policy,
    resolve: async (hostname, signal) => (hostname === 'localhost' ? ['127.0.0.2'] : policy.resolve(hostname, signal)),
  };
  const port = await serve((_, response) => response.writeHead(302, { location }).end());
  expect(await refusal(`http://inside.test:${port}/`, { policy: localhostIsForbidden })).toBe('url_forbidden');
});

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://localhost/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/',
  'http://100.64.0.1/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://8.8.8.8:22/',
  'https://8.8.8.8:5432/',
])("%s is refused by the product's rules", async (url) => {
  expect(await refusal(url, {})).toBe('url_forbidden');
});

test('regression: a name that resolves to an internal address, even partly, is answered like an unknown name', async () => {
  const inside = { ...publicInternet, resolve: async (name: string) => (name === 'inside.test' ? ['10.0.0.7'] : []) };
  const port = await serve((_, response) => response.writeHead(302, { location: 'http://forbidden.test/' }).end());
  const answers = [
    refusal('http://mixed.test/'),
    refusal('http://inside.test/', { policy: inside }),
    refusal(`http://inside.test:${port}/`),
  ];
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['url_unreachable']));
  expect(await refusal('http://nowhere.test/', { policy: inside })).toBe('url_unreachable');
});

test.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111'])('%s is public', (address) => {
  expect(isPublicUnicast(address)).toBe(true);
});

test.each([
  ['', 'url_required'],
  ['   ', 'url_required'],
  ['not a url', 'url_invalid'],
  ['/relative.png', 'url_invalid'],
  ['ftp://example.com/a.png', 'url_invalid'],
  ['file:///etc/passwd', 'url_invalid'],
  ['data:image/png;base64,AAAA', 'url_invalid'],
  ['javascript:alert(1)', 'url_invalid'],
  ['http://user:secret@example.com/', 'url_invalid'],
  [`http://example.com/${'a'.repeat(2048)}`, 'url_invalid'],
])('%j is not an address', (text, code) => {
  expect(() => parseImageUrl(text)).toThrow(expect.objectContaining({ code }));
});

test('refuses responses that hold no readable picture', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/404') response.writeHead(404).end();
    else if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    else if (request.url === '/nowhere') response.writeHead(302).end();
    else if (request.url === '/cut')
      response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy());
    else response.destroy();
  });
  for (const path of ['404', 'gzip', 'nowhere', 'cut', 'reset']) {
    expect(await refusal(`http://inside.test:${port}/${path}`), path).toBe('url_unreachable');
  }
  expect(await refusal('http://name.invalid/')).toBe('url_unreachable');
});

test('refuses an announced size over the limit before the body', async () => {
  const port = await serve((_, response) => {
    response.writeHead(200, { 'content-length': MAX_UPLOAD_BYTES + 1 }).flushHeaders();
  });
  expect(await refusal(`http://inside.test:${port}/`)).toBe('file_too_large');
});

test('abandons a server that does not answer or does not finish', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/silent') return;
    response.writeHead(200);
    response.write('x');
  });
  expect(await refusal(`http://inside.test:${port}/silent`, { policy, firstByteMs: 100 })).toBe('url_timeout');
  expect(await refusal(`http://inside.test:${port}/endless`, { policy, firstByteMs: 50, totalMs: 300 })).toBe(
    'url_timeout',
  );
});

test('a lookup uses none of the threads that logins use, and ends when abandoned', async () => {
  const leaving = new AbortController();
  const looking = publicInternet.resolve('name.invalid', leaving.signal);
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
  leaving.abort();
  await expect(looking).rejects.toBe(leaving.signal.reason);
});

test('abandons a lookup that never ends', async () => {
  const stuck: AddressPolicy = {
    ...policy,
    resolve: (_, signal) => delay(60_000, ['127.0.0.1'], { ref: false, signal }),
  };
  expect(await refusal('http://inside.test/', { policy: stuck, firstByteMs: 50 })).toBe('url_timeout');
});
