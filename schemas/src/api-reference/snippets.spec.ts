import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ApiDocument, operationsOf, type Operation } from './document.ts';
import { snippetsOf } from './snippets.ts';
import { typeWords } from './type-words.ts';

const document = JSON.parse(
  readFileSync(new URL('../../../docs/openapi/v1.json', import.meta.url), 'utf8'),
) as ApiDocument;
const operations = operationsOf(document);
const named = (id: string): Operation => {
  const found = operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`No operation ${id}`);
  return found;
};

test('shows every operation once, with an example in each language', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(ids.toSorted());
  for (const operation of operations) {
    const { curl, TypeScript, Python } = snippetsOf(document, operation);
    for (const code of [curl, TypeScript, Python]) {
      expect(code).toContain(operation.path.split('{')[0]);
      expect(code).not.toMatch(/[{]\w+[}]|undefined/);
      expect(code?.includes('CLEARCUT_API_KEY')).toBe(operation.operationId !== 'getOpenApi');
    }
  }
});

test("bodies are the document's examples, in each language's syntax", () => {
  const change = snippetsOf(document, named('changePictureSettings'));
  expect(change.curl).toContain(`-d '{"background":{"color":"#ffffff","id":null,"base":false,`);
  expect(change.Python).toContain('json={"background": {"color": "#ffffff", "id": None, "base": False,');
  expect(snippetsOf(document, named('addWebhook')).curl).toContain(`-d '{"url":"https://example.com/hook"}'`);
  expect(snippetsOf(document, named('createPicture')).curl).toContain('-F file=@photo.jpg');
  expect(snippetsOf(document, named('getPictureFile')).curl).toContain(`/v1/pictures/ID/file/'`);
  expect(snippetsOf(document, named('sendWebhookAgain')).curl).toContain('/messages/MESSAGE_ID/send/');
});

const words = (schema: Parameters<typeof typeWords>[0]) =>
  typeWords(schema)
    .map((part) => (typeof part === 'string' ? part : part.type))
    .join('');

test('writes types as TypeScript does', () => {
  expect(words({ type: 'integer', minimum: 1, maximum: 100 })).toBe('integer, 1 to 100');
  expect(words({ anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] })).toBe('string (uuid) | null');
  expect(words({ items: { $ref: '#/components/schemas/Picture' } })).toBe('Picture[]');
  expect(words({ items: { enum: ['a', 'b'] } })).toBe('("a" | "b")[]');
});
