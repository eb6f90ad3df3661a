import { expect, test } from 'vitest';
import { needModel } from './replay.ts';

const DIGEST = 'a'.repeat(64);
const refusal = (name: string): Promise<string> =>
  needModel('/nowhere', DIGEST, [{ name, version: '1.4.0', sha256: DIGEST }]).then(String, String);

test('regression: replay of an older model did not say where to get it', async () => {
  expect(await refusal('clearcut-2')).toMatch(
    /clearcut-2 1\.4\.0, .* Copy inference-worker\/models\/clearcut-2 from the release .* to .*models\/clearcut-2-aaaaaaaa\. --now/,
  );
  expect(await refusal('our-own')).toMatch(
    /Copy models\/our-own from a backup of DATA_DIR to .*models\/our-own-aaaaaaaa\./,
  );
});
