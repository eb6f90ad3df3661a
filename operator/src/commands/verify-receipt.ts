import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { readReceipt } from '@clearcut/command-api/transaction';
import { callersPath } from '@clearcut/platform/cli/callers-path';
import { type Answer, UsageError } from '@clearcut/platform/cli/command';
import { type Receipt, receiptSchema } from '@clearcut/schemas/transaction/saves-http';
import type { Command } from '../command.ts';

interface Difference {
  /** Such as `settings.background.color`. */
  readonly field: string;
  readonly receipt: unknown;
  readonly truth: unknown;
  readonly where: 'file' | 'log';
}

export const verifyReceipt: Command = {
  call: 'verify-receipt <receipt.json> <picture.png>',
  summary: 'Compare a receipt with the file that it is for and with the log. Exit code 1 on any difference.',
  async run([receiptPath = '', picturePath = ''], context) {
    const receipt = await readReceiptFile(callersPath(receiptPath));
    const picture = await digestOf(callersPath(picturePath));
    const current = await readReceipt(context, receipt.transactionId, receipt.saveId);
    const ofFile = differencesIn({ file: pick(receipt.file) }, { file: picture }, 'file');
    const ofLog = current === undefined ? [absent] : differencesIn(inAnyStore(receipt), inAnyStore(current), 'log');
    return answer(receipt, [...ofFile, ...ofLog]);
  },
};

const absent: Difference = { field: 'saveId', receipt: 'a save', truth: 'no such save', where: 'log' };

const pick = ({ sha256, bytes }: Receipt['file']) => ({ sha256, bytes });

/** Positions belong to a store; a copy has others. */
const inAnyStore = ({ event: { id, stream, version }, ...receipt }: Receipt) => ({
  ...receipt,
  event: { id, stream, version },
});

/** @throws UsageError */
async function readReceiptFile(path: string): Promise<Receipt> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => refuse(path, error));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON. Give the receipt first, then the picture.`);
  }
  const parsed = receiptSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || 'it'}: ${message}`);
  throw new UsageError([`${path} is not a receipt:`, ...fields].join('\n'));
}

async function digestOf(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    refuse(path, error);
  }
  return { sha256: hash.digest('hex'), bytes };
}

function refuse(path: string, error: unknown): never {
  throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}

/** By path of each leaf. */
function differencesIn(given: unknown, truth: unknown, where: 'file' | 'log', field = ''): Difference[] {
  if (isDeepStrictEqual(given, truth)) return [];
  if (!isRecord(given) || !isRecord(truth)) return [{ field, receipt: given ?? null, truth: truth ?? null, where }];
  const keys = [...new Set([...Object.keys(given), ...Object.keys(truth)])];
  return keys.flatMap((key) => differencesIn(given[key], truth[key], where, field === '' ? key : `${field}.${key}`));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function answer(receipt: Receipt, differences: readonly Difference[]): Answer {
  const { saveId, transactionId } = receipt;
  const json = { saveId, transactionId, differences };
  if (differences.length === 0) return { text: story(receipt), json };
  const lines = differences.map(
    ({ field, receipt: said, truth, where }) =>
      `  ${field} is ${JSON.stringify(said)} in the receipt and ${JSON.stringify(truth)} ${where === 'file' ? 'in the picture' : 'in the log'}`,
  );
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return { isBad: true, text: [`${count}:`, ...lines].join('\n'), json };
}

const named = ({ name, version, sha256 }: Receipt['model']): string => `${name} ${version}, SHA-256 ${sha256}`;

function story({
  file,
  savedAt,
  event,
  ledger,
  model,
  secondModel,
  refinement,
  renderer,
  masks,
  pictureState,
}: Receipt): string {
  const refined = refinement === null ? 'not refined' : `refined by ${refinement.method} ${refinement.version}`;
  return [
    'The receipt, the picture and the log agree:',
    `  file      ${file.width} x ${file.height} pixels, ${file.bytes} bytes, SHA-256 ${file.sha256}`,
    `  saved     ${savedAt}, event ${event.version} of ${event.stream}`,
    `  paid      ${paidIn(ledger)}`,
    `  cut out   by ${named(model)}, ${secondModel === null ? '' : `then by ${named(secondModel)}, `}${refined}`,
    `  composed  by ${renderer.name} ${renderer.version} with ${masks.length} strokes, state ${pictureState}`,
  ].join('\n');
}

function paidIn(ledger: Receipt['ledger']): string {
  if (ledger === null) return 'nothing, because the free preview is the full size';
  const { credits, userId, chargedAt, entryId, balance } = ledger;
  return `${credits} credit${credits === 1 ? '' : 's'} by user ${userId} at ${chargedAt}, entry ${entryId}; ${balance} left`;
}
