/**
 * Unmodified third-party Python packages against the started product. In the long suite, since they come from the
 * package index.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import { KEY_SCOPES } from '@clearcut/schemas/api-keys/rights';
import type { WebhookSecret } from '@clearcut/schemas/webhooks/http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { installPython } from '../support/python-packages.ts';
import { newSaver } from '../support/saver.ts';
import { whenAvailable } from '../support/servers/when-available.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const PACKAGES = [
  'requests==2.33.1',
  'standardwebhooks==1.1.0',
  'openapi-python-client==0.29.1',
  'schemathesis==4.32.5',
];
const isLong = process.env['LONG_TESTS'] === '1';
const commands = isLong
  ? await whenAvailable('The API by packages for Python', () => installPython('python-packages', PACKAGES))
  : undefined;
const run = promisify(execFile);

describe.runIf(commands !== undefined)('by Python', () => {
  let product: Installation;
  let folder: string;
  let key: string;

  beforeAll(async () => {
    product = await sharedInstallation();
    folder = await mkdtemp(join(tmpdir(), 'python-'));
    const { person } = await newSaver(product, 5);
    const wanted = { label: 'Python', scopes: KEY_SCOPES };
    ({ key } = await createKey(person, wanted));
    await writeFile(join(folder, 'photo.jpg'), await photo({ width: 1200, height: 900 }));
  });
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true });
  });

  async function v1<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${product.url}/v1/webhooks${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return bodyOf<T>(answer);
  }

  async function command(name: string, options: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const PATH = [commands, process.env['PATH']].join(delimiter);
    const { stdout } = await run(join(commands ?? '', name), options, {
      cwd: folder,
      env: { PATH, HOME: folder, PYTHONDONTWRITEBYTECODE: '1', KEY: key, PRODUCT: product.url, ...env },
      maxBuffer: 64 * 1024 * 1024,
      timeout: 9 * 60_000,
    }).catch((error: unknown) => {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${name} failed:\n${stdout.slice(-8000)}\n${stderr.slice(-4000)}`);
    });
    return stdout;
  }

  test('standardwebhooks 1.1.0 verifies our signature, and refuses a changed one', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.stop());
    const { id, secret } = await v1<WebhookSecret>('POST', '/', { url: receiver.url });
    await v1('POST', `/${id}/test/`);
    const { body, headers } = await receiver.next(() => true);
    await writeFile(join(folder, 'message.json'), JSON.stringify({ body, headers, secret }));
    await writeFile(
      join(folder, 'verify.py'),
      `import json
from standardwebhooks import Webhook, WebhookVerificationError
message = json.load(open("message.json"))
webhook = Webhook(message["secret"])
print(webhook.verify(message["body"], message["headers"])["type"])
try:
    webhook.verify(message["body"] + " ", message["headers"])
except WebhookVerificationError:
    print("refused")
`,
    );
    const said = (await command('python', ['verify.py'])).trim().split('\n');
    expect(said).toEqual([(JSON.parse(body) as { type: string }).type, 'refused']);
  });

  test('openapi-python-client 0.29.1 makes a working client of the document', async () => {
    const document = join(projectRoot, 'docs/openapi/v1.json');
    await command('openapi-python-client', ['generate', '--path', document, '--output-path', 'generated']);
    await writeFile(
      join(folder, 'generated', 'ask.py'),
      `import os
from clearcut_client import AuthenticatedClient
from clearcut_client.api.account import get_account
from clearcut_client.api.pictures import list_pictures
client = AuthenticatedClient(os.environ["PRODUCT"], os.environ["KEY"], prefix="", auth_header_name="X-Api-Key")
print(get_account.sync(client=client).credits_, len(list_pictures.sync(client=client).pictures) >= 0)
`,
    );
    expect(await command('python', ['generated/ask.py'])).toMatch(/^\d+ True\n$/);
  });

  test(
    'schemathesis 4.32.5 finds no 5xx and no undocumented status, header or body',
    { timeout: 600_000 },
    async () => {
      const said = await command('schemathesis', [
        'run',
        `${product.url}/v1/openapi.json`,
        '--header',
        `X-Api-Key: ${key}`,
        '--checks',
        'not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,unsupported_method,allow_header_conformance,ignored_auth',
        '--phases',
        'examples,coverage,fuzzing',
        '--max-examples',
        '15',
        '--suppress-health-check',
        'all',
        '--exclude-operation-id',
        'revokeKey',
        '--exclude-operation-id',
        'rotateKey',
      ]);
      expect(said).toMatch(/No issues found|passed/i);
    },
  );
});
