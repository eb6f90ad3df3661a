import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyHistory, evolveHistory, redoTarget, sceneAt, undoTarget, type EditHistory } from './edit-history.ts';
import type { TransactionEvent } from './events.ts';
import { DEFAULT_SETTINGS, TRANSPARENT } from './scene/constants.ts';

const transactionId = '7b1d5f0a-3c52-4a55-9d0c-2f6f3f0f6a11';
const ROOT = 'root';
const mask = { blob: 'm', sha256: 'a'.repeat(64), bytes: 1, mediaType: 'image/png', width: 1, height: 1 } as const;

const stroke = (opId: string, parentId: string): TransactionEvent => ({
  type: 'MaskEdited',
  data: { transactionId, opId, parentId, mode: 'erase', box: { x: 0, y: 0, width: 1, height: 1 }, mask },
});
const colour = (opId: string, parentId: string, color: string): TransactionEvent => ({
  type: 'SettingsEdited',
  data: { transactionId, opId, parentId, settings: { background: { ...TRANSPARENT, color } } },
});
const restored = (opId: string): TransactionEvent => ({ type: 'OperationRestored', data: { transactionId, opId } });
const reset = (opId: string, parentId: string): TransactionEvent => ({
  type: 'EditsReset',
  data: { transactionId, opId, parentId },
});
const fold = (...events: TransactionEvent[]): EditHistory => events.reduce(evolveHistory, emptyHistory(ROOT));
const strokes = (history: EditHistory): string[] => sceneAt(history).masks.map(({ opId }) => opId);

test('strokes and settings add up in their order', () => {
  const history = fold(stroke('a', ROOT), colour('b', 'a', '#ff0000'), stroke('c', 'b'));
  expect(strokes(history)).toEqual(['a', 'c']);
  expect(sceneAt(history).settings).toEqual({
    ...DEFAULT_SETTINGS,
    background: { ...TRANSPARENT, color: '#ff0000' },
  });
});

test('undo and redo follow the same path, and a new edit discards what redo would restore', () => {
  const undone = fold(stroke('a', ROOT), stroke('b', 'a'), restored('a'));
  expect([strokes(undone), undoTarget(undone), redoTarget(undone)]).toEqual([['a'], ROOT, 'b']);
  const atTheStart = evolveHistory(undone, restored(ROOT));
  expect([strokes(atTheStart), undoTarget(atTheStart), redoTarget(atTheStart)]).toEqual([[], null, 'a']);
  const another = evolveHistory(undone, stroke('c', 'a'));
  expect([strokes(another), undoTarget(another), redoTarget(another)]).toEqual([['a', 'c'], 'a', null]);
});

test('a reset reverts everything, and can be undone', () => {
  const history = fold(stroke('a', ROOT), colour('b', 'a', '#ff0000'), reset('c', 'b'), stroke('d', 'c'));
  expect(strokes(history)).toEqual(['d']);
  expect(sceneAt(history).settings).toEqual(DEFAULT_SETTINGS);
  expect(strokes(evolveHistory(history, restored('b')))).toEqual(['a']);
});

test('property: as many undos as edits lead to the untouched picture, and as many redos back', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('stroke', 'colour', 'reset', 'undo', 'redo')), (steps) => {
      let history = emptyHistory(ROOT);
      for (const [n, step] of steps.entries()) {
        const target = step === 'undo' ? undoTarget(history) : redoTarget(history);
        if (step === 'undo' || step === 'redo') {
          if (target !== null) history = evolveHistory(history, restored(target));
        } else if (step === 'stroke') history = evolveHistory(history, stroke(`${n}`, history.headId));
        else if (step === 'reset') history = evolveHistory(history, reset(`${n}`, history.headId));
        else history = evolveHistory(history, colour(`${n}`, history.headId, '#00ff00'));
      }
      while (redoTarget(history) !== null) history = evolveHistory(history, restored(redoTarget(history) ?? ''));
      const latest = sceneAt(history);
      let depth = 0;
      while (undoTarget(history) !== null) {
        history = evolveHistory(history, restored(undoTarget(history) ?? ''));
        depth += 1;
      }
      expect(sceneAt(history)).toEqual({ masks: [], settings: DEFAULT_SETTINGS });
      for (let n = 0; n < depth; n++) history = evolveHistory(history, restored(redoTarget(history) ?? ''));
      expect(sceneAt(history)).toEqual(latest);
    }),
  );
});
