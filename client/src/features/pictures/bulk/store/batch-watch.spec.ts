import { afterEach, expect, test, vi } from 'vitest';
import { pictureView as view } from '../../uploads/transaction/testing/picture-view.ts';
import { BatchWatch } from './batch-watch.ts';

afterEach(() => vi.unstubAllGlobals());

test('a picture missing from a list is gone only once the server says so for it', async () => {
  const answers: Record<string, Response> = {
    late: Response.json({}, { status: 503 }),
    deleted: Response.json({}, { status: 404 }),
    expired: Response.json({}, { status: 410 }),
    further: Response.json(view('further')),
  };
  vi.stubGlobal('fetch', (path: string) => {
    const id = path.split('/').at(-2) ?? '';
    return Promise.resolve(answers[id] ?? Response.json({ transactions: [view('listed')], total: 1 }));
  });
  const onViews = vi.fn(() => false);
  const watch = new BatchWatch({
    isNeeded: () => false,
    known: () => new Set(['listed', 'late', 'deleted', 'expired', 'further']),
    onViews,
    onQueue: () => undefined,
    onOffline: () => undefined,
  });
  await watch.look('batch');
  expect(onViews).toHaveBeenCalledWith([view('listed'), view('further')], new Set(['deleted', 'expired']));
});
