/** Unmodified Python clients of remove.bg, and our own as its users install it. Skipped without Python or its index. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { installPython } from '../support/python-packages.ts';
import { newSaver } from '../support/saver.ts';
import { whenAvailable } from '../support/servers/when-available.ts';

const PACKAGES = ['removebg==0.04', 'remove-bg-api==0.2.1', 'build==1.6.1', 'setuptools==84.2.1', 'wheel==0.48.0'];
const commands = await whenAvailable("Others' clients", () => installPython('other-clients', PACKAGES));

/** Sends to the product what is meant for remove.bg. */
const REDIRECT = `import os, requests
send = requests.adapters.HTTPAdapter.send
def to_product(self, request, **options):
    assert request.url.startswith("https://api.remove.bg/"), request.url
    request.url = request.url.replace("https://api.remove.bg", os.environ["CLEARCUT_URL"])
    return send(self, request, **options)
requests.adapters.HTTPAdapter.send = to_product
`;

describe.runIf(commands !== undefined)('by Python', () => {
  let product: Installation;
  let folder: string;
  let key: string;

  beforeAll(async () => {
    product = await sharedInstallation();
    folder = await mkdtemp(join(tmpdir(), 'other-clients-'));
    const { person } = await newSaver(product, 5);
    ({ key } = await createKey(person, { label: 'Python' }));
    await writeFile(join(folder, 'photo.jpg'), await photo({ width: 1200, height: 900 }));
  });
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true });
  });

  async function python(...options: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(join(commands ?? '', 'python'), options, {
      cwd: folder,
      env: {
        HOME: folder,
        PATH: process.env['PATH'],
        PYTHONDONTWRITEBYTECODE: '1',
        CLEARCUT_URL: product.url,
        CLEARCUT_API_KEY: key,
      },
    });
    return stdout.trim();
  }
  const made = async (name: string) => sharp(await readFile(join(folder, name))).metadata();

  test('removebg 0.04: a file, base64, an address that the server does not fetch from', async () => {
    const said = await python(
      '-c',
      `${REDIRECT}
import base64
from removebg import RemoveBg
client = RemoveBg(os.environ["CLEARCUT_API_KEY"], "error.log")
client.remove_background_from_img_file("photo.jpg", size="4k")
with open("photo.jpg", "rb") as photo:
    client.remove_background_from_base64_img(base64.b64encode(photo.read()), size="regular", new_file_name="base64.png")
try:
    client.remove_background_from_img_url("http://127.0.0.1/a.jpg")
except requests.HTTPError as error:
    print(error.response.status_code, error.response.json()["errors"][0]["code"])
`,
    );
    expect(said).toBe('400 failed_image_download');
    expect(await made('photo.jpg_no_bg.png')).toMatchObject({ width: 1200, height: 900, hasAlpha: true });
    expect(await made('base64.png')).toMatchObject({ width: 500, height: 375, hasAlpha: true });
  });

  test('remove-bg-api 0.2.1: pictures, its own count of credits, the account, a refusal', async () => {
    await writeFile(join(folder, 'other.jpg'), await photo({ width: 900, height: 700 }));
    const said = await python(
      '-c',
      `${REDIRECT}
from remove_bg_api import RemoveBg, Errors
client = RemoveBg(os.environ["CLEARCUT_API_KEY"])
before = client.account.balance()
client.remove_bg_file("other.jpg", out_path="full.png", size="full", raw=False)
preview = client.remove_bg_bytes(open("other.jpg", "rb").read())
print(preview[1:4].decode(), before - client.account.balance(), before - client.account.get_balance_dict()["total"])
print(client.account.free_api_calls() > 0)
try:
    client.remove_bg_file("other.jpg", size="gigantic")
except Errors.ApiErrorCode400:
    print("refused")
`,
    );
    expect(said.split('\n')).toEqual(['PNG 1 1', 'True', 'refused']);
    expect(await made('full.png')).toMatchObject({ width: 900, height: 700, hasAlpha: true });
  });

  test.each(['wheel', 'sdist'])('our %s is built, installs without dependencies, and cuts out', async (kind) => {
    const source = join(folder, `source-${kind}`);
    await cp(join(projectRoot, 'clients/python'), source, { recursive: true });
    await python('-m', 'build', '--no-isolation', `--${kind}`, '--outdir', `dist-${kind}`, source);
    const [file = ''] = await readdir(join(folder, `dist-${kind}`));
    expect(file).toMatch(kind === 'wheel' ? /^clearcut_sdk-.*-py3-none-any\.whl$/ : /^clearcut_sdk-.*\.tar\.gz$/);
    const place = join(folder, `installed-${kind}`);
    await python(
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-index',
      '--no-build-isolation',
      '--target',
      place,
      join(folder, `dist-${kind}`, file),
    );
    const said = await python(
      '-c',
      `import asyncio, sys
sys.path.insert(0, ${JSON.stringify(place)})
import clearcut
print(clearcut.__file__.startswith(${JSON.stringify(place)}))
print(clearcut.Clearcut().cut_out("photo.jpg", quality="preview")[1:4].decode())
print(asyncio.run(clearcut.AsyncClearcut().cut_out("photo.jpg", quality="preview"))[1:4].decode())
`,
    );
    expect(said.split('\n')).toEqual(['True', 'PNG', 'PNG']);
    expect(await readdir(join(place, 'clearcut'))).toContain('py.typed');
  });
});
