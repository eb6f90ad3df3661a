/** Editing over HTTP: strokes, settings, undo, custom backgrounds, access, refusals, and concurrent edits. */
import { randomUUID } from 'node:crypto';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { OPERATION_ID_HEADER, type CustomBackground } from '@clearcut/schemas/transaction/editing-http';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, createClient, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { figure, photo, whiteMask } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';

const SIZE = { width: 400, height: 300 };
/** In the middle of the figure. */
const BOX = { x: 180, y: 140, width: 40, height: 30 };
const CENTRE = { x: 200, y: 155 };
const boxOf = ({ x, y, width, height }: typeof BOX): string => [x, y, width, height].join(',');

let product: Installation;
let stroke: Buffer;
beforeAll(async () => {
  product = await sharedInstallation();
  stroke = await whiteMask(BOX);
});
afterAll(() => product.stop());

type Credentials = Readonly<Record<string, string>>;
const drawer: Credentials = { 'client-id': 'drawer-of-these-tests' };

function post(path: string, body?: Uint8Array | object, headers: Credentials = {}): Promise<Response> {
  const isBytes = body instanceof Uint8Array;
  return fetch(`${product.url}/api/transaction/${path}`, {
    method: 'POST',
    headers: {
      ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
      ...drawer,
      ...headers,
    },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
}
const get = (path: string, headers: Credentials = drawer): Promise<Response> =>
  fetch(`${product.url}/api/transaction/${path}`, { headers });

async function view(answer: Response): Promise<TransactionView> {
  expect(answer.status).toBe(200);
  return bodyOf<TransactionView>(answer);
}

async function cutOut(): Promise<TransactionView> {
  const client = createClient(product.url, { clientId: 'drawer-of-these-tests' });
  const { id } = await client.process(await photo(SIZE));
  return eventually(async () => {
    const now = await view(await get(id));
    return now.pipeline.improved === undefined ? undefined : now;
  });
}

const erase = (id: string, key: string = randomUUID(), box = BOX, mask = stroke): Promise<Response> =>
  post(`${id}/erase/?boundingBox=${boxOf(box)}`, mask, { 'idempotency-key': key });

/** RGBA of the edited preview at the middle of the figure, once rendered. */
async function pixelOf(id: string): Promise<number[]> {
  return eventually(async () => {
    const answer = await get(`${id}/proxy/image/?step=edited`);
    if (answer.status !== 200) return undefined;
    const pixels = sharp(await answer.arrayBuffer()).ensureAlpha();
    const { data, info } = await pixels.raw().toBuffer({ resolveWithObject: true });
    const at = 4 * (CENTRE.y * info.width + CENTRE.x);
    return [...data.subarray(at, at + 4)];
  });
}

test('a stroke erases, undo and redo step back and forth, and a reset reverts everything and can be undone', async () => {
  const { id, edits } = await cutOut();
  expect(edits).toEqual({ headId: edits.headId, undoId: null, redoId: null, masks: [] });

  const erased = await view(await erase(id));
  const { headId } = erased.edits;
  expect(erased.edits).toEqual({
    headId,
    undoId: edits.headId,
    redoId: null,
    masks: [{ opId: headId, mode: 'erase', box: BOX }],
  });
  expect((await pixelOf(id))[3]).toBe(0);

  const coloured = await view(await post(`${id}/edit`, { background: { ...TRANSPARENT, color: '#336699' } }));
  expect(coloured.settings.background.color).toBe('#336699');
  expect(await pixelOf(id)).toEqual([0x33, 0x66, 0x99, 255]);

  const undone = await view(await post(`${id}/op/${headId}/restore`));
  expect(undone.edits).toMatchObject({ headId, undoId: edits.headId, redoId: coloured.edits.headId });
  expect(undone.settings.background.color).toBeNull();
  const reset = await view(await post(`${id}/reset`));
  expect(reset.edits).toMatchObject({ undoId: headId, masks: [] });
  const again = await view(await post(`${id}/op/${headId}/restore`));
  expect(again.edits.masks).toHaveLength(1);
  expect(again.pipeline['edited:low']).toBeDefined();
  expect(await errorOf(await post(`${id}/op/${randomUUID()}/restore`))).toBe('404 operation_not_found');
});

const cornerOf = (bytes: ArrayBuffer): Promise<Buffer> =>
  sharp(bytes).ensureAlpha().extract({ left: 5, top: 5, width: 20, height: 15 }).raw().toBuffer();

test('an edge is refined again under a stroke, once per key, and can be undone', async () => {
  const { id } = await cutOut();
  const { edits: erased } = await view(await erase(id));
  expect((await pixelOf(id))[3]).toBe(0);
  const key = randomUUID();
  const refine = () => post(`${id}/refine/?boundingBox=${boxOf(BOX)}`, stroke, { 'idempotency-key': key });
  const answer = await refine();
  const { edits } = await view(answer);
  expect(answer.headers.get(OPERATION_ID_HEADER)).toBe(edits.headId);
  expect(edits.undoId).toBe(erased.headId);
  expect(edits.masks.map(({ mode }) => mode)).toEqual(['erase', 'refine']);
  await eventually(async () => ((await pixelOf(id))[3]! > 200 ? true : undefined));
  const patch = sharp(await (await get(`${id}/op/${edits.headId}/mask`)).arrayBuffer());
  expect(await patch.metadata()).toMatchObject({
    format: 'png',
    width: BOX.width,
    height: BOX.height * 2,
    channels: 3,
  });

  expect((await view(await refine())).edits.headId).toBe(edits.headId);
  const other = { ...BOX, x: BOX.x - 10 };
  const reused = await post(`${id}/refine/?boundingBox=${boxOf(other)}`, await whiteMask({ width: 20, height: 15 }), {
    'idempotency-key': key,
  });
  expect(await errorOf(reused)).toBe('422 idempotency_key_reused');
  await view(await post(`${id}/op/${edits.undoId}/restore`));
  await eventually(async () => ((await pixelOf(id))[3] === 0 ? true : undefined));
});

test('restore brings back erased parts from the original', async () => {
  const { id } = await cutOut();
  const corner = { x: 0, y: 0, width: 40, height: 30 };
  await view(await post(`${id}/restore/?boundingBox=${boxOf(corner)}`, stroke));
  await pixelOf(id);
  const edited = await (await get(`${id}/proxy/image/?step=edited`)).arrayBuffer();
  const original = await (await get(`${id}/proxy/image/?step=resized`)).arrayBuffer();
  const [before, after] = await Promise.all([cornerOf(original), cornerOf(edited)]);
  expect(Math.max(...before.map((value, n) => Math.abs(value - (after[n] ?? 0))))).toBeLessThanOrEqual(2);
});

test('blur puts the photo itself behind its subject, and 0 removes it', async () => {
  const { id } = await cutOut();
  const blurred = await view(await post(`${id}/blur?value=7`));
  expect(blurred.settings.background).toEqual({ ...TRANSPARENT, base: true, blur: 7 });
  expect((await view(await post(`${id}/blur?value=0`))).settings.background).toEqual(TRANSPARENT);
  expect(await errorOf(await post(`${id}/blur?value=a lot`))).toBe('400 validation_failed');
});

test("the response names the edit's operation, even if another edit came after it", async () => {
  const { id, edits } = await cutOut();
  const colour = (color: string, key: string) =>
    post(`${id}/edit`, { background: { ...TRANSPARENT, color } }, { 'idempotency-key': key });
  const key = randomUUID();
  const first = await colour('#336699', key);
  const { headId } = (await view(first)).edits;
  expect(first.headers.get(OPERATION_ID_HEADER)).toBe(headId);
  const second = (await view(await colour('#ff0000', randomUUID()))).edits;

  const repeat = await colour('#336699', key);
  expect((await view(repeat)).edits.headId).toBe(second.headId);
  expect(repeat.headers.get(OPERATION_ID_HEADER)).toBe(headId);

  const idle = await colour('#ff0000', randomUUID());
  expect(idle.headers.get(OPERATION_ID_HEADER)).toBe(second.headId);
  const undone = await post(`${id}/op/${edits.headId}/restore`);
  expect(undone.headers.get(OPERATION_ID_HEADER)).toBe(edits.headId);
});

/** Previews may be rendered at any time. */
const editsAmong = (types: string[]): string[] => types.filter((type) => type !== 'EditRendered');

test('a repeat with its key is the same edit, whatever happened since; another edit with that key is refused', async () => {
  const { id, edits } = await cutOut();
  const [strokeKey, undoKey] = [randomUUID(), randomUUID()];
  const first = await view(await erase(id, strokeKey));
  const undo = () => post(`${id}/op/${edits.headId}/restore`, undefined, { 'idempotency-key': undoKey });
  await view(await undo());
  const second = await view(await post(`${id}/edit`, { background: { ...TRANSPARENT, color: '#336699' } }));
  const types = await product.eventTypes(id);
  for (const repeat of [await erase(id, strokeKey), await undo()]) {
    expect((await view(repeat)).edits.headId).toBe(second.edits.headId);
  }
  expect(await errorOf(await erase(id, strokeKey, { ...BOX, x: 0 }))).toBe('422 idempotency_key_reused');
  expect(await errorOf(await post(`${id}/reset`, undefined, { 'idempotency-key': strokeKey }))).toBe(
    '422 idempotency_key_reused',
  );
  expect(editsAmong(await product.eventTypes(id))).toEqual(editsAmong(types));
  expect(first.edits.headId).not.toBe(second.edits.headId);
});

test('repeated settings or a repeated blur are the same edit', async () => {
  const { id, settings } = await cutOut();
  const position = { ...settings.position, angle: 9 };
  const background = { ...TRANSPARENT, base: true, blur: 7, blurWidth: 3 };
  const [both, less, off, wider] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const set = (body: object, key: string) => post(`${id}/edit`, body, { 'idempotency-key': key });
  const blur = (value: number, key: string) => post(`${id}/blur?value=${value}`, undefined, { 'idempotency-key': key });

  await view(await set({ position, background }, both));
  await view(await blur(5, less));
  await view(await set({ background: { ...background, blurWidth: 9 } }, wider));
  const last = await view(await blur(0, off));
  for (const repeat of [() => set({ background, position }, both), () => blur(5, less), () => blur(0, off)]) {
    expect((await view(await repeat())).edits.headId).toBe(last.edits.headId);
  }
  for (const other of [() => blur(0, less), () => blur(6, less), () => blur(5, off), () => blur(7, both)]) {
    expect(await errorOf(await other())).toBe('422 idempotency_key_reused');
  }
});

test('a repeated edit without effect has none, whatever happened since', async () => {
  const { id, edits } = await cutOut();
  const plain = { background: TRANSPARENT };
  const send = (path: string, key: string, body?: object) => post(`${id}/${path}`, body, { 'idempotency-key': key });
  const idle = ([['edit', plain], ['blur?value=0'], ['reset'], [`op/${edits.headId}/restore`]] as const).map(
    ([path, body]) => {
      const key = randomUUID();
      return () => send(path, key, body);
    },
  );
  for (const edit of idle) expect((await view(await edit())).edits).toEqual(edits);

  const blurred = await view(await post(`${id}/blur?value=7`));
  for (const repeat of idle) expect((await view(await repeat())).edits).toEqual(blurred.edits);
});

test('refuses another undo or background under the same key', async () => {
  const { id, edits } = await cutOut();
  const key = { 'idempotency-key': randomUUID() };
  const { headId } = (await view(await erase(id))).edits;
  await view(await post(`${id}/op/${edits.headId}/restore`, undefined, key));
  expect(await errorOf(await post(`${id}/op/${headId}/restore`, undefined, key))).toBe('422 idempotency_key_reused');
  expect((await view(await get(id))).edits.headId).toBe(edits.headId);

  const backgroundKey = { 'idempotency-key': randomUUID() };
  const [duck, pear] = [await photo({ width: 40, height: 30 }), await photo({ width: 30, height: 40 })];
  const add = (bytes: Uint8Array) => post(`${id}/background/image/`, Buffer.from(bytes), backgroundKey);
  const [first, again] = [await add(duck), await add(duck)];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(await again.json()).toEqual(await first.json());
  expect(await errorOf(await add(pear))).toBe('422 idempotency_key_reused');
});

test('loses no stroke when many arrive at once', async () => {
  const { id } = await cutOut();
  const answers = await Promise.all(Array.from({ length: 16 }, () => erase(id)));
  const views = await Promise.all(answers.map(view));
  const last = await view(await get(id));
  expect(last.edits.masks).toHaveLength(16);
  // Each answer had its own stroke in force.
  expect(new Set(last.edits.masks.map(({ opId }) => opId)).size).toBe(16);
  expect(Math.max(...views.map(({ edits }) => edits.masks.length))).toBe(16);
});

test('refuses a mask that does not fit its box, and changes nothing', { timeout: 60_000 }, async () => {
  const { id } = await cutOut();
  const white = sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } });
  const palette = await white.clone().png({ palette: true }).toBuffer();
  const deep = await white.clone().toColourspace('rgb16').png().toBuffer();
  const wrong: [string, Uint8Array, typeof BOX][] = [
    ['nothing', new Uint8Array(), BOX],
    ['text', Buffer.from('not a picture'), BOX],
    ['a JPG', await photo({ width: 40, height: 30 }), BOX],
    ['a palette', palette, BOX],
    ['16 bits', deep, BOX],
    ['cut off', stroke.subarray(0, -20), BOX],
    ['another form', await whiteMask({ width: 30, height: 30 }), BOX],
    ['larger than its box', await whiteMask({ width: 80, height: 60 }), BOX],
    ['outside', stroke, { ...BOX, x: 390 }],
    ['too many bytes', Buffer.alloc(9 * 1024 * 1024), BOX],
  ];
  for (const [name, mask, box] of wrong) {
    expect(await errorOf(await erase(id, randomUUID(), box, Buffer.from(mask))), name).toBe('422 mask_invalid');
  }
  for (const box of ['', '1,2,3', '1,2,3,a', '-1,0,4,4', '0,0,0,4', '1,2,3,4,5']) {
    const answer = await post(`${id}/erase/?boundingBox=${box}`, stroke);
    expect(await errorOf(answer), box).toBe('400 validation_failed');
  }
  const settings: unknown[] = [{ background: { color: 'red' } }, { position: { angle: 9999 } }, []];
  for (const body of settings) {
    expect(await errorOf(await post(`${id}/edit`, body as object)), JSON.stringify(body)).toBe('400 validation_failed');
  }
  expect((await view(await get(id))).edits.masks).toEqual([]);
});

