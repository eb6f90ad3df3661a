import { globSync } from 'node:fs';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';
import { unitRuns } from './unit-runs.ts';

test('every unit spec runs once, and one that replaces globals has modules of its own', () => {
  const [[flag, ...shared] = [], own = []] = unitRuns(['platform', 'client']);
  expect(flag).toBe('--no-isolate');
  expect([...shared, ...own].sort()).toEqual(
    globSync('{platform,client}/src/**/*.spec.ts', { cwd: projectRoot }).sort(),
  );
  expect(own).toContain('client/src/app/session/start-session.spec.ts');
  expect(shared).toContain('platform/src/cli/parse-call.spec.ts');
});
