/** Saves whose HD file would equal the free preview: they cost nothing, for the page and for programs. */
import { CREDITS_CHARGED_HEADER } from '@clearcut/schemas/http/credit-headers';
import { DEFAULT_POSITION } from '@clearcut/schemas/transaction/scene/constants';
import type { Receipt, SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation({ CHARGE_SMALL_SAVES: 'false' });
});
afterAll(() => product.stop());

const OUTPUT = {
  position: { ...DEFAULT_POSITION, crop: { x: 0, y: 0, width: 400, height: 400 }, output: { width: 800, height: 800 } },
};
const CROP = { position: { ...DEFAULT_POSITION, crop: { x: 100, y: 100, width: 300, height: 300 } } };

test.each([
  ['500 × 400, the largest free size', { width: 500, height: 400 }, {}, 0],
  ['400 × 500, upright', { width: 400, height: 500 }, {}, 0],
  ['501 × 400, a pixel more', { width: 501, height: 400 }, {}, 1],
  ['a crop of a small picture', { width: 500, height: 500 }, CROP, 0],
  ['a small picture enlarged for a shop', { width: 500, height: 500 }, OUTPUT, 1],
  ['a small crop of a large picture', { width: 900, height: 700 }, CROP, 1],
])('%s', async (_what, size, settings, credits) => {
  const { client, person, cutOut } = await newSaver(product, 3);
  const { id } = await cutOut(await photo(size));
  const answer = await person.send('POST', `/api/transaction/${id}/save/`, settings);
  expect(answer.status).toBe(200);
  expect(answer.headers.get(CREDITS_CHARGED_HEADER)).toBe(String(credits));
  const { creditsLeft, receipt } = await bodyOf<SaveAnswer>(answer);
  expect([creditsLeft, receipt.ledger?.credits ?? 0]).toEqual([3 - credits, credits]);
  const kept = await bodyOf<Receipt>(await person.get(`/api/transaction/${id}/save/${receipt.saveId}/receipt/`));
  expect(kept).toEqual(receipt);
  const [hd, preview] = await Promise.all(
    [`high/?save=${receipt.saveId}`, 'low/'].map(async (path) => {
      const file = await client.get(`/api/transaction/${id}/download/${path}`);
      return sharp(Buffer.from(await file.arrayBuffer()))
        .raw()
        .toBuffer();
    }),
  );
  expect(hd?.equals(preview ?? Buffer.alloc(0))).toBe(credits === 0);
});

test('a team without credits saves a small picture, twice, and later a changed version of it', async () => {
  const { cutOut, save } = await newSaver(product, 0);
  const { id } = await cutOut(await photo({ width: 300, height: 200 }));
  const first = await save(id);
  expect((await save(id)).receipt.saveId).toBe(first.receipt.saveId);
  const changed = await save(id, { shadow: null, position: { ...DEFAULT_POSITION, angle: 10 } });
  expect(changed.receipt.saveId).not.toBe(first.receipt.saveId);
  expect(changed.creditsLeft).toBe(0);
});
