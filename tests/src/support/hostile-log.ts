import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { projectRoot } from '@clearcut/platform/config/project';
import type { Database } from '@clearcut/platform/database/database';
import { eventCodec } from '@clearcut/schemas/events/catalogue';
import type { StoredEvent } from '@clearcut/schemas/define-event';
import { mapTexts } from '@clearcut/schemas/text/characters';

/** Refused by appends; logs from before may hold them. */
export const HOSTILE = ['a\0b', '\ud83d', 'x\udc00y', '\u001b[2J', '\0', 'line\r\nline\u0085', '\u202e\ufffe\uffff'];

/** Events that must precede an event in its stream. */
const BEFORE: readonly (readonly [category: string, type: RegExp, before: readonly string[]])[] = [
  ['transaction', /^HdSave(?:Completed|Failed)$/, ['ImageUploaded', 'HdSaveStarted']],
  ['transaction', /^(?!Image(?:Uploaded|Forked)$)/, ['ImageUploaded']],
  ['replay', /^(?!ReplayRequested$)/, ['ReplayRequested']],
  ['apiKey', /^(?!ApiKeyCreated$)/, ['ApiKeyCreated']],
];

/** Types whose stored example implies a history that no example has. Only their metadata gets the texts. */
const OF_OTHER_HISTORIES =
  /^(?:HdSaveFailed|EditsReset|SettingsEdited|SecondFactorPolicyChanged|OperationRestored|Credits(?:ClawedBack|Expired|Refunded|Spent|Adjusted)|Member(?!Invited)\w+|Invitation\w+)$/;

/** Folders of `schemas/src`, with the category of their events' streams. */
const CATEGORIES: Readonly<Record<string, string>> = {
  transaction: 'transaction',
  team: 'team',
  identity: 'account',
  login: 'login',
  credits: 'creditPool',
  subscription: 'subscription',
  'api-keys': 'apiKey',
  attribution: 'attribution',
  contact: 'contactMessage',
  webhooks: 'webhookEndpoint',
};

function categoryOf(folder: string, type: string): string {
  if (folder !== 'support') return CATEGORIES[folder] ?? folder;
  if (type.startsWith('Replay')) return 'replay';
  return type.startsWith('Staff') ? 'staffAction' : 'supportAccess';
}

export interface Example {
  readonly category: string;
  /** The example of an event type, after its stream's beginning. */
  readonly events: readonly StoredEvent[];
}

export async function storedExamples(): Promise<Example[]> {
  const examples: { category: string; event: StoredEvent }[] = [];
  for (const folder of [...Object.keys(CATEGORIES), 'support']) {
    const directory = new URL(`schemas/src/${folder}/golden/`, `file://${projectRoot}/`);
    for (const file of (await readdir(directory)).toSorted()) {
      const event = JSON.parse(await readFile(new URL(file, directory), 'utf8')) as StoredEvent;
      examples.push({ category: categoryOf(folder, event.type), event });
    }
  }
  const latest = (type: string): StoredEvent[] =>
    examples.flatMap(({ event }) => (event.type === type ? [event] : [])).slice(-1);
  const alone = examples.filter(({ event }) => !OF_OTHER_HISTORIES.test(event.type));
  return alone.map(({ category, event }) => {
    const before = BEFORE.find(([of, type]) => of === category && type.test(event.type))?.[2] ?? [];
    return { category, events: [...before.flatMap(latest), event] };
  });
}

/** Gives the example its own ids, so that no two streams share a subject. */
export function underOwnId({ events }: Example, id: string): StoredEvent[] {
  const ids = new Map<string, string>();
  return events.map((event) => ({
    ...event,
    data: Object.fromEntries(
      Object.entries(event.data as object).map(([field, value]: [string, unknown]) => {
        if (!IDS.includes(field) || typeof value !== 'string') return [field, value];
        const own = ids.get(field) ?? (ids.size === 0 ? id : randomUUID());
        ids.set(field, own);
        return [field, own];
      }),
    ),
  }));
}

const IDS = ['transactionId', 'teamId', 'userId', 'keyId', 'replayId', 'endpointId', 'messageId', 'actionId', 'saveId'];

/** Puts `text` into each free-text field. */
export function withText(event: StoredEvent, text: string): StoredEvent {
  return Object.keys(event.data as object).reduce((changed, field) => {
    const data = changed.data as Record<string, unknown>;
    const tried = { ...changed, data: { ...data, [field]: mapTexts(data[field], () => text) } };
    return data[field] !== null && isReadable(tried) ? tried : changed;
  }, event);
}

function isReadable(event: StoredEvent): boolean {
  try {
    eventCodec.decode(event);
    return true;
  } catch {
    return false;
  }
}

/** Writes a stream that appends would refuse. */
export async function writeIntoLog(
  database: Database,
  stream: string,
  events: readonly StoredEvent[],
  text: string,
): Promise<void> {
  const occurredAt = new Date().toISOString();
  const metadata = { correlationId: text, causationId: text, actor: { kind: 'operator', id: text }, occurredAt };
  await database.query('SELECT event_store.append($1, 0, $2, $3, $4, $5, $6)', [
    stream,
    events.map(() => randomUUID()),
    events.map(({ type }) => type),
    events.map(({ schemaVersion }) => schemaVersion),
    events.map(({ data }) => JSON.stringify(data)),
    events.map(() => JSON.stringify(metadata)),
  ]);
}
