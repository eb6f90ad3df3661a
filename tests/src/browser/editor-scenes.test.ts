import { maskSize, rasterise, strokeBox } from '@clearcut/scene/brush';
import { differenceOf } from '@clearcut/scene/testing/difference';
import { randomScene, type RandomScene } from '@clearcut/scene/testing/scenes';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { sample } from 'fast-check';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decoded, openInEditor, shownPixels } from './editor-hand.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

const FRAME = { width: 1280, height: 960 };
const COUNT = process.env['LONG_TESTS'] === '1' ? 200 : 20;

/** Applies the scene only by API calls. @returns the resulting operation */
async function arrange(page: Page, id: string, { settings, strokes }: RandomScene): Promise<string> {
  const clientId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('client-id') ?? '{}') as { value?: string }).value ?? '',
  );
  const post = async (path: string, body?: { data: unknown; type: string }): Promise<TransactionView> => {
    const answer = await page.request.post(`${visitor.url()}/api/transaction/${id}/${path}`, {
      headers: { 'client-id': clientId, ...(body === undefined ? {} : { 'content-type': body.type }) },
      ...(body === undefined ? {} : { data: body.data }),
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as TransactionView;
  };
  await post('reset');
  for (const { mode, stroke } of strokes) {
    const box = strokeBox(stroke, FRAME);
    if (box === null) continue;
    const { data, width, height } = rasterise(stroke, box, maskSize(box));
    const png = await sharp(data, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    await post(`${mode}/?boundingBox=${[box.x, box.y, box.width, box.height].join(',')}`, {
      data: png,
      type: 'image/png',
    });
  }
  return (await post('edit', { data: settings, type: 'application/json' })).edits.headId;
}

test(
  `the editor shows what the server renders, in ${COUNT} random scenes`,
  async () => {
    const page = await visitor.open('/upload');
    const id = await openInEditor(page);
    const scenes = sample(randomScene(FRAME, 'marble-white'), { numRuns: COUNT, seed: 20261121 });
    for (const [index, scene] of scenes.entries()) {
      const head = await arrange(page, id, scene);
      await page.locator(`[data-testid=stage][data-head="${head}"][aria-busy=false]`).waitFor({ timeout: 30_000 });
      const answer = await page.request.get(`${visitor.url()}/api/transaction/${id}/download/low/?format=png`);
      expect(answer.status()).toBe(200);
      const rendered = await decoded(await answer.body());
      const shown = await shownPixels(page);
      const about = `scene ${index}: ${JSON.stringify(scene.settings)} with ${scene.strokes.length} strokes`;
      expect([shown.width, shown.height], about).toEqual([rendered.width, rendered.height]);
      const difference = differenceOf(shown, rendered);
      expect(difference.mean, about).toBeLessThanOrEqual(2);
      expect(difference.worstSquare, about).toBeLessThanOrEqual(12);
    }
  },
  60_000 + COUNT * 6_000,
);
