import { isConnectionError, type Database } from '@clearcut/platform/database/database';
import type { MailTransport } from '@clearcut/platform/mail/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { DEFAULT_LANGUAGE, directionOf } from '@clearcut/schemas/languages';
import { repeat } from '../kernel/repeat.ts';
import { htmlOf, textOf } from '../mails/index.ts';
import { languageFor, textsIn } from '../texts/texts.ts';
import { type AnswerToMail, markAnswerMailed, postponeAnswer, takeAnswer } from './answers.ts';
import * as decide from './domain/message.ts';
import type { MessageHandler } from './handler.ts';
import {
  eraseMessage,
  findExpired,
  type KeptMessage,
  markMailed,
  markRecorded,
  postpone,
  takeMessage,
} from './store.ts';

const POLL_INTERVAL_MS = 15_000;
const BATCH = 100;

export interface MailerDeps {
  readonly database: Database;
  readonly messages: MessageHandler;
  readonly mail: { readonly transport: MailTransport; readonly to: string } | undefined;
  readonly log: Logger;
}

export interface ContactMailer {
  wake(): void;
  stop(): Promise<void>;
}

/** Logs, mails and erases messages. Finishes what a crash left. Safe in several processes. */
export function startContactMailer(deps: MailerDeps): ContactMailer {
  return repeat({
    everyMs: POLL_INTERVAL_MS,
    onError: (error) =>
      deps.log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'messages of the contact form wait'),
    async round(signal) {
      while (!signal.aborted && (await handleNext(deps)));
      while (!signal.aborted && (await mailNextAnswer(deps)));
      await eraseExpired(deps);
    },
  });
}

async function handleNext({ database, messages, mail, log }: MailerDeps): Promise<boolean> {
  const message = await takeMessage(database, { mailed: mail !== undefined });
  if (message === undefined) return false;
  const { id, form, reason, file } = message;
  const received = decide.receiveMessage({ messageId: id, form, reason, hasFile: file !== undefined });
  await messages.handle(id, received, contextOf(id, 'receive'));
  await markRecorded(database, id);
  if (mail === undefined) return true;
  try {
    await mail.transport.send(mailOf(message, mail.to));
    await markMailed(database, id);
  } catch (error) {
    // The code only: the server's message may hold an address.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    log.warn(
      { message: id, code },
      'a message of the contact form was not taken by the mail server; trying again later',
    );
    await postpone(database, id);
  }
  return true;
}

async function mailNextAnswer({ database, mail, log }: MailerDeps): Promise<boolean> {
  const answer = mail && (await takeAnswer(database));
  if (answer === undefined) return false;
  try {
    await mail?.transport.send(answerOf(answer, mail.to));
    await markAnswerMailed(database, answer.id);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    log.warn({ answer: answer.id, code }, 'an answer was not taken by the mail server; trying again later');
    await postponeAnswer(database, answer.id);
  }
  return true;
}

async function eraseExpired({ database, messages }: MailerDeps): Promise<void> {
  for (const id of await findExpired(database, BATCH)) {
    await eraseMessage(database, id);
    await messages.handle(id, decide.eraseMessage({ messageId: id, by: 'retention' }), contextOf(id, 'erase'));
  }
}

const contextOf = (id: string, step: 'receive' | 'erase') => ({
  commandId: `${id}/${step}`,
  correlationId: id,
  causationId: id,
  actor: { kind: 'system', id: 'contact' } as const,
  now: new Date(),
});

function mailOf({ id, form, reason, email, subject, message, file }: KeptMessage, to: string) {
  const t = textsIn(DEFAULT_LANGUAGE, 'mails');
  const content = {
    language: DEFAULT_LANGUAGE,
    direction: directionOf(DEFAULT_LANGUAGE),
    title: subject,
    text: message,
    note: t('contact.note', { email, form, reason }),
    footer: t('contact.footer'),
  };
  return {
    id,
    to,
    replyTo: email,
    subject: t('contact.subject', { subject }),
    html: htmlOf(content),
    text: textOf(content),
    ...(file === undefined ? {} : { attachment: file }),
  };
}

function answerOf({ id, email, language: wanted, subject, message, text }: AnswerToMail, replyTo: string) {
  const language = languageFor(wanted);
  const t = textsIn(language, 'mails');
  const content = {
    language,
    direction: directionOf(language),
    title: t('contact.answer.title', { subject }),
    text,
    note: t('contact.answer.note', { message }),
    footer: t('contact.answer.footer'),
  };
  return {
    id,
    to: email,
    replyTo,
    subject: t('contact.answer.subject', { subject }),
    html: htmlOf(content),
    text: textOf(content),
  };
}
