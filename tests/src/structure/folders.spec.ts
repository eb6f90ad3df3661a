import { expect, test } from 'vitest';
import { findCircle, foldersOf, sourceFiles } from './imports.ts';

const WORKSPACES = [
  'schemas',
  'scene',
  'platform',
  'command-api',
  'projections',
  'operator',
  'cli',
  'clients/typescript',
  'inference-worker',
  'client',
];
const MOST_FILES = 15;

/** The other folders that each folder of command-api may import from. */
const COMMAND_API: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  texts: [],
  http: ['kernel'],
  outgoing: [],
  templates: ['kernel', 'http', 'team'],
  mails: ['kernel', 'texts'],
  identity: ['kernel', 'http', 'mails'],
  team: ['kernel', 'http', 'mails', 'identity'],
  security: ['kernel', 'http', 'texts', 'identity'],
  credits: ['kernel', 'http', 'texts', 'identity'],
  'api-keys': ['kernel', 'http'],
  subscription: ['kernel', 'http', 'mails', 'credits'],
  billing: ['kernel', 'http', 'credits', 'subscription'],
  transaction: ['kernel', 'http', 'outgoing', 'credits', 'billing'],
  webhooks: ['kernel', 'http', 'mails', 'outgoing', 'transaction'],
  'public-api': ['kernel', 'http', 'credits', 'api-keys', 'transaction'],
  people: ['kernel', 'http', 'mails', 'identity', 'team', 'transaction'],
  site: ['kernel', 'http', 'texts'],
  attribution: ['kernel', 'http', 'identity'],
  chat: ['http', 'identity'],
  contact: ['kernel', 'http', 'identity', 'mails', 'texts'],
  support: ['kernel', 'http', 'texts', 'mails', 'identity', 'credits', 'subscription', 'transaction', 'contact'],
  sandbox: ['kernel', 'http', 'texts'],
};
/** Puts the parts together, so it imports them all. */
const COMPOSE = 'compose';

test.for(WORKSPACES)('no folders of %s import each other in a circle', async (workspace) => {
  expect(findCircle(await sourceFiles(workspace))).toBeUndefined();
});

test.for(WORKSPACES)(`no folder of %s has more than ${MOST_FILES} source files`, async (workspace) => {
  const counts = new Map<string, number>();
  for (const { path } of await sourceFiles(workspace)) {
    const folder = foldersOf(path).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});

test('a context of command-api imports no other but those it declares', async () => {
  const refused = (await sourceFiles('command-api')).flatMap(({ path, imports }) => {
    const [context = COMPOSE] = foldersOf(path);
    const allowed = context === COMPOSE ? undefined : [context, ...(COMMAND_API[context] ?? [])];
    return imports
      .filter((to) => allowed?.includes(foldersOf(to)[0] ?? '') === false)
      .map((to) => `${path} imports ${to}`);
  });
  expect(refused).toEqual([]);
});

test('OpenTelemetry is spoken to by its adapter alone', async () => {
  const importers = await Promise.all(
    WORKSPACES.map(async (workspace) =>
      (await sourceFiles(workspace))
        .filter(({ packages }) => packages?.some((name) => name.startsWith('@opentelemetry/')))
        .map(({ path }) => `${workspace}/${foldersOf(path).join('/')}`),
    ),
  );
  expect(new Set(importers.flat())).toEqual(new Set(['platform/telemetry/tracing/opentelemetry']));
});

test('Stripe is spoken to by its adapter alone; the stand-in has its types', async () => {
  const importers = await Promise.all(
    WORKSPACES.map(async (workspace) =>
      (await sourceFiles(workspace))
        .filter(({ packages }) => packages?.some((name) => name === 'stripe' || name.startsWith('stripe/')))
        .map(({ path }) => `${workspace}/${foldersOf(path).join('/')}`),
    ),
  );
  expect(new Set(importers.flat())).toEqual(new Set(['platform/payments/stripe', 'command-api/sandbox/stripe/http']));
});

const file = (path: string, ...imports: string[]) => ({ path, imports });

test('a circle is found, and a folder in another is no circle with it', () => {
  const line = [file('a/one.ts', 'b/two.ts'), file('b/two.ts', 'b/c/three.ts'), file('b/c/three.ts', 'b/four.ts')];
  expect(findCircle(line)).toBeUndefined();
  expect(findCircle([...line, file('b/five.ts', 'a/one.ts')])).toBe(
    'a (a/one.ts -> b/two.ts), b (b/five.ts -> a/one.ts)',
  );
  expect(findCircle([file('b/c/three.ts', 'b/d/x.ts'), file('b/d/x.ts', 'b/c/three.ts')])).toContain('b/c');
});
