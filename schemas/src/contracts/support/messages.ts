import { idSchema } from '../../id.ts';
import { answerBodySchema, messageChangeSchema, messageLineSchema, messageSchema } from '../../contact/message-http.ts';
import { z } from 'zod';
import type { Contract } from '../contract.ts';

const bySupport = { credentials: ['session'], access: { who: 'staff', roles: ['support'] } } as const;
const one = { ...bySupport, params: z.object({ id: idSchema }), paramsError: 'message_not_found' } as const;

export const messageContracts = {
  list: {
    method: 'GET',
    path: '/api/staff/messages/',
    summary: 'The latest messages of the contact form, unanswered ones first.',
    ...bySupport,
    cache: 'no-store',
    answers: { 200: { description: 'The messages.', schema: z.array(messageLineSchema) } },
    errors: [],
  },
  get: {
    method: 'GET',
    leavesLine: true,
    path: '/api/staff/messages/:id/',
    summary: "A message of the contact form, with its sender's address, ticked pictures and answers.",
    ...one,
    cache: 'no-store',
    answers: { 200: { description: 'The message.', schema: messageSchema } },
    errors: ['message_not_found'],
  },
  file: {
    method: 'GET',
    leavesLine: true,
    path: '/api/staff/messages/:id/file/',
    summary: "A message's file.",
    ...one,
    cache: 'no-store',
    answers: {
      200: { description: 'The file.', mediaTypes: ['image/jpeg', 'image/png', 'application/pdf'] },
    },
    errors: ['message_not_found'],
  },
  change: {
    method: 'PATCH',
    needsProof: () => true,
    path: '/api/staff/messages/:id/',
    summary: 'Assigns a message or releases it, closes or reopens it.',
    ...one,
    body: messageChangeSchema,
    cache: 'no-store',
    answers: { 200: { description: 'The message as it is now.', schema: messageSchema } },
    errors: ['message_not_found', 'validation_failed'],
  },
  answer: {
    method: 'POST',
    needsProof: () => true,
    path: '/api/staff/messages/:id/answers/',
    summary: 'Answers a message by mail, once per `answerId`. The answer is erased with the message.',
    ...one,
    body: answerBodySchema,
    cache: 'no-store',
    answers: { 201: { description: 'The message with the answer.', schema: messageSchema } },
    errors: ['message_not_found', 'idempotency_key_reused', 'validation_failed'],
  },
} as const satisfies Record<string, Contract>;
