import { expect, test } from 'vitest';
import { blob, metadataOf, minuteOf, recorded, recordedOf, step, uuidOf } from '../testing/events.ts';
import { failureOf, indexRowsOf } from './rows.ts';

const id = uuidOf('picture');
const keysOf = (...types: Parameters<typeof recorded>[1][]) =>
  recorded(id, ...types)
    .flatMap(indexRowsOf)
    .map(({ kind, key }) => `${kind} ${key}`);

test('finds each event by its request, and a picture by its id and its uploaded file', () => {
  const { correlationId } = metadataOf(1);
  expect(indexRowsOf(recorded(id, 'ImageForked')[0] as never)).toEqual(
    indexRowsOf(recorded(id, 'ImageUploaded')[0] as never),
  );
  expect(indexRowsOf(recorded(id, 'ImageUploaded')[0] as never)).toEqual([
    { kind: 'request', key: correlationId, stream: `transaction-${id}`, at: minuteOf(1) },
    { kind: 'picture', key: id, stream: `transaction-${id}`, at: minuteOf(1) },
    { kind: 'file', key: step(id, 'original').sha256, stream: `transaction-${id}`, at: minuteOf(1) },
  ]);
});

test('finds downloadable files by SHA-256 and saves by id, but no mattes or masks', () => {
  expect(keysOf('HdSaveStarted')).toContain(`save ${uuidOf(id, 'save')}`);
  expect(keysOf('HdSaveCompleted')).toContain(`file ${step(id, 'hd').sha256}`);
  expect(keysOf('ExportMade')).toContain(`file ${blob(id, 'export').sha256}`);
  expect(keysOf('MatteRefined')).not.toContain(`file ${blob(id, 'matte').sha256}`);
  expect(keysOf('MaskEdited')).toHaveLength(1);
});

test('a failed job is a failure, unless its owner deleted the picture', () => {
  const failures = recorded(id, 'BackgroundRemovalFailed', 'HdSaveFailed', 'SubjectNotFound').map(failureOf);
  expect(failures[0]).toMatchObject({ code: 'image_unreadable', event: 'BackgroundRemovalFailed', picture_id: id });
  expect(failures[1]).toBeUndefined();
  expect(failures[2]).toMatchObject({ code: 'subject_not_found', model: 'clearcut-1 1' });
  const [failed] = recordedOf(id, [
    { type: 'HdSaveFailed', data: { transactionId: id, saveId: uuidOf(id, 'save'), reason: 'render_failed' } },
  ]);
  expect(failed && failureOf(failed)).toMatchObject({ code: 'render_failed', event: 'HdSaveFailed' });
});
