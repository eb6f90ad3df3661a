/** Downloads: one file in any form and in parts, or many in one archive. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BULK_MANIFEST } from '@clearcut/schemas/transaction/archive';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { type BulkManifest, bulkManifestSchema, type SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { readZip } from '../support/zip.ts';

let product: Installation;
let saver: Saver;
let picture: TransactionView;
let saved: SaveAnswer;
beforeAll(async () => {
  product = await sharedInstallation();
  saver = await newSaver(product, 10);
  picture = await saver.cutOut(await photo({ width: 800, height: 600 }), 'Jarrón rojo.jpeg');
  saved = await saver.save(picture.id);
});
afterAll(() => product.stop());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const pathOf = (quality: string, query: Record<string, string> = {}, id = picture.id): string =>
  `/api/transaction/${id}/download/${quality}/?${new URLSearchParams(query).toString()}`;

async function download(path: string): Promise<Buffer> {
  const answer = await saver.client.get(path);
  expect(answer.status, path).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const exportsMade = async (): Promise<number> =>
  (await product.eventTypes(picture.id)).filter((type) => type === 'ExportMade').length;

describe('the HD file', () => {
  test("is the receipt's file: complete, transparent, named, and recognised", async () => {
    const answer = await saver.client.get(pathOf('high'));
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(sha256(bytes)).toBe(saved.receipt.file.sha256);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 800, height: 600, hasAlpha: true });
    expect((await sharp(bytes).stats()).isOpaque).toBe(false);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Jarron rojo-clearcut-hd.png"; filename*=UTF-8''Jarr%C3%B3n%20rojo-clearcut-hd.png`,
    );
    const etag = answer.headers.get('etag') ?? '';
    const again = await saver.client.get(pathOf('high'), { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('is not served once its bytes differ from the recorded ones, not even in part', async () => {
    const { id } = await saver.cutOut(await photo());
    await saver.save(id);
    const files = (await product.eventStore.readStream(`transaction-${id}`)).flatMap(({ event }) =>
      event.type === 'HdSaveCompleted' ? [event.data.file] : [],
    );
    const [file] = files;
    const bytes = await product.blobStore.read(file?.blob ?? '');
    bytes[bytes.length - 20]! ^= 1;
    await product.blobStore.put(file?.blob ?? '', bytes);
    expect(await errorOf(await saver.client.get(pathOf('high', {}, id)))).toBe('500 file_damaged');
    expect(await errorOf(await saver.client.get(pathOf('high', {}, id), { range: 'bytes=0-9' }))).toBe(
      '500 file_damaged',
    );
  });

  test('does not exist before a save, nor for others', async () => {
    const { id } = await saver.cutOut(await photo());
    expect(await errorOf(await saver.client.get(pathOf('high', {}, id)))).toBe('409 nothing_saved');
    const stranger = await newSaver(product, 0);
    expect(await errorOf(await stranger.client.get(pathOf('high')))).toBe('404 transaction_not_found');
  });

  test('regression: a save is answered when it can be downloaded, waiting up to a second for a late read model', async () => {
    const { id } = await saver.cutOut(await photo());
    const holder = await product.database.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE read_transaction.transaction IN EXCLUSIVE MODE');
      await saver.save(id);
      const answeredAt = Date.now();
      await holder.query('COMMIT');
      const events = await product.eventStore.readStream(`transaction-${id}`);
      const completed = events.find(({ event }) => event.type === 'HdSaveCompleted');
      expect(answeredAt - Date.parse(completed?.metadata.occurredAt ?? '')).toBeGreaterThan(990);
    } finally {
      await holder.end();
    }
  });

  test('regression: delivers the newest save even while the read model lags', async () => {
    const { id } = await saver.cutOut(await photo());
    const first = await saver.save(id);
    const settings = { background: { ...TRANSPARENT, color: '#1b7f5a' } };
    expect((await saver.person.send('POST', `/api/transaction/${id}/edit`, settings)).status).toBe(200);
    const holder = await product.database.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE read_transaction.transaction IN EXCLUSIVE MODE');
      const second = await saver.save(id);
      expect(second.receipt.file.sha256).not.toBe(first.receipt.file.sha256);
      const file = download(pathOf('high', {}, id));
      await sleep(1_000);
      await holder.query('COMMIT');
      expect(sha256(await file)).toBe(second.receipt.file.sha256);
    } finally {
      await holder.end();
    }
  });

  test('supports ranges', async () => {
    const whole = await download(pathOf('high'));
    const etag = `"${sha256(whole)}"`;
    const part = async (headers: Record<string, string>) => {
      const answer = await saver.client.get(pathOf('high'), headers);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, range: answer.headers.get('content-range'), bytes };
    };
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, whole.length - 1],
      ['bytes=-50', whole.length - 50, whole.length - 1],
    ] as const) {
      const expected = {
        status: 206,
        range: `bytes ${start}-${end}/${whole.length}`,
        bytes: whole.subarray(start, end + 1),
      };
      expect(await part({ range })).toEqual(expected);
      expect(await part({ range, 'if-range': etag })).toEqual(expected);
    }
    expect(await part({ range: 'bytes=0-99', 'if-range': '"older"' })).toEqual({
      status: 200,
      range: null,
      bytes: whole,
    });
    expect(await part({ range: 'bytes=0-9,20-29' })).toMatchObject({ status: 200, bytes: whole });
    const beyond = await saver.client.get(pathOf('high'), { range: `bytes=${whole.length}-` });
    expect(beyond.headers.get('content-range')).toBe(`bytes */${whole.length}`);
    expect(await errorOf(beyond)).toBe('416 range_not_satisfiable');
  });

  test('answers HEAD without sending the file', async () => {
    const head = await fetch(product.url + pathOf('high'), {
      method: 'HEAD',
      headers: { 'client-id': saver.person.clientId, cookie: `clearcut_session=${saver.person.session()}` },
    });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(saved.receipt.file.bytes));
    expect(head.headers.get('accept-ranges')).toBe('bytes');
    expect(await head.text()).toBe('');
  });
});

describe('another format', () => {
  test.for([
    [{ format: 'webp' }, { format: 'webp', width: 800, height: 600, hasAlpha: true }, 'webp'],
    [{ format: 'jpg', background: '#ff8800' }, { format: 'jpeg', width: 800, height: 600, hasAlpha: false }, 'jpg'],
  ] as const)('%j', async ([query, metadata, extension]) => {
    const answer = await saver.client.get(pathOf('high', query));
    expect(answer.headers.get('content-disposition')).toContain(`filename="Jarron rojo-clearcut-hd.${extension}"`);
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject(metadata);
  });

  test('puts the colour behind the subject, to the corner', async () => {
    const { data } = await sharp(await download(pathOf('high', { background: '#ff8800' })))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 136, 0]);
  });

  test('crops to the subject, with a margin', async () => {
    const tight = await sharp(await download(pathOf('high', { crop: 'subject' }))).metadata();
    const loose = await sharp(await download(pathOf('high', { crop: 'subject', margin: '10' }))).metadata();
    expect(tight.width).toBeLessThan(500);
    expect(loose.height - tight.height).toBeCloseTo(2 * 0.1 * Math.max(tight.width, tight.height), -1);
  });

  test('is rendered and recorded once', async () => {
    const query = { format: 'webp', crop: 'subject', margin: '5' };
    const before = await exportsMade();
    const copies = await Promise.all(Array.from({ length: 6 }, () => download(pathOf('high', query))));
    expect(new Set(copies.map(sha256)).size).toBe(1);
    // A margin means nothing without a crop, so this equals the plain WEBP above.
    await download(pathOf('high', { format: 'webp', margin: '7' }));
    await download(pathOf('high', { format: 'webp' }));
    expect(await exportsMade()).toBe(before + 1);
  });

  test('needs a colour for a JPEG of a transparent picture, and none otherwise', async () => {
    expect(await errorOf(await saver.client.get(pathOf('high', { format: 'jpg' })))).toBe('422 background_required');
    const { id } = await saver.cutOut(await photo());
    const background = { color: '#0000ff', id: null, base: false, blur: 0, blurWidth: 0 };
    await saver.save(id, { background });
    const jpg = sharp(await download(pathOf('high', { format: 'jpg' }, id)));
    const { data } = await jpg.raw().toBuffer({ resolveWithObject: true });
    expect(Math.abs((data[2] ?? 0) - 255)).toBeLessThan(5);
  });

  test('refuses a body that is not a form', async () => {
    for (const query of [
      { format: 'gif' },
      { margin: '101' },
      { margin: 'wide' },
      { crop: 'half' },
      { background: 'red' },
    ]) {
      expect(await errorOf(await saver.client.get(pathOf('high', query)))).toBe('400 validation_failed');
    }
  });
});

test('the preview shows the newest edit', async () => {
  const plain = await download(pathOf('low'));
  expect(await sharp(plain).metadata()).toMatchObject({ width: 500, height: 375, hasAlpha: true });
  const background = { color: '#00ff00', id: null, base: false, blur: 0, blurWidth: 0 };
  const edited = await saver.person.send('POST', `/api/transaction/${picture.id}/edit/`, { background });
  expect(edited.status).toBe(200);
  const { data } = await sharp(await download(pathOf('low')))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([0, 255, 0]);
  // The saved file is unchanged.
  expect(sha256(await download(pathOf('high')))).toBe(saved.receipt.file.sha256);
  expect((await saver.person.send('POST', `/api/transaction/${picture.id}/reset/`)).status).toBe(200);
  expect(sha256(await download(pathOf('low')))).toBe(sha256(plain));
});

const archive = (who: Saver, quality: string, ids: unknown): Promise<Response> =>
  who.person.send('POST', `/api/transaction/download/bulk/${quality}/`, ids);

async function open(response: Response): Promise<{ files: Map<string, Buffer>; items: BulkManifest['items'] }> {
  expect(response.headers.get('content-type')).toBe('application/zip');
  const files = readZip(Buffer.from(await response.arrayBuffer()));
  const [last] = [...files.keys()].slice(-1);
  expect(last).toBe(BULK_MANIFEST);
  const { items } = bulkManifestSchema.parse(JSON.parse(String(files.get(BULK_MANIFEST))));
  files.delete(BULK_MANIFEST);
  return { files, items };
}

describe('an archive', () => {
  test('holds every available picture under a unique name, and lists the rest', async () => {
    const twin = await saver.cutOut(await photo(), 'jarrón rojo.png');
    await saver.save(twin.id);
    const unsaved = await saver.cutOut(await photo());
    const stranger = await newSaver(product, 1);
    const foreign = await stranger.cutOut(await photo());
    await stranger.save(foreign.id);
    const missing = randomUUID();
    const response = await archive(saver, 'high', [picture.id, unsaved.id, foreign.id, twin.id, missing, picture.id]);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="clearcut-hd-[\d-]+\.zip"/);
    const { files, items } = await open(response);
    expect([...files.keys()]).toEqual(['Jarrón rojo-clearcut-hd.png', 'jarrón rojo-clearcut-hd (2).png']);
    expect(items.map((item) => [item.id, item.outcome === 'included' ? item.file : item.errorCode])).toEqual([
      [picture.id, 'Jarrón rojo-clearcut-hd.png'],
      [unsaved.id, 'nothing_saved'],
      [foreign.id, 'transaction_not_found'],
      [twin.id, 'jarrón rojo-clearcut-hd (2).png'],
      [missing, 'transaction_not_found'],
    ]);
    for (const item of items) {
      if (item.outcome !== 'included') continue;
      const bytes = files.get(item.file) ?? Buffer.alloc(0);
      expect([sha256(bytes), bytes.length]).toEqual([item.sha256, item.bytes]);
    }
  });

  test('regression: marks an HD save from before the last changes as such', async () => {
    const [changed, same] = [await saver.cutOut(await photo()), await saver.cutOut(await photo())];
    for (const { id } of [changed, same]) await saver.save(id);
    const background = { color: '#00ff00', id: null, base: false, blur: 0, blurWidth: 0 };
    await saver.person.send('POST', `/api/transaction/${changed.id}/edit/`, { background });
    const ids = [changed.id, same.id];
    const [high, low] = [await open(await archive(saver, 'high', ids)), await open(await archive(saver, 'low', ids))];
    expect(high.items).toMatchObject([{ isCurrent: false }, { isCurrent: true }]);
    expect(low.items).toMatchObject([{ isCurrent: true }, { isCurrent: true }]);
  });

  test('of previews is available to visitors too', async () => {
    const visitor = createClient(product.url, { clientId: randomUUID() });
    const { id } = await visitor.process(await photo());
    const response = await fetch(`${product.url}/api/transaction/download/bulk/low/`, {
      method: 'POST',
      headers: { 'client-id': 'somebody-else-of-these-tests', 'content-type': 'application/json' },
      body: JSON.stringify([id]),
    });
    expect((await open(response)).items).toMatchObject([{ id, outcome: 'failed', errorCode: 'transaction_not_found' }]);
    const { files } = await open(await archive(saver, 'low', [picture.id]));
    expect([...files.keys()]).toEqual(['Jarrón rojo-clearcut.png']);
  });

  test('refuses an invalid list of ids', async () => {
    for (const ids of [[], ['x'], { ids: [] }, Array.from({ length: 101 }, () => randomUUID())]) {
      expect(await errorOf(await archive(saver, 'high', ids))).toBe('400 validation_failed');
    }
    expect(await errorOf(await archive(saver, 'medium', [picture.id]))).toBe('404 not_found');
  });
});
