import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OperatorContext } from '../command.ts';
import { verifyReceipt } from './verify-receipt.ts';

test('looks for the receipt where npm was called, not in the project folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-receipt-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'receipt.json'), 'found');
  vi.stubEnv('INIT_CWD', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const verified = verifyReceipt.run(['receipt.json', 'picture.png'], {} as OperatorContext, {});
  await expect(verified).rejects.toThrow(/is not JSON/);
});
