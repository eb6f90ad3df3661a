import type { Database } from '@clearcut/platform/database/database';
import { identifyMessage } from '@clearcut/platform/message-bus/identify-message';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import { findTransaction } from '@clearcut/projections/transaction/queries';
import { idSchema } from '@clearcut/schemas/id';
import type { DeadLetterView, RedriveBody, RedriveAnswer } from '@clearcut/schemas/support/work-http';
import type { StaffContext, StaffLog } from '../staff-log.ts';

export interface DeadLettersDeps {
  readonly database: Database;
  readonly messageBus: MessageBus;
  readonly staffLog: StaffLog;
}

/** Latest first, each with the effect of a redrive. */
export async function listDeadLetters({
  database,
  messageBus,
}: Pick<DeadLettersDeps, 'database' | 'messageBus'>): Promise<DeadLetterView[]> {
  const letters = await messageBus.deadLetters();
  const views = letters.map(async ({ topic, id, body, attempts, diedAt, error }) => {
    const { kind = null, transactionId } = identifyMessage(body);
    const picture = idSchema.safeParse(transactionId).data;
    return {
      topic,
      messageId: id,
      kind,
      pictureId: picture ?? null,
      attempts,
      diedAt: diedAt.toISOString(),
      error,
      effect: await effectOf(database, picture),
    };
  });
  return (await Promise.all(views)).sort((a, b) => b.diedAt.localeCompare(a.diedAt));
}

async function effectOf(database: Database, id: string | undefined): Promise<DeadLetterView['effect']> {
  const picture = id === undefined ? undefined : await findTransaction(database, id);
  if (picture === undefined) return 'unknown';
  // The worker finds no file, and its result comes too late.
  return picture.deletedAt === null && picture.expiredAt === null ? 'again' : 'nothing';
}

export async function redriveLetters(
  { messageBus, staffLog }: DeadLettersDeps,
  { letters, reason }: RedriveBody,
  context: StaffContext,
): Promise<RedriveAnswer> {
  const redriven: string[] = [];
  const missing: string[] = [];
  const dead = new Set((await messageBus.deadLetters()).map(({ topic, id }) => `${topic}/${id}`));
  for (const { topic, messageId } of letters) {
    if (!dead.has(`${topic}/${messageId}`)) {
      missing.push(messageId);
      continue;
    }
    await staffLog.acted({ action: 'redrive', target: messageId, reason }, context);
    const done = await messageBus.redrive(topic, messageId);
    (done ? redriven : missing).push(messageId);
  }
  return { redriven, missing };
}
