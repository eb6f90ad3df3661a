/** remove.bg's own module for Go, unmodified. Skipped without Go or a module proxy that has it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';
import { ServerUnavailableError } from '../support/servers/jars.ts';
import { whenAvailable } from '../support/servers/when-available.ts';

/** The last commit of its archived repository: the package that calls, without the command line. */
const MODULE = 'github.com/remove-bg/go/client@1bed17c';
const COMPILE_MS = 5 * 60_000;

/** Sends to the product what is meant for remove.bg. */
const PROGRAM = `package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"

	"github.com/remove-bg/go/client"
)

type toProduct struct{ address *url.URL }

func (to toProduct) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Host != "api.remove.bg" {
		panic(request.URL.Host)
	}
	request.URL.Scheme, request.URL.Host = to.address.Scheme, to.address.Host
	return http.DefaultTransport.RoundTrip(request)
}

func main() {
	address, err := url.Parse(os.Getenv("CLEARCUT_URL"))
	if err != nil {
		panic(err)
	}
	remove := client.Client{Version: "1.2.0", HTTPClient: http.Client{Transport: toProduct{address}}}
	key := os.Getenv("CLEARCUT_API_KEY")
	for _, size := range []string{"full", "gigantic"} {
		for _, format := range []string{"png", "zip"} {
			picture, mediaType, err := remove.RemoveFromFile("photo.jpg", key, map[string]string{"size": size, "format": format})
			if err != nil {
				fmt.Println(err)
				continue
			}
			fmt.Println(mediaType)
			if err := os.WriteFile("cutout."+format, picture, 0o600); err != nil {
				panic(err)
			}
		}
	}
	_, _, err = remove.RemoveFromFile("photo.jpg", "wrong", map[string]string{})
	fmt.Println(err)
}
`;

/** A folder with the compiled program. */
async function compile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'go-other-client-'));
  const go = (...words: string[]) => promisify(execFile)('go', words, { cwd: folder, timeout: COMPILE_MS });
  await writeFile(join(folder, 'main.go'), PROGRAM);
  await writeFile(join(folder, 'go.mod'), 'module example.com/cutout\n\ngo 1.24\n');
  try {
    await go('get', MODULE);
    await go('build', '-mod=mod', '-o', 'cutout', '.');
  } catch (error) {
    await rm(folder, { recursive: true });
    const reason = error instanceof Error ? error.message.trim().split('\n').slice(0, 2).join(': ') : String(error);
    throw new ServerUnavailableError(`Go or the module cannot be used (${reason})`);
  }
  return folder;
}

const compiled = await whenAvailable("remove.bg's module for Go", compile);

test.runIf(compiled !== undefined)("remove.bg's module for Go: a PNG, its ZIP, refusals", async () => {
  const folder = compiled ?? '';
  onTestFinished(() => rm(folder, { recursive: true }));
  const product = await sharedInstallation();
  onTestFinished(() => product.stop());
  const { person } = await newSaver(product, 1);
  const { key } = await createKey(person, { label: 'Go' });
  await writeFile(join(folder, 'photo.jpg'), await photo({ width: 900, height: 600 }));
  const env = { CLEARCUT_URL: product.url, CLEARCUT_API_KEY: key };
  const { stdout } = await promisify(execFile)(join(folder, 'cutout'), [], { cwd: folder, env });
  expect(stdout.trim().split('\n')).toEqual([
    'image/png',
    'application/zip',
    '400: Invalid size',
    '400: Invalid size',
    '403: API key not accepted',
  ]);
  const made = await sharp(await readFile(join(folder, 'cutout.png'))).metadata();
  expect(made).toMatchObject({ width: 900, height: 600, hasAlpha: true });
});
