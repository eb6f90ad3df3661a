import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

const SPEC = '\\.spec\\.tsx?$';

/** Workspaces that each one may import. */
export const WORKSPACES: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  scene: ['schemas'],
  platform: ['schemas'],
  sandbox: ['schemas', 'platform'],
  'command-api': ['schemas', 'platform', 'sandbox', 'projections/src/[^/]+/queries\\.ts$'],
  projections: ['schemas', 'platform'],
  operator: ['schemas', 'platform', 'projections', 'command-api', 'inference-worker', 'scene'],
  node: ['schemas', 'platform', 'inference-worker'],
  cli: ['node', 'platform/src/(make-folder|reasons)\\.ts$'],
  clients: [],
  'inference-worker': ['schemas', 'platform', 'scene'],
  client: ['schemas', 'scene'],
  tools: ['schemas'],
  tests: [
    'schemas',
    'scene',
    'platform',
    'sandbox',
    'command-api',
    'projections',
    'operator',
    'clients',
    'inference-worker',
    'client',
  ],
};
const anyWorkspace = `^(${Object.keys(WORKSPACES).join('|')})/`;

/** Their specs run under Node and may use other parts; their sources run anywhere. */
const WITHOUT_IO = ['schemas', 'scene'];

/** Contexts that each context of command-api may import. */
export const CONTEXTS: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  texts: [],
  http: ['kernel'],
  outgoing: [],
  templates: ['kernel', 'http', 'team'],
  mails: ['kernel', 'texts'],
  accounts: ['kernel', 'http', 'mails'],
  team: ['kernel', 'http', 'mails', 'accounts'],
  security: ['kernel', 'http', 'texts', 'accounts'],
  credits: ['kernel', 'http', 'texts', 'accounts'],
  'api-keys': ['kernel', 'http'],
  subscription: ['kernel', 'http', 'mails', 'credits'],
  billing: ['kernel', 'http', 'credits', 'subscription'],
  transaction: ['kernel', 'http', 'outgoing', 'credits', 'billing'],
  webhooks: ['kernel', 'http', 'mails', 'outgoing', 'transaction'],
  'public-api': ['kernel', 'http', 'credits', 'api-keys', 'transaction'],
  site: ['kernel', 'http', 'texts'],
  attribution: ['kernel', 'http', 'accounts'],
  chat: ['http', 'accounts'],
  contact: ['kernel', 'http', 'accounts', 'mails', 'texts'],
  support: ['kernel', 'http', 'texts', 'mails', 'accounts', 'credits', 'subscription', 'transaction', 'contact'],
  sandbox: ['kernel', 'http', 'texts'],
};

/** Every context builds on these. The rest is imported only through its index. */
const SHARED = ['kernel', 'texts', 'http'];
export const DOORS: readonly string[] = Object.keys(CONTEXTS).filter((name) => !SHARED.includes(name));

/** Packages used by only one adapter, and by the stand-in with its types. */
export const ADAPTERS: Readonly<Record<string, readonly string[]>> = {
  '@opentelemetry': ['platform/src/telemetry/tracing/opentelemetry'],
  stripe: ['platform/src/payments/stripe', 'sandbox/src'],
};

const rule = (
  name: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({
  name,
  severity: 'error',
  from,
  to,
});

export const rules: readonly IRegularForbiddenRuleType[] = [
  rule('every import resolves', {}, { couldNotResolve: true }),
  rule('no files import each other in a circle', { pathNot: SPEC }, { circular: true }),
  rule(
    'another workspace is imported by its name',
    { path: anyWorkspace },
    { path: anyWorkspace, pathNot: ['^$1/', '\\.json$'], dependencyTypesNot: ['aliased-workspace'] },
  ),
  ...Object.entries(WORKSPACES).map(([name, allowed]) =>
    rule(
      `${name} imports no workspace but those it may`,
      { path: `^${name}/`, ...(WITHOUT_IO.includes(name) ? { pathNot: SPEC } : {}) },
      { path: anyWorkspace, pathNot: [name, ...allowed].map((path) => `^${path}${path.endsWith('$') ? '' : '/'}`) },
    ),
  ),
  ...WITHOUT_IO.map((name) =>
    rule(`${name} does no I/O`, { path: `^${name}/src/`, pathNot: SPEC }, { dependencyTypes: ['core'] }),
  ),
  ...Object.entries(CONTEXTS).map(([name, allowed]) =>
    rule(
      `${name} imports no context but those it may`,
      { path: `^command-api/src/${name}/`, pathNot: SPEC },
      { path: '^command-api/src/', pathNot: `^command-api/src/(${[name, ...allowed].join('|')})/` },
    ),
  ),
  ...DOORS.map((name) =>
    rule(
      `${name} is imported through its index`,
      { pathNot: `^command-api/src/${name}/` },
      { path: `^command-api/src/${name}/`, pathNot: `^command-api/src/${name}/(index\\.ts$|testing/)` },
    ),
  ),
  rule(
    'a context of command-api is in the table',
    { path: '^command-api/src/[^/]+/', pathNot: `^command-api/src/(compose|${Object.keys(CONTEXTS).join('|')})/` },
    {},
  ),
  rule(
    'a domain imports no I/O and nothing else of its context',
    { path: '^(command-api/src/[^/]+/domain/)', pathNot: SPEC },
    {
      pathNot: [
        '$1',
        'command-api/src/kernel/',
        'schemas/',
        'platform/src/payments/port\\.ts$',
        'crypto$',
        'util$',
      ].map((path) => `^${path}`),
    },
  ),
  ...Object.entries(ADAPTERS).map(([name, folders]) =>
    rule(
      `${name} is spoken to by its adapter alone`,
      { pathNot: ['^tests/', ...folders.map((folder) => `^${folder}/`)] },
      { path: `node_modules/${name}/` },
    ),
  ),
];
