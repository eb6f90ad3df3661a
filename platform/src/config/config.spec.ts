import { isAbsolute, join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { projectRoot } from './project.ts';

const refusal = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return 'accepted';
};

test('uses defaults without settings', () => {
  expect(loadConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: join(projectRoot, '.data'),
    databaseUrl: undefined,
    logLevel: 'info',
    model: undefined,
    modelBest: undefined,
    modelsRegistry: undefined,
    ownsDatabase: false,
    encryptionKeys: [],
    passwordMinLength: 8,
    uploadsPerMinute: 600,
    signUpsAtOnce: 20,
    minFreeSpaceMb: 500,
    hasCredits: true,
    starterCredits: 3,
    chargeSmallSaves: false,
    quotas: expect.any(Object) as object,
    bulkUploadPlans: 'all',
    keepImprovements: false,
    rembgFacade: false,
    rembgNetworks: [],
    allowedPrivateHosts: [],
    publicUrl: undefined,
    trustedProxies: [],
    metricsNetworks: ['127.0.0.0/8', '::1'],
    sandbox: true,
    smtp: undefined,
    oidc: undefined,
    stripe: undefined,
    stripeTax: false,
    billingCatalogue: join(projectRoot, 'billing', 'catalogue.json'),
    turnstile: undefined,
    eventStoreUrl: undefined,
    blobStore: undefined,
    kafka: undefined,
    operator: undefined,
    supportEmail: undefined,
  });
});

test('an empty setting counts as unset', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: ' ', DATA_DIR: '' })).toEqual(loadConfig({}));
});

test('a relative data folder is in the project, wherever the process was started', () => {
  const { dataDir } = loadConfig({ DATA_DIR: 'elsewhere' });
  expect(isAbsolute(dataDir)).toBe(true);
  expect(dataDir).toBe(join(projectRoot, 'elsewhere'));
});

test.for(['-1', '65536', '1e3', '0x50', '80.5', 'http'])('PORT=%s is refused', (PORT) => {
  expect(refusal({ PORT })).toBe('The setting PORT must be a whole number from 0 to 65535.');
});

test.for(['"/srv/clearcut"', "'/srv/clearcut'", '~/clearcut'])(
  'regression: DATA_DIR=%s, from an env file, made a folder of that name in the project',
  (folder) => {
    expect(() => loadConfig({ DATA_DIR: folder })).toThrow(
      'The setting DATA_DIR must be a path without quotation marks and without ~.',
    );
  },
);

test('a model is a name, never a path out of the models folder', () => {
  expect(refusal({ ENCRYPTION_KEYS: 'c2hvcnQ=' })).toMatch(
    /^The setting ENCRYPTION_KEYS must be keys of 32 bytes in base64/,
  );
  expect(refusal({ MODEL: '../../etc' })).toMatch(/^The setting MODEL must be the name of a model/);
});

test.for([
  ['all', 'all'],
  ['none', []],
  ['business, starter', ['starter', 'business']],
  // Regression: it shut out teams without a plan, which every team is at first.
  ['ultimate,enterprise,business,professional,starter,trial', 'all'],
] as const)('bulk upload in the plans %s', ([BULK_UPLOAD_PLANS, plans]) => {
  expect(loadConfig({ BULK_UPLOAD_PLANS }).bulkUploadPlans).toEqual(plans);
});

test.for(['free', 'all,starter', 'starter,', 'starter,starter'])(
  'BULK_UPLOAD_PLANS=%s is refused',
  (BULK_UPLOAD_PLANS) => {
    expect(refusal({ BULK_UPLOAD_PLANS })).toMatch(
      /^The setting BULK_UPLOAD_PLANS must be all, none, or some of trial, /,
    );
  },
);

test.for(['/', '#', '?', '12/', '12#'])(
  'a password containing %s is not part of an address, and is not printed',
  (signs) => {
    const message = refusal({ DATABASE_URL: `postgres://clearcut:${signs}secret@host:5432/database` });
    expect(message).toMatch(/^The setting DATABASE_URL must look like .* %2F, %23 and %3F/);
    expect(message).not.toContain('secret');
    const written = `postgres://clearcut:${encodeURIComponent(signs)}secret@host:5432/database`;
    expect(loadConfig({ DATABASE_URL: written }).databaseUrl).toBe(written);
  },
);

test('names every invalid setting in one line, without its value', () => {
  const message = refusal({ DATABASE_URL: 'mysql://root:secret@host', UPLOADS_PER_MINUTE: '0', LOG_LEVEL: 'loud' });
  expect(message).toMatch(/DATABASE_URL .* LOG_LEVEL .* UPLOADS_PER_MINUTE /);
  expect(message).not.toMatch(/secret|\n/);
});
