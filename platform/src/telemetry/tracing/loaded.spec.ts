import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

function loadedWith(settings: Record<string, string>): string[] {
  const script = `
    import { registerHooks } from 'node:module';
    const seen = new Set();
    registerHooks({
      resolve(name, context, next) {
        if (name.startsWith('@opentelemetry/')) seen.add(name);
        return next(name, context);
      },
    });
    const { createAdapters } = await import(${JSON.stringify(import.meta.resolve('../../adapters.ts'))});
    const { loadConfig } = await import(${JSON.stringify(import.meta.resolve('../../config/config.ts'))});
    const { createLogger } = await import(${JSON.stringify(import.meta.resolve('../logger.ts'))});
    const adapters = await createAdapters(loadConfig(), createLogger('test', { logLevel: 'silent' }), 'test');
    await adapters.close();
    console.log(JSON.stringify([...seen]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: 'postgres://127.0.0.1:1/none', ...settings },
    encoding: 'utf8',
    timeout: 20_000,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

test('loads nothing of OpenTelemetry unless a collector is configured', () => {
  expect(loadedWith({})).toEqual([]);
  expect(loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).toContain('@opentelemetry/sdk-trace');
});
