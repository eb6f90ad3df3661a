import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OperatorContext } from '../command.ts';
import { verifyReceipt } from './verify-receipt.ts';

test('the receipt is looked for where npm was called, not in the folder of the project', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-receipt-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'receipt.json'), 'found');
  vi.stubEnv('INIT_CWD', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const verified = verifyReceipt.run(['receipt.json', 'picture.png'], {} as OperatorContext, {});
  await expect(verified).rejects.toThrow(/is not JSON/);
});