test('refuses unknown settings, and changes nothing', async () => {
  const { id, settings, edits } = await cutOut();
  const { background, position } = settings;
  const shadow = { kind: 'drop', color: '#000000', opacity: 0.5, blur: 4, offset: { x: 0, y: 4 } };
  const misunderstood: object[] = [
    background,
    { backgroud: background },
    { background, zoom: 2 },
    { background: { ...background, opacity: 0.5 } },
    { position: { ...position, rotation: 9 } },
    { shadow: { ...shadow, spread: 2 } },
  ];
  for (const body of misunderstood) {
    expect(await errorOf(await post(`${id}/edit`, body)), JSON.stringify(body)).toBe('400 validation_failed');
  }
  expect((await view(await get(id))).edits).toEqual(edits);
  expect((await view(await post(`${id}/edit`, { background, position, shadow }))).settings.shadow).toEqual(shadow);
});

test('stretches a smaller mask, and accepts one made by a canvas (RGBA)', async () => {
  const { id } = await cutOut();
  await view(await erase(id, randomUUID(), BOX, await whiteMask({ width: 20, height: 15 })));
  const rgba = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#fff' } })
    .png()
    .toBuffer();
  await view(await erase(id, randomUUID(), BOX, rgba));
  expect((await pixelOf(id))[3]).toBe(0);
});

