/** Runs the examples of the API reference as readers would. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ApiDocument, type Operation, operationsOf } from '@clearcut/schemas/api-reference/document';
import { type CodeLanguage, snippetsOf } from '@clearcut/schemas/api-reference/snippets';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';

const run = promisify(execFile);
const hasRequests = await run('python3', ['-c', 'import requests']).then(
  () => true,
  () => false,
);

let product: Installation;
let folder: string;
let document: ApiDocument;
let key: string;

beforeAll(async () => {
  product = await sharedInstallation();
  folder = await mkdtemp(join(tmpdir(), 'snippets-'));
  document = (await (await fetch(`${product.url}/v1/openapi.json`)).json()) as ApiDocument;
  await writeFile(join(folder, 'photo.jpg'), await photo());
  const { person } = await newSaver(product, 5);
  ({ key } = await createKey(person, { label: 'Reader' }));
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

const COMMANDS: Record<CodeLanguage, (file: string) => readonly [string, string[]]> = {
  curl: (file) => ['bash', ['-e', file]],
  TypeScript: (file) => [process.execPath, [file]],
  Python: (file) => ['python3', [file]],
};
const ENDINGS: Record<CodeLanguage, string> = { curl: 'sh', TypeScript: 'mts', Python: 'py' };

/** Runs an operation's example in an empty shell with the key; `ids` replace the example's ids. */
async function runExample(language: CodeLanguage, operation: Operation, ids: Record<string, string>): Promise<string> {
  let code = snippetsOf(document, operation)[language] ?? '';
  for (const [name, id] of Object.entries(ids)) code = code.replaceAll(name, id);
  const file = join(folder, `example.${ENDINGS[language]}`);
  await writeFile(file, language === 'curl' ? code.replace(/^curl/, 'curl -sSf') : code);
  const [command, options] = COMMANDS[language](file);
  const { PATH = '' } = process.env;
  const { stdout } = await run(command, options, { cwd: folder, env: { PATH, HOME: folder, CLEARCUT_API_KEY: key } });
  return stdout;
}

const operation = (id: string): Operation => {
  const found = operationsOf(document).find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`No operation ${id}`);
  return found;
};

test.for(['curl', 'TypeScript', 'Python'] as const)(
  'the examples in %s do what they say',
  async (language, { skip }) => {
    if (language === 'Python' && !hasRequests) skip('python3 with requests is not installed');
    expect(await runExample(language, operation('getAccount'), {})).toContain('credits');
    const created = await runExample(language, operation('createPicture'), {});
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(created)?.[0] ?? '';
    expect(await product.uploads()).toContain(id);
    await product.settled();
    expect(await runExample(language, operation('getPicture'), { ID: id })).toContain(id);
    await rm(join(folder, 'cutout.png'), { force: true });
    await runExample(language, operation('getPictureFile'), { ID: id });
    expect(await sharp(await readFile(join(folder, 'cutout.png'))).metadata()).toMatchObject({
      format: 'png',
      hasAlpha: true,
    });
    await runExample(language, operation('deletePicture'), { ID: id });
    expect(await product.eventTypes(id)).toContain('TransactionDeleted');
  },
);
