import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withoutDatabase } from '../../../lib/storage/testing/private-window.ts';
import { EditedPicture } from '../picture/edited-picture.ts';
import type { MaskTask } from '../engine/masks.worker.ts';
import { tools } from '../state/tools.ts';
import { StageController } from './stage-controller.ts';
import { pictureView } from '../../pictures/uploads/transaction/testing/picture-view.ts';

const SIZE = { width: 8, height: 8 };

const viewOf = (changed: object = {}): TransactionView =>
  pictureView('p', {
    ...SIZE,
    pipeline: { original: { id: 'original' }, resized: { id: 'resized' }, transformed: { id: 'transformed' } },
    ...changed,
  });

const server = { requests: [] as string[], isRefined: false };
const countOf = (part: string): number => server.requests.filter((path) => path.includes(part)).length;
const tasks: MaskTask[] = [];
const page = { stream: new EventTarget() };

/** Minimal browser and server: every file has the same pixels. */
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { requests: [], isRefined: false });
  tasks.length = 0;
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('Element', class extends EventTarget {});
  vi.stubGlobal('fetch', async (path: string) => {
    server.requests.push(path);
    const isThere = server.isRefined || !path.includes('embedding-mask');
    return isThere ? Response.json(viewOf()) : Response.json({ errorCode: 'image_not_ready' }, { status: 409 });
  });
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super();
        page.stream = this;
      }
      close() {}
    },
  );
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage({ task }: { task: MaskTask }) {
        tasks.push(task);
      }
    },
  );
  vi.stubGlobal('createImageBitmap', async () => ({ ...SIZE, close() {} }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ drawImage() {}, getImageData: () => ({ data: new Uint8ClampedArray(8 * 8 * 4) }) });
    },
  );
  withoutDatabase();
});
afterEach(() => {
  tools.change({ magicBrush: false });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function onStage() {
  const picture = new EditedPicture(viewOf());
  await vi.advanceTimersByTimeAsync(0);
  const { inputs, strokes, settings } = picture.getState();
  picture.painter.show({ ...inputs!, frame: SIZE, strokes, settings, background: null, showing: 'picture' });
  const controller = new StageController(picture);
  controller.laidOut(SIZE);
  const stage = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ left: 0, top: 0, ...SIZE }),
    setPointerCapture: () => undefined,
  });
  const detach = controller.attach(stage as unknown as HTMLElement);
  onTestFinished(detach);
  const point = (type: string, pointerId: number, x: number) => {
    const about = { pointerId, pointerType: 'touch', button: 0, clientX: x, clientY: 4 };
    stage.dispatchEvent(Object.assign(new Event(type), about));
  };
  const key = (name: string) => {
    stage.dispatchEvent(Object.assign(new Event('keydown'), { key: name }));
  };
  // Edits of earlier tests are still being sent.
  const before = picture.getState().version.masks.length;
  const drawn = () => picture.getState().version.masks.length - before;
  return { picture, controller, detach, point, key, drawn };
}

test.each([
  ['a second finger', ['pointerdown', 2] as const],
  ['the browser', ['pointercancel', 1] as const],
])('a move interrupted by %s is undone and makes no edit', async (_what, [type, pointerId]) => {
  tools.showSection('arrange');
  const { picture, point } = await onStage();
  point('pointerdown', 1, 2);
  point('pointermove', 1, 5);
  expect(picture.getState().settings.position.coords).toEqual({ x: 3, y: 0 });
  point(type, pointerId, 5);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(picture.getState().settings).toEqual(DEFAULT_SETTINGS);
  expect(countOf('/edit')).toBe(0);
});

test('a finished move is an edit', async () => {
  tools.showSection('arrange');
  const { picture, point } = await onStage();
  point('pointerdown', 1, 2);
  point('pointermove', 1, 5);
  point('pointerup', 1, 5);
  expect(picture.getState().settings.position.coords).toEqual({ x: 3, y: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(countOf('/edit')).toBe(1);
});

test('leaving a picture during a move sends its last position', async () => {
  tools.showSection('arrange');
  const { picture, detach, point } = await onStage();
  point('pointerdown', 1, 2);
  point('pointermove', 1, 5);
  picture.close();
  detach();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(countOf('/edit')).toBe(1);
});

test('a magic brush selected before its map arrives still uses it once the picture is refined', async () => {
  tools.takeBrush('erase');
  tools.change({ magicBrush: true });
  const { point } = await onStage();
  await vi.advanceTimersByTimeAsync(0);
  expect(countOf('embedding-mask')).toBe(1);
  server.isRefined = true;
  const refined = viewOf({
    pipeline: { ...viewOf().pipeline, improved: { id: 'improved' } },
    updatedAt: '2026-01-02T00:00:00.000Z',
  });
  page.stream.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(refined) }));
  await vi.advanceTimersByTimeAsync(0);
  point('pointerdown', 1, 2);
  point('pointerup', 1, 2);
  await vi.advanceTimersByTimeAsync(0);
  expect(tasks).toMatchObject([{ kind: 'stroke', regions: SIZE }]);
});

test('a magic stroke drawn without its map requests it again', async () => {
  tools.takeBrush('erase');
  tools.change({ magicBrush: true });
  const { point } = await onStage();
  await vi.advanceTimersByTimeAsync(0);
  server.isRefined = true;
  for (let i = 0; i < 2; i++) {
    point('pointerdown', 1, 2);
    point('pointerup', 1, 2);
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(tasks).toMatchObject([{ regions: null }, { regions: SIZE }]);
});

test('regression: a brush started with a key ends when another tool is selected, and its effect is shown', async () => {
  tools.takeBrush('erase');
  const { drawn, controller, key } = await onStage();
  key('Enter');
  expect(drawn()).toBe(0);
  tools.showSection('arrange');
  expect(drawn()).toBe(1);
  const show = vi.fn();
  controller.paint(show);
  expect(show).toHaveBeenCalledOnce();
});

test('regression: a stroke begun with keys is not lost when a finger continues it', async () => {
  tools.takeBrush('erase');
  const { drawn, point, key } = await onStage();
  key('Enter');
  point('pointerdown', 1, 2);
  point('pointerup', 1, 2);
  expect(drawn()).toBe(2);
  key('Enter');
  key('Enter');
  expect(drawn()).toBe(3);
});
