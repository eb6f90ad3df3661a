import { RENDERER } from '@clearcut/schemas/transaction/scene/constants';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { expect, test } from 'vitest';
import { cutOut, given, owner, requester, step, transactionId, uuidOf } from '../testing/histories.ts';
import { attemptFor } from './attempt.ts';
import type { SavesDeps } from './dependencies.ts';

const { teamId, userId } = owner;
const saveId = uuidOf('save');
/** As an older version computed it, with its own renderer. */
const pictureState = 'f'.repeat(64);
const intent = { requestId: uuidOf('key'), settings: 'a'.repeat(64), isBulk: false };

const savedThen: readonly TransactionEvent[] = [
  ...cutOut,
  { type: 'HdSaveRequested', data: { transactionId, ...intent, saveId, pictureState } },
  {
    type: 'HdSaveStarted',
    data: {
      transactionId,
      saveId,
      opId: uuidOf('original'),
      pictureState,
      teamId,
      userId,
      credits: 1,
      isBulk: false,
    },
  },
  {
    type: 'HdSaveCompleted',
    data: { transactionId, saveId, file: step('hd'), renderer: { ...RENDERER, version: RENDERER.version - 1 } },
  },
];

test('a retry under a key from before a renderer upgrade finds the save that was paid then', async () => {
  const deps = {
    handler: { load: async () => ({ state: given(...savedThen) }) },
    memberNow: async () => requester,
  } as unknown as SavesDeps;
  const order = {
    transactionId,
    requester,
    keyId: undefined,
    requestId: 'repeat',
    opId: undefined,
    intent,
    hasKey: true,
    acceptsGuess: false,
  };
  const by = { correlationId: 'repeat', causationId: 'repeat', actor: { kind: 'user', id: userId } } as const;
  expect(await attemptFor(deps, order, performance.now(), by)).toMatchObject({ saveId, pictureState, isBegun: true });
});
