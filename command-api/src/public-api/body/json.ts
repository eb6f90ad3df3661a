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
 * ever in memory. A list counts as its values with commas between them, and an object as a text that no field takes.
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
  /** Values of the list that is being read. */
  let list: string[] = [];
  const take = (value: string): void => {
    if (depth === 1) fields.text(key, value);
    else if (depth === 2 && list.length < MAX_LIST) list.push(value);
  };
  for (;;) {
    const { done, value: token } = await tokens.next();
    if (done === true) break;
    if (token.name === 'startObject' || token.name === 'startArray') {
      depth += 1;
      if (depth === 2) list = [];
      // Never passed over: a choice that was not understood would be taken for none.
      if (token.name === 'startObject' && depth > 1) fields.text(key, NO_VALUE);
    } else if (token.name === 'endObject' || token.name === 'endArray') {
      if (token.name === 'endArray' && depth === 2) fields.text(key, list.join(','));
      depth -= 1;
    } else if (token.name === 'keyValue' && depth === 1) key = String(token.value);
    else if (token.name === 'startString') {
      const pieces = piecesOf(tokens);
      if (depth === 1 && fields.isBase64(key)) await fields.base64File(key, pieces);
      else await readText(pieces, take);
    } else if (SCALARS.has(token.name) && token.name !== 'nullValue') take(String(token.value));
  }
}

/** Of an object that stands where a text belongs. */
const NO_VALUE = '{}';
/** No list of ours is longer. */
const MAX_LIST = 16;
const SCALARS = new Set(['numberValue', 'trueValue', 'falseValue', 'nullValue']);

async function* piecesOf(tokens: AsyncIterator<Token>): AsyncGenerator<string> {
  for (;;) {
    const { done, value: token } = await tokens.next();
    if (done === true || token.name === 'endString') return;
    yield String(token.value);
  }
}

async function readText(pieces: AsyncIterable<string>, use: (text: string) => void): Promise<void> {
  let text = '';
  for await (const piece of pieces) if (text.length < MAX_TEXT) text += piece;
  use(text);
}
