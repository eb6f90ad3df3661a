import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../config/project.ts';

test.each(['client/src/main.tsx', 'schemas/src/constants.ts', 'scene/src/compose.ts', 'scene/backgrounds/bokeh.webp'])(
  'rebuilds the client when %s changes, and not before',
  (changed) => {
    const root = mkdtempSync(join(tmpdir(), 'clearcut-prepare-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const write = (path: string, content: string): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    };
    cpSync(join(projectRoot, 'scripts/prepare.mjs'), join(root, 'scripts/prepare.mjs'));
    for (const path of ['client/package.json', 'schemas/src/index.ts', 'scene/package.json']) write(path, '{}');
    for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) write(path, '{"packages":{}}');
    write(changed, 'before');
    write('npm.cjs', `require('fs').cpSync('package-lock.json', 'client/dist/index.html')`);
    const prepare = (): string => {
      const env = { ...process.env, npm_execpath: join(root, 'npm.cjs') };
      const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/prepare.mjs')], {
        env,
        encoding: 'utf8',
      });
      return stdout + stderr;
    };

    expect(prepare()).toBe('Building the client …\n');
    expect(prepare()).toBe('');
    write(changed, 'after');
    expect(prepare()).toBe('Building the client …\n');
  },
);
