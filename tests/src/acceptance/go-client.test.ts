/** A client for Go made from the promised document. In the long suite, since the generator comes from the module proxy. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';
import { ServerUnavailableError } from '../support/servers/jars.ts';
import { whenAvailable } from '../support/servers/when-available.ts';

const GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const COMPILE_MS = 10 * 60_000;
const isLong = process.env['LONG_TESTS'] === '1';

const go = (folder: string, env: Record<string, string>, ...words: string[]) =>
  promisify(execFile)('go', words, {
    cwd: folder,
    env: { ...process.env, GOFLAGS: '-mod=mod', ...env },
    timeout: COMPILE_MS,
    encoding: 'buffer',
  });

/** A folder with the generated client. */
async function generate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'go-client-'));
  await writeFile(join(folder, 'go.mod'), 'module example.com/cutout\n\ngo 1.24\n');
  const document = join(projectRoot, 'docs/openapi/v1.json');
  try {
    await go(
      folder,
      {},
      'run',
      GENERATOR,
      '-package',
      'main',
      '-generate',
      'types,client',
      '-o',
      'client.go',
      document,
    );
  } catch (error) {
    await rm(folder, { recursive: true });
    throw new ServerUnavailableError(
      `Go cannot be used (${error instanceof Error ? error.message.split('\n')[0] : ''})`,
    );
  }
  return folder;
}

const generated = isLong ? await whenAvailable('A client for Go', generate) : undefined;

const PROGRAM = `package main

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Api-Key", os.Getenv("CLEARCUT_API_KEY"))
		return nil
	}
	client, err := NewClientWithResponses(os.Getenv("CLEARCUT_URL"), WithRequestEditorFn(withKey))
	check(err)
	account, err := client.GetAccountWithResponse(ctx)
	check(err)
	photo, err := os.ReadFile("photo.jpg")
	check(err)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "photo.jpg")
	check(err)
	_, err = part.Write(photo)
	check(err)
	check(form.Close())
	prefer := "wait=55"
	created, err := client.CreatePictureWithBodyWithResponse(ctx, &CreatePictureParams{Prefer: &prefer}, form.FormDataContentType(), &body)
	check(err)
	saved, err := client.SavePictureWithResponse(ctx, created.JSON200.Id, &SavePictureParams{}, SavePictureJSONRequestBody{})
	check(err)
	quality := GetPictureFileParamsQuality("hd")
	file, err := client.GetPictureFileWithResponse(ctx, created.JSON200.Id, &GetPictureFileParams{Quality: &quality})
	check(err)
	check(os.WriteFile("cutout.png", file.Body, 0o600))
	fmt.Println(account.JSON200.Credits, saved.JSON200.CreditsCharged, saved.JSON200.CreditsLeft)
}
`;

test.runIf(generated !== undefined)(
  'oapi-codegen makes a client that compiles, uploads, saves and downloads',
  { timeout: COMPILE_MS },
  async () => {
    const folder = generated ?? '';
    onTestFinished(() => rm(folder, { recursive: true }));
    const product = await sharedInstallation();
    onTestFinished(() => product.stop());
    const { person } = await newSaver(product, 1);
    const { key } = await createKey(person, { label: 'Go' });
    await writeFile(join(folder, 'photo.jpg'), await photo({ width: 900, height: 600 }));
    await writeFile(join(folder, 'main.go'), PROGRAM);
    await go(folder, {}, 'get', './...');
    const { stdout } = await go(folder, { CLEARCUT_URL: product.url, CLEARCUT_API_KEY: key }, 'run', '.');
    expect(stdout.toString()).toBe('1 1 0\n');
    expect(await sharp(join(folder, 'cutout.png')).metadata()).toMatchObject({
      width: 900,
      height: 600,
      hasAlpha: true,
    });
  },
);
