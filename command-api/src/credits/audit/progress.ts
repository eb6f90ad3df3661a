import { Readable } from 'node:stream';
import type { LedgerProgress } from '@clearcut/schemas/credits/audit-http';
import { EVENT_STREAM } from '../../http/headers/event-stream.ts';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import type { Audit, AuditStep } from './audit.ts';

const PROGRESS_INTERVAL_MS = 100;

export function progressReply(audit: Audit, { closed }: HttpRequest, reply: HttpReply): Readable {
  reply.headers(EVENT_STREAM);
  return Readable.from(messages(audit, closed), { objectMode: false });
}

async function* messages(audit: Audit, signal: AbortSignal): AsyncGenerator<string> {
  let sentAt = 0;
  let last: AuditStep = { read: 0, total: 0, faults: [] };
  while (!signal.aborted) {
    const step = await audit.next();
    if (step.done === true) {
      const { sum, shown, faults } = step.value;
      yield messageOf({ ...last, faults, result: { sum, shown } });
      return;
    }
    last = step.value;
    if (Date.now() - sentAt < PROGRESS_INTERVAL_MS) continue;
    sentAt = Date.now();
    yield messageOf({ ...last, result: null });
  }
}

const messageOf = (progress: LedgerProgress): string => `data: ${JSON.stringify(progress)}\n\n`;
