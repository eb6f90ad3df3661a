import type { Background } from '@clearcut/schemas/transaction/scene';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { describe, expect, test } from 'vitest';
import { EditLog, type EditCommand, type EditsOfView } from './edit-log.ts';

const red: Background = { color: '#ff0000', id: null, base: false, blur: 0, blurWidth: 0 };
const box = { x: 1, y: 2, width: 3, height: 4 };

let clock = 0;
function view(
  headId: string,
  {
    undoId = null,
    redoId = null,
    masks = [],
    background,
  }: Partial<{
    undoId: string | null;
    redoId: string | null;
    masks: string[];
    background: Background;
  }> = {},
): EditsOfView {
  return {
    updatedAt: new Date(++clock).toISOString(),
    settings: background === undefined ? DEFAULT_SETTINGS : { ...DEFAULT_SETTINGS, background },
    edits: { headId, undoId, redoId, masks: masks.map((opId) => ({ opId, mode: 'erase', box })) },
  };
}
const stroke = (id: string): EditCommand => ({ kind: 'mask', id, mode: 'erase', box });
const restore = (target: string | null): EditCommand => ({
  kind: 'restore',
  id: `restore ${target}`,
  target: target ?? '',
});
const shown = (log: EditLog) => log.current.masks.map(({ id }) => id);

describe('before the server answers', () => {
  test('an edit is shown and can be undone and redone', () => {
    const log = new EditLog(view('root'));
    log.add(stroke('a'));
    log.add({ kind: 'settings', id: 'b', settings: { background: red } });
    expect(shown(log)).toEqual(['a']);
    expect(log.current).toMatchObject({ headId: 'b', undoId: 'a', redoId: null, settings: { background: red } });

    log.add(restore(log.current.undoId));
    expect(log.current).toMatchObject({ headId: 'a', undoId: 'root', redoId: 'b', settings: DEFAULT_SETTINGS });
    log.add(restore(log.current.undoId));
    expect(log.current).toMatchObject({ headId: 'root', undoId: null, redoId: 'a', masks: [] });
    log.add(restore(log.current.redoId));
    log.add(restore(log.current.redoId));
    expect(log.current).toMatchObject({ headId: 'b', undoId: 'a', redoId: null, settings: { background: red } });
  });

  test('a new edit after an undo leaves nothing to redo', () => {
    const log = new EditLog(view('root'));
    log.add(stroke('a'));
    log.add(restore('root'));
    log.add(stroke('b'));
    expect(shown(log)).toEqual(['b']);
    expect(log.current).toMatchObject({ undoId: 'root', redoId: null });
  });

  test('reset undoes everything and can itself be undone', () => {
    const log = new EditLog(view('root', { masks: ['a'], background: red }));
    log.add({ kind: 'reset', id: 'r' });
    expect(log.current).toMatchObject({ masks: [], settings: DEFAULT_SETTINGS });
    log.add(restore(log.current.undoId));
    expect(shown(log)).toEqual(['a']);
  });
});

describe('the server answers', () => {
  test('distinguishes an edit from a later one by someone else, even when the response has that one as its head', () => {
    const log = new EditLog(view('root'));
    log.add({ kind: 'settings', id: 'a', settings: { background: red } });
    log.acknowledge('a', 'op-a', view('op-theirs', { undoId: 'op-a', masks: ['op-theirs'], background: red }));
    expect(log.opIdOf('a')).toBe('op-a');
    expect(shown(log)).toEqual(['op-theirs']);
  });

  test('an edit gets the id of its operation, and an undo made in the meantime finds it', () => {
    const log = new EditLog(view('root'));
    log.add(stroke('a'));
    log.add(stroke('b'));
    log.add(restore('a'));
    expect(log.opIdOf('a')).toBeUndefined();
    log.acknowledge('a', 'op-a', view('op-a', { undoId: 'root', masks: ['op-a'] }));
    expect(log.opIdOf('a')).toBe('op-a');
    expect(shown(log)).toEqual(['op-a']);
    log.acknowledge('b', 'op-b', view('op-b', { undoId: 'op-a', masks: ['op-a', 'op-b'] }));
    expect(shown(log)).toEqual(['op-a']);
    expect(log.current.redoId).toBe('op-b');
    log.acknowledge('restore a', 'op-a', view('op-a', { undoId: 'root', redoId: 'op-b', masks: ['op-a'] }));
    expect(log.pending).toEqual([]);
    expect(log.current).toMatchObject({ headId: 'op-a', undoId: 'root', redoId: 'op-b' });
  });

  test("another user's edit comes before those still being sent", () => {
    const log = new EditLog(view('root'));
    log.add(stroke('mine'));
    log.take(view('theirs', { undoId: 'root', masks: ['theirs'] }));
    expect(shown(log)).toEqual(['theirs', 'mine']);
    expect(log.current.undoId).toBe('theirs');
  });

  test('ignores an outdated response', () => {
    const older = view('old');
    const log = new EditLog(view('new', { masks: ['x'] }));
    log.take(older);
    expect(shown(log)).toEqual(['x']);
  });

  test('removes a refused edit together with the steps that would restore it', () => {
    const log = new EditLog(view('root'));
    log.add(stroke('a'));
    log.add(stroke('b'));
    log.add(restore('a'));
    log.drop('a');
    expect(shown(log)).toEqual(['b']);
    expect(log.pending.map(({ id }) => id)).toEqual(['b']);
  });

  test('waits for an edit from another device, then shows it', () => {
    const log = new EditLog(view('op-2', { undoId: 'op-1', masks: ['op-1', 'op-2'] }));
    log.add(restore('op-1'));
    expect(log.current).toMatchObject({ isAwaited: true, undoId: null, redoId: null });
    log.acknowledge('restore op-1', 'op-1', view('op-1', { undoId: 'root', redoId: 'op-2', masks: ['op-1'] }));
    expect(log.current).toMatchObject({ isAwaited: false, headId: 'op-1', redoId: 'op-2' });
  });
});