test('a picture that is not cut out yet cannot be edited, and does not exist for a stranger', async () => {
  const client = createClient(product.url, { clientId: 'drawer-of-these-tests' });
  const { id } = await bodyOf<UploadAnswer>(await client.upload(await photo({ width: 2400, height: 1800 })));
  expect(await errorOf(await erase(id))).toBe('409 image_not_ready');
  const stranger = { 'client-id': 'stranger-of-these-tests' };
  expect(await errorOf(await post(`${id}/erase/?boundingBox=${boxOf(BOX)}`, stroke, stranger))).toBe(
    '404 transaction_not_found',
  );
  expect(await errorOf(await post(`${id}/edit`, {}, stranger))).toBe('404 transaction_not_found');
  expect(await errorOf(await post(`${id}/reset`, undefined, stranger))).toBe('404 transaction_not_found');
});

test('a custom background is applied, is the same when sent again, and belongs only to its owner', async () => {
  const { id } = await cutOut();
  const green = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer();
  const added = await post(`${id}/background/image/`, green);
  expect(added.status).toBe(201);
  const background = await bodyOf<CustomBackground>(added);
  expect(await bodyOf(await post(`${id}/background/image/`, green))).toEqual(background);
  const had = await fetch(product.url + background.path, { headers: drawer });
  expect([had.status, had.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(Buffer.from(await had.arrayBuffer()).equals(green)).toBe(true);
  const stranger = await fetch(product.url + background.path, { headers: { 'client-id': 'stranger-of-these-tests' } });
  expect(await errorOf(stranger)).toBe('404 background_not_found');

  await view(await erase(id));
  const chosen = await view(await post(`${id}/edit`, { background: { ...TRANSPARENT, id: background.id } }));
  expect(chosen.customBackgrounds).toEqual([background]);
  expect(await pixelOf(id)).toEqual([0, 255, 0, 255]);
  const unknown = { background: { ...TRANSPARENT, id: randomUUID() } };
  expect(await errorOf(await post(`${id}/edit`, unknown))).toBe('404 background_not_found');
  expect(await errorOf(await post(`${id}/background/image/`, Buffer.from('no picture')))).toBe(
    '415 file_type_unsupported',
  );
});

test('another device finds everything needed to draw the picture', async () => {
  const { id } = await cutOut();
  const { edits } = await view(await erase(id));
  const mask = await get(`${id}/op/${edits.headId}/mask`);
  expect([mask.status, mask.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(Buffer.from(await mask.arrayBuffer()).equals(stroke)).toBe(true);
  expect(await errorOf(await get(`${id}/op/${randomUUID()}/mask`))).toBe('404 operation_not_found');
  for (const path of [
    'embedding-mask',
    ...['resized', 'transformed', 'improved'].map((step) => `proxy/image/?step=${step}`),
  ]) {
    const answer = await get(`${id}/${path}`);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get('content-type'), path).toMatch(/^image\/(png|webp)$/);
    await answer.body?.cancel();
  }
  expect(await errorOf(await get(`${id}/proxy/image/?step=nothing`))).toBe('400 validation_failed');
});

test('edits survive the choice of another subject, and are drawn on the new cut-out', async () => {
  const { id } = await cutOut();
  await view(await erase(id));
  await pixelOf(id);
  const chosen = await view(await post(`${id}/subject/`, { point: [150, 150] }));
  expect(chosen.edits.masks).toHaveLength(1);
  expect(chosen.pipeline['edited:low']).toBeUndefined();
  expect((await pixelOf(id))[3]).toBe(0);
  expect((await view(await get(id))).subject).toMatchObject({ kind: 'point' });
});

test('the figure in these tests is centred where the strokes are', async () => {
  const { data, info } = await figure(SIZE).raw().toBuffer({ resolveWithObject: true });
  const at = info.channels * (CENTRE.y * info.width + CENTRE.x);
  // Dark red glaze, not the light wall.
  expect(data[at + 2]).toBeLessThan(100);
});
