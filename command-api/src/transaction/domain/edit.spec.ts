import { MAX_BACKGROUNDS, MAX_OPERATIONS } from '@clearcut/schemas/constants';
import type { AskedEdit } from '@clearcut/schemas/transaction/edit-events';
import type { ImageBlob, TransactionEvent } from '@clearcut/schemas/transaction/events';
import { DEFAULT_POSITION, TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import { expect, test } from 'vitest';
import {
  blob,
  type By,
  chosen,
  colour,
  coloured,
  cutOut,
  deleted,
  expired,
  given,
  notFound,
  RED,
  refined,
  removed,
  requester,
  restored,
  step,
  stranger,
  stroke,
  strokeOf,
  stroked,
  subject,
  transactionId,
  uploaded,
  uuidOf,
  when,
  atEditLimit,
} from '../testing/histories.ts';
import { chooseSubject } from './cut-out.ts';
import {
  addBackground,
  recordEdgeRefined,
  recordEdgeRefinementFailed,
  recordEditRendered,
  requestEdgeRefinement,
  resetEdits,
  restoreOperation,
} from './edit.ts';
import type { PictureDecision } from './picture.ts';

const refuses = (code: string, decide: PictureDecision, ...events: TransactionEvent[]): void =>
  expect(() => when(decide, ...events), code).toThrow(expect.objectContaining({ code }));

const byRequester = { transactionId, requester, requestId: null } as const;
const restore = (name: string, other: By = {}) => restoreOperation({ ...byRequester, opId: uuidOf(name), ...other });
const reset = (name: string, other: By = {}) => resetEdits({ ...byRequester, opId: uuidOf(name), ...other });
const add = (name: string, other: By = {}) =>
  addBackground({ ...byRequester, image: blob('beach'), backgroundId: uuidOf(name), ...other });
const added = (name: string): TransactionEvent => ({
  type: 'CustomBackgroundAdded',
  data: { transactionId, backgroundId: uuidOf(name), image: blob('beach') },
});

const choose = (another: SubjectChoice) => chooseSubject({ transactionId, requester, subject: another });

const refinementFailed: TransactionEvent = {
  type: 'MatteRefinementFailed',
  data: { transactionId, errorCode: 'background_removal_failed' },
};

test('an edit applies to the current head, whatever the client knew', () => {
  expect(when(stroke('a'), ...cutOut)).toEqual([stroked('a')]);
  expect(when(stroke('b'), ...cutOut, stroked('a'))).toEqual([stroked('b', 'a')]);
  expect(when(colour('c'), ...cutOut, stroked('a'), stroked('b', 'a'), restored('a'))).toEqual([coloured('c', 'a')]);
});

test('an edit can be made as soon as there is a cut-out', () => {
  expect(when(stroke('a'), uploaded, removed)).toEqual([stroked('a')]);
});

test('a repeat has no effect, and another edit under the same id is refused', () => {
  const history = [...cutOut, stroked('a'), coloured('b', 'a')];
  expect(when(stroke('a'), ...history)).toEqual([]);
  expect(when(colour('b'), ...history)).toEqual([]);
  refuses('idempotency_key_reused', stroke('b'), ...history);
  refuses('idempotency_key_reused', stroke('a', { mode: 'restore' }), ...history);
  refuses('idempotency_key_reused', stroke('a', { mask: blob('other', 20, 10) }), ...history);
  refuses('idempotency_key_reused', colour('b', { shadow: null }), ...history);
});

test('repeated settings are the same edit, in whatever order their blocks come', () => {
  const position = { ...DEFAULT_POSITION, angle: 9 };
  const history = [...cutOut, coloured('a', 'original', { ...RED, position })];
  expect(when(colour('a', { position, ...RED }), ...history)).toEqual([]);
  refuses('idempotency_key_reused', colour('a', { position: DEFAULT_POSITION, ...RED }), ...history);
});

test('settings already in force make no operation', () => {
  expect(when(colour('a'), ...cutOut, coloured('b'))).toEqual([]);
  expect(when(colour('a', { background: TRANSPARENT, shadow: null }), ...cutOut)).toEqual([]);
  expect(when(colour('a', { position: { ...DEFAULT_POSITION, angle: 9 } }), ...cutOut, coloured('b'))).toHaveLength(1);
});

const keyed = (name: string): By => ({ requestId: uuidOf(name) });
const asked = (name: string, edit: AskedEdit): TransactionEvent => ({
  type: 'EditRequested',
  data: { transactionId, requestId: uuidOf(name), asked: edit },
});

test("an edit without effect is remembered under its key: a repeat does not revert another user's later change", () => {
  const plain = { background: TRANSPARENT };
  for (const [decide, edit] of [
    [colour('a', plain, keyed('a')), { kind: 'settings', settings: plain }],
    [reset('a', keyed('a')), { kind: 'reset' }],
    [restore('original', keyed('a')), { kind: 'restore', opId: uuidOf('original') }],
  ] as const) {
    const remembered = asked('a', edit);
    expect(when(decide, ...cutOut)).toEqual([remembered]);
    expect(when(decide, ...cutOut, remembered, coloured('b'))).toEqual([]);
    refuses('idempotency_key_reused', colour('a', RED, keyed('a')), ...cutOut, remembered);
    refuses('idempotency_key_reused', stroke('a'), ...cutOut, remembered);
  }
});

test('an undo and a background are remembered under their key, and others under it are refused', () => {
  const history = [...cutOut, stroked('a'), stroked('b', 'a')];
  const undone = [restored('a'), asked('u', { kind: 'restore', opId: uuidOf('a') })];
  expect(when(restore('a', keyed('u')), ...history)).toEqual(undone);
  expect(when(restore('a', keyed('u')), ...history, ...undone, restored('b'))).toEqual([]);
  refuses('idempotency_key_reused', restore('original', keyed('u')), ...history, ...undone);
  refuses('idempotency_key_reused', restore('original', keyed('a')), ...history);

  const kept = asked('k', { kind: 'background', backgroundId: uuidOf('beach') });
  expect(when(add('beach', keyed('k')), ...cutOut)).toEqual([added('beach'), kept]);
  expect(when(add('beach', keyed('k')), ...cutOut, added('beach'))).toEqual([kept]);
  expect(when(add('beach', keyed('k')), ...cutOut, added('beach'), kept)).toEqual([]);
  refuses('idempotency_key_reused', add('forest', keyed('k')), ...cutOut, kept);
});

test('a request without effect is remembered only while the picture can change', () => {
  expect(when(restore('original', keyed('c')), ...atEditLimit)).toEqual([]);
  refuses('too_many_edits', stroke('b'), ...atEditLimit.slice(0, -1), asked('c', { kind: 'reset' }));
});

test('a picture that is not cut out, not the requester’s or gone cannot be edited', () => {
  const edits = [
    (by?: By) => stroke('a', by),
    (by?: By) => colour('a', RED, by),
    (by?: By) => reset('a', by),
    (by?: By) => restore('original', by),
  ];
  for (const edit of edits) {
    refuses('transaction_not_found', edit());
    refuses('transaction_not_found', edit({ requester: stranger }), ...cutOut);
    refuses('transaction_not_found', edit(), ...cutOut, deleted);
    refuses('image_expired', edit(), ...cutOut, expired);
    refuses('image_not_ready', edit(), uploaded);
    refuses('image_not_ready', edit(), ...cutOut, chosen);
    refuses('image_failed', edit(), uploaded, notFound);
  }
});

const fits = (box: object, width: number, height: number) =>
  stroke('a', { box: { ...strokeOf('a').box, ...box }, mask: blob('a', width, height) });

test('a mask lies within the picture and has the shape of its box', () => {
  expect(when(fits({ x: 20, y: 20 }, 20, 10), ...cutOut)).toHaveLength(1);
  expect(when(fits({}, 10, 5), ...cutOut)).toHaveLength(1);
  expect(when(fits({ width: 21, height: 9 }, 11, 5), ...cutOut)).toHaveLength(1);
  refuses('mask_invalid', fits({ x: 21 }, 20, 10), ...cutOut);
  refuses('mask_invalid', fits({ y: 21 }, 20, 10), ...cutOut);
  refuses('mask_invalid', fits({}, 40, 20), ...cutOut);
  refuses('mask_invalid', fits({}, 20, 5), ...cutOut);
  refuses('mask_invalid', fits({}, 10, 10), ...cutOut);
});

test('undo and redo reach any operation and the untouched picture', () => {
  const history = [...cutOut, stroked('a'), stroked('b', 'a')];
  expect(when(restore('a'), ...history)).toEqual([restored('a')]);
  expect(when(restore('original'), ...history)).toEqual([restored('original')]);
  expect(when(restore('b'), ...history, restored('original'))).toEqual([restored('b')]);
  expect(when(restore('b'), ...history)).toEqual([]);
  refuses('operation_not_found', restore('elsewhere'), ...history);
});

test('a reset reverts everything once, and nothing when there is nothing', () => {
  const taken = { type: 'EditsReset', data: { transactionId, opId: uuidOf('r'), parentId: uuidOf('a') } } as const;
  expect(when(reset('r'), ...cutOut, stroked('a'))).toEqual([taken]);
  expect(when(reset('r'), ...cutOut, stroked('a'), taken)).toEqual([]);
  expect(when(reset('s'), ...cutOut, stroked('a'), taken)).toEqual([]);
  expect(when(reset('s'), ...cutOut)).toEqual([]);
});

test('edits survive another choice of the subject', () => {
  const history = [...cutOut, stroked('a'), chosen, removed];
  expect(when(stroke('b'), ...history)).toEqual([stroked('b', 'a')]);
});

test('a custom background is stored once, and only a stored one can be chosen', () => {
  const backgroundId = uuidOf('beach');
  expect(when(add('beach'), ...cutOut)).toEqual([added('beach')]);
  expect(when(add('beach'), ...cutOut, added('beach'))).toEqual([]);
  const choose = colour('a', { background: { ...TRANSPARENT, id: backgroundId } });
  refuses('background_not_found', choose, ...cutOut);
  expect(when(choose, ...cutOut, added('beach'))).toHaveLength(1);
});

const names = Array.from({ length: MAX_OPERATIONS }, (_, n) => `stroke ${n}`);
const full = [...cutOut, ...names.map((name, n) => stroked(name, names[n - 1] ?? 'original'))];

test('a picture has a maximum of edits and backgrounds; undo still works at the limit', () => {
  refuses('too_many_edits', stroke('one more'), ...full);
  refuses('too_many_edits', colour('one more', RED), ...full);
  expect(when(restore('stroke 7'), ...full)).toHaveLength(1);
  const backgrounds = Array.from({ length: MAX_BACKGROUNDS }, (_, n) => added(`${n}`));
  refuses('too_many_backgrounds', add('beach'), ...cutOut, ...backgrounds);
});

test('a full picture can be saved, as a save adds no edit', () => {
  expect(when(colour('one more', {}), ...full)).toEqual([]);
  expect(when(stroke('stroke 7'), ...full)).toEqual([]);
  expect(when(reset('one more'), ...full, restored('original'))).toEqual([]);
  refuses('too_many_edits', reset('one more'), ...full);
});

test('limits undo, redo and subject choices too: a stream stays short enough to read for each command', () => {
  for (const decide of [restore('a'), choose(chosen.data.subject), stroke('b'), colour('b')]) {
    expect(when(decide, ...atEditLimit.slice(0, -2))).toHaveLength(1);
    refuses('too_many_edits', decide, ...atEditLimit);
  }
  expect(when(restore('original'), ...atEditLimit)).toEqual([]);
  expect(when(choose(subject), ...atEditLimit)).toEqual([]);
});

test('choices of the subject and requests to save count as changes', () => {
  const belowEditLimit = atEditLimit.slice(0, -1);
  const hash = 'a'.repeat(64);
  const ids = { transactionId, requestId: uuidOf('request'), saveId: uuidOf('save') };
  const requested: TransactionEvent = {
    type: 'HdSaveRequested',
    data: { ...ids, settings: hash, pictureState: hash, isBulk: false },
  };
  expect(when(stroke('b'), ...belowEditLimit)).toHaveLength(1);
  refuses('too_many_edits', stroke('b'), ...belowEditLimit, requested);
  refuses('too_many_edits', stroke('b'), ...belowEditLimit, chosen, removed, refined);
});

test('a requested edge becomes an operation once found, on top of later edits', () => {
  const { box, mask } = strokeOf('e');
  const edge = { transactionId, requester, opId: uuidOf('e'), box, mask };
  const ask = requestEdgeRefinement(edge);
  const requested = { type: 'EdgeRefinementRequested', data: { transactionId, opId: uuidOf('e'), box, mask } } as const;
  const patch = blob('patch', 20, 20);
  const refinement = { method: 'local-colours', version: 1 };
  const record = recordEdgeRefined({ transactionId, subject, opId: uuidOf('e'), box, patch, refinement });
  const found = (parent: string): TransactionEvent => ({
    type: 'EdgeRefined',
    data: { transactionId, opId: uuidOf('e'), parentId: uuidOf(parent), box, patch, refinement },
  });
  expect(when(ask, ...cutOut)).toEqual([requested]);
  expect(when(ask, ...cutOut, requested)).toEqual([]);
  expect(when(record, ...cutOut, requested, stroked('a'))).toEqual([found('a')]);
  expect(when(record, ...cutOut, requested, found('original'))).toEqual([]);
  expect(when(ask, ...cutOut, requested, found('original'))).toEqual([]);
  expect(when(record, ...cutOut)).toEqual([]);
  expect(when(record, ...cutOut, requested, chosen, removed)).toEqual([]);
  refuses(
    'idempotency_key_reused',
    requestEdgeRefinement({ ...edge, mask: blob('other', 20, 10) }),
    ...cutOut,
    requested,
  );
  refuses('idempotency_key_reused', requestEdgeRefinement({ ...edge, opId: uuidOf('a') }), ...cutOut, stroked('a'));
  refuses('mask_invalid', requestEdgeRefinement({ ...edge, box: { ...box, x: 30 } }), ...cutOut);

  const fail = recordEdgeRefinementFailed({ transactionId, opId: uuidOf('e'), errorCode: 'refine_failed' });
  const failed: TransactionEvent = {
    type: 'EdgeRefinementFailed',
    data: { transactionId, opId: uuidOf('e'), errorCode: 'refine_failed' },
  };
  expect(when(fail, ...cutOut, requested)).toEqual([failed]);
  expect(when(fail, ...cutOut, requested, failed)).toEqual([]);
  expect(when(ask, ...cutOut, requested, failed)).toEqual([requested]);
  expect(when(record, ...cutOut, requested, failed)).toEqual([found('original')]);
});

test("limits the total pixels of a picture's masks, however few bytes they take", () => {
  const blank: TransactionEvent = stroked('a');
  const large = { ...blank, data: { ...blank.data, mask: blob('a', 50_000, 19_999) } };
  expect(when(stroke('b'), ...cutOut, large)).toHaveLength(1);
  refuses('too_many_edits', stroke('b'), ...cutOut, {
    ...large,
    data: { ...large.data, mask: blob('a', 50_000, 20_000) },
  });
});

test("limits the total bytes of a picture's masks", () => {
  const large: TransactionEvent = stroked('a');
  const heavy = { ...large, data: { ...large.data, mask: { ...large.data.mask, bytes: 256 * 1024 * 1024 - 500 } } };
  refuses('too_many_edits', stroke('b'), ...cutOut, heavy);
});

test('records a preview once for each cut-out, and not for an outdated one', () => {
  const rendered = { transactionId, opId: uuidOf('a'), edited: step('edited'), renderer: refined.data.renderer };
  const recordOf = (other: Partial<Parameters<typeof recordEditRendered>[0]>) =>
    recordEditRendered({ subject, ...rendered, cutOut: step('improved'), ...other });
  const record = recordOf({});
  const event: TransactionEvent = { type: 'EditRendered', data: rendered };
  expect(when(record, ...cutOut, stroked('a'))).toEqual([event]);
  expect(when(record, ...cutOut, stroked('a'), event)).toEqual([]);
  expect(when(record, ...cutOut)).toEqual([]);
  expect(when(recordOf({ cutOut: step('transformed') }), uploaded, removed, stroked('a'))).toEqual([]);
  expect(when(record, ...cutOut, stroked('a'), chosen)).toEqual([]);
  expect(when(record, ...cutOut, stroked('a'), event, chosen, removed, refined)).toEqual([]);
  expect(
    when(recordOf({ subject: chosen.data.subject }), ...cutOut, stroked('a'), event, chosen, removed, refined),
  ).toEqual([event]);
  const unrefined = [uploaded, removed, refinementFailed, stroked('a')];
  expect(when(recordOf({ cutOut: step('transformed') }), ...unrefined, event)).toEqual([]);
  expect(when(record, ...unrefined, event, refined)).toEqual([event]);
  expect(when(record, ...cutOut, stroked('a'), deleted)).toEqual([]);
});

test('a late preview of the unrefined cut-out is not mistaken for one of the refined', () => {
  const rendered = { transactionId, opId: uuidOf('a'), edited: step('edited'), renderer: refined.data.renderer };
  const recordOf = ({ cutOut }: { readonly cutOut: ImageBlob | null }) =>
    recordEditRendered({ subject, ...rendered, cutOut });
  const unrefined = [uploaded, removed, refinementFailed, stroked('a')];
  const recorded: TransactionEvent[] = [{ type: 'EditRendered', data: rendered }];
  expect(when(recordOf({ cutOut: step('transformed') }), ...unrefined)).toEqual(recorded);
  expect(when(recordOf({ cutOut: step('transformed') }), ...unrefined, refined)).toEqual([]);
  expect(when(recordOf({ cutOut: step('improved') }), ...unrefined, refined)).toEqual(recorded);
  expect(when(recordOf({ cutOut: null }), ...unrefined, refined)).toEqual(recorded);
});

test('the state of an edited picture is the fold of its operations', () => {
  expect(given(...cutOut, stroked('a'), coloured('b', 'a'), restored('a'))).toMatchObject({
    phase: { status: 'uploaded' },
    picture: { edits: { headId: uuidOf('a'), tipId: uuidOf('b') } },
  });
});
