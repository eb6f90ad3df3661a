import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { expect, test } from 'vitest';
import { changeOf, announce, type Seen, type Announced } from './change-of.ts';
import { EditLog, type Version } from './edit-log.ts';

const original: Version = {
  headId: 'original',
  formerId: undefined,
  undoId: null,
  redoId: null,
  masks: [],
  settings: DEFAULT_SETTINGS,
  isAwaited: false,
};
const mask = { id: 'mine', mode: 'erase', box: { x: 0, y: 0, width: 9, height: 9 } } as const;
const erased: Version = { ...original, headId: 'mine', undoId: 'original', masks: [mask] };

test('recognises a stroke, its undo and redo, and changed settings', () => {
  expect(changeOf(original, erased)).toBe('erase');
  expect(changeOf(erased, original)).toBe('undone');
  expect(changeOf({ ...original, redoId: 'mine' }, erased)).toBe('redone');
  const shaded = {
    ...erased,
    headId: 'other',
    settings: { ...DEFAULT_SETTINGS, background: { ...DEFAULT_SETTINGS.background, color: '#ffffff' } },
  };
  expect(changeOf(erased, shaded)).toBe('settings');
});

test('regression: the server’s name for an edit is no change, even though its settings arrive as another object', () => {
  const named = {
    ...erased,
    headId: 'server',
    masks: [{ ...mask, id: 'server' }],
    settings: structuredClone(DEFAULT_SETTINGS),
  };
  expect(changeOf(erased, named)).toBeUndefined();
});

test('regression: an edit that the server already had, as its answer was lost, was announced as undone', () => {
  const edits = { headId: 'server', undoId: 'original', redoId: null, masks: [{ ...mask, opId: 'server' }] };
  const view = { edits, settings: DEFAULT_SETTINGS, updatedAt: '2026-01-01T00:00:00.000Z' };
  const log = new EditLog(view);
  log.add({ kind: 'mask', ...mask });
  const { current } = log;
  log.acknowledge('mine', 'server', view);
  expect(changeOf(current, log.current)).toBeUndefined();
});

test('recognises a reset that removes strokes and leaves the settings unchanged', () => {
  expect(changeOf(erased, { ...original, headId: 'reset', undoId: 'mine' })).toBe('settings');
});

const seen: Seen = { pictureId: 'p', version: original, sync: 'sent' };
const nothing: Announced = { seen, says: [], count: 0 };
/** Everything announced over these states, in order. */
function saidOver(...all: readonly Partial<Seen>[]): string[] {
  const said: string[] = [];
  let announced = nothing;
  for (const change of all) {
    const next = announce(announced, { ...announced.seen, ...change });
    if (next.count !== announced.count) said.push(next.says.join(' '));
    announced = next;
  }
  return said;
}
const again: Version = { ...erased, headId: 'again', undoId: 'mine', masks: [mask, { ...mask, id: 'again' }] };

test('announces a repeated change again, but each change once', () => {
  expect(saidOver({ version: erased }, {}, { sync: 'sending' }, { version: again }, { sync: 'sent' })).toEqual([
    'erase',
    'erase',
  ]);
});

test('regression: offline, announces each edit and the loss of connection once', () => {
  expect(
    saidOver(
      { version: erased, sync: 'sending' },
      { sync: 'offline' },
      { version: again },
      { version: erased },
      { sync: 'sending' },
      { sync: 'sent' },
      { sync: 'offline' },
    ),
  ).toEqual(['erase', 'offline', 'erase', 'undone', 'offline']);
});

test('opening another picture is no change', () => {
  const other = announce(announce(nothing, { ...seen, version: erased }), { ...seen, pictureId: 'q' });
  expect(other).toMatchObject({ seen: { pictureId: 'q' }, says: [], count: 1 });
});
