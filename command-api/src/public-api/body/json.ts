import { Readable } from 'node:stream';
import { parser } from 'stream-json';
import { CatalogueError } from '@clearcut/schemas/errors';
import { type FieldCollector, MAX_TEXT } from './fields.ts';

interface Token {
  readonly name: string;
  readonly value?: unknown;
}

/**
 * The fields of a JSON object. A picture in base64 is decoded into the spool as it arrives: of a body of 34 MB no more than a piece is
 * ever in memory. What is nested is passed over.
 * @throws CatalogueError validation_failed for what is no JSON object; what `bytes` throws
 */
export async function readJson(bytes: AsyncIterable<Uint8Array>, fields: FieldCollector): Promise<void> {
  const options = { packKeys: true, streamKeys: false, packStrings: false, streamStrings: true } as const;
  const source = Readable.from(bytes);
  const tokens = source.pipe(parser.asStream({ ...options, packNumbers: true, streamNumbers: false }));
  source.once('error', (error) => tokens.destroy(error));
  try {
    await readTokens((tokens as AsyncIterable<Token>)[Symbol.asyncIterator](), fields);
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    throw new CatalogueError('validation_failed', {
      validationErrors: { body: 'The body is not a valid JSON object.' },
      cause: error,
    });
  } finally {
    source.destroy();
  }
}

async function readTokens(tokens: AsyncIterator<Token>, fields: FieldCollector): Promise<void> {
  let depth = 0;
  let key = '';
  for (;;) {
    const { done, value: token } = await tokens.next();
    if (done === true) break;
    if (token.name === 'startObject' || token.name === 'startArray') depth += 1;
    else if (token.name === 'endObject' || token.name === 'endArray') depth -= 1;
    else if (token.name === 'keyValue' && depth === 1) key = String(token.value);
    else if (token.name === 'startString') {
      const pieces = piecesOf(tokens);
      if (depth === 1 && fields.isBase64(key)) await fields.base64File(key, pieces);
      else await readText(pieces, depth === 1 ? (text) => fields.text(key, text) : undefined);
    } else if (depth === 1 && SCALARS.has(token.name)) {
      if (token.name !== 'nullValue') fields.text(key, String(token.value));
    }
  }
}

const SCALARS = new Set(['numberValue', 'trueValue', 'falseValue', 'nullValue']);

async function* piecesOf(tokens: AsyncIterator<Token>): AsyncGenerator<string> {
  for (;;) {
    const { done, value: token } = await tokens.next();
    if (done === true || token.name === 'endString') return;
    yield String(token.value);
  }
}

async function readText(pieces: AsyncIterable<string>, use: ((text: string) => void) | undefined): Promise<void> {
  let text = '';
  for await (const piece of pieces) if (text.length < MAX_TEXT) text += piece;
  use?.(text);
}
