export interface HostileRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const BYTES = 16_000;
/** Close to the limit of all headers together. */
const HEADER_BYTES = 7_000;
const filled = (unit: string, bytes = BYTES): string => unit.repeat(Math.floor(bytes / unit.length));

const PAGES = ['/docs', '/pricing', '/api/stripe/prices/', '/api/transaction/', '/v1/account/', '/nowhere'];
const PATH_UNITS = ['/', '//a', '%2f', '..%2f', '/a', '.', ';'];
const QUERY_UNITS = ['a&', 'a=b&', '&', '%', '[a]=b&', '+'];
const HEADER_UNITS = [' ', ',', ';', 'a,', 'a;q=0.1,', '"', '=', '%41'];
const HEADERS = [
  'accept-language',
  'accept',
  'accept-encoding',
  'cookie',
  'authorization',
  'x-forwarded-for',
  'if-none-match',
  'range',
  'prefer',
  'origin',
];

const JSON_BODIES: Readonly<Record<string, string>> = {
  values: `{"x":[${filled('1,')}1]}`,
  levels: filled('['),
  objects: filled('{"a":'),
  keys: `{${filled('"a":1,')}"b":1}`,
  names: `{${Array.from({ length: 1_400 }, (_, index) => `"k${index}":1`).join(',')}}`,
  text: JSON.stringify({ email: filled('a@'), password: filled('x', 4_000), url: filled('/', 4_000) }),
  // Without a password: checking one costs 20 ms on purpose, and has its own limits.
  people: JSON.stringify({
    email: 'a@example.com',
    first_name: filled('x ', 8_000),
    last_name: filled('x ', 8_000),
  }),
  escapes: `{"email":"${filled('\\u0041')}"}`,
  dots: JSON.stringify({ email: `a@${filled('a.')}`, url: `http://${filled('a.', 4_000)}` }),
  white: `{${filled(' ')}}`,
  picture: JSON.stringify({ image_file_b64: filled('A'), fileBase64: '' }),
};

const head = (more: string): string => `--XbX\r\nContent-Disposition: form-data; ${more}\r\n\r\n`;
const FORMS: Readonly<Record<string, string>> = {
  'empty parts': filled('--XbX\r\n\r\n'),
  pictures: filled(`${head('name="picture"')}x\r\n`),
  files: filled(`${head('name="a"; filename="b"')}x\r\n`),
  'like the boundary': head('name="a"') + filled('\r\n--Xb'),
  'header lines': `--XbX\r\n${filled('a:b\r\n')}\r\n`,
  parameters: head(`name="a"${filled('; x=y')}`),
  'cut short': head('name="image_file"; filename="a"') + filled('x'),
};

const URLENCODED: Readonly<Record<string, string>> = {
  ampersands: filled('&'),
  fields: filled('a=b&'),
  escapes: `image_file_b64=${filled('%41')}`,
  percent: `size=${filled('%')}`,
  brackets: `a${filled('[b]')}=c`,
};

const JSON_ROUTES = ['/api/auth/login/', '/api/auth/send-token/', '/api/user/', '/api/analytics/landing/'];
const FIELD_ROUTES = ['/v1.0/removebg', '/v1/pictures/'];

const get = (name: string, path: string, headers: Record<string, string> = {}): HostileRequest => ({
  name,
  method: 'GET',
  path,
  headers: { accept: 'text/html', ...headers },
});

/** @param key accepted by the routes for programs */
export function hostileRequests(key: string): HostileRequest[] {
  const post = (path: string, type: string, kind: string, body: string): HostileRequest => ({
    name: `POST ${path}, ${kind}`,
    method: 'POST',
    path,
    headers: {
      'client-id': 'hostile-client-of-one-program',
      'content-type': type,
      ...(FIELD_ROUTES.includes(path) ? { 'x-api-key': key } : {}),
    },
    body,
  });
  const posts = (paths: readonly string[], type: string, bodies: Readonly<Record<string, string>>): HostileRequest[] =>
    paths.flatMap((path) => Object.entries(bodies).map(([kind, body]) => post(path, type, kind, body)));
  return [
    ...PATH_UNITS.flatMap((unit) => [
      get(`path of ${unit}`, `/docs${filled(unit)}x`),
      get(`shorter path of ${unit}`, `/docs${filled(unit, HEADER_BYTES)}x`),
      get(`short path of ${unit}`, `/docs${filled(unit, 2_000)}x`),
    ]),
    ...QUERY_UNITS.flatMap((unit) =>
      PAGES.slice(0, 4).map((page) => get(`${page}, query of ${unit}`, `${page}?${filled(unit, HEADER_BYTES)}`)),
    ),
    ...HEADERS.flatMap((header, index) =>
      HEADER_UNITS.map((unit, at) =>
        get(`${header} of ${unit}`, PAGES[(index + at) % PAGES.length] ?? '', {
          [header]: `a${filled(unit, HEADER_BYTES)}b`,
        }),
      ),
    ),
    ...posts(JSON_ROUTES, 'application/json', JSON_BODIES),
    ...posts(FIELD_ROUTES, 'application/json', JSON_BODIES),
    ...posts(['/api/contact/', ...FIELD_ROUTES], 'multipart/form-data; boundary=XbX', FORMS),
    ...posts(FIELD_ROUTES, 'application/x-www-form-urlencoded', URLENCODED),
    post('/api/contact/', `multipart/form-data; boundary=${filled('a', HEADER_BYTES)}`, 'long boundary', filled('a')),
  ];
}
