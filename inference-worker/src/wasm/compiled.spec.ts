import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { files, sourceOf } from '../../../scripts/wasm.mjs';

test.for(files())('%s is the compiled source', (file) => {
  const compiled = readFileSync(new URL(file.replace('.wat', '.wasm.ts'), import.meta.url), 'utf8');
  expect(compiled).toBe(sourceOf(file));
});
