/** The code on the page of recipes, as its readers run it. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';

const run = promisify(execFile);
const works = (command: string, ...words: string[]): Promise<boolean> =>
  run(command, words).then(
    () => true,
    () => false,
  );
const hasRequests = await works('python3', '-c', 'import requests');
const hasPhp = await works('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);');
const hasFfmpeg = await works('ffmpeg', '-version');

let product: Installation;
let folder: string;
let page: string;
let env: Record<string, string>;

beforeAll(async () => {
  product = await sharedInstallation();
  folder = await mkdtemp(join(tmpdir(), 'recipes-'));
  page = await readFile(join(projectRoot, 'docs/recipes.md'), 'utf8');
  const { person } = await newSaver(product, 1);
  const { key } = await createKey(person, { label: 'Recipes' });
  // The page calls the command by its installed name.
  const program = join(projectRoot, 'cli/src/main.ts');
  await writeFile(join(folder, 'clearcut'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  await chmod(join(folder, 'clearcut'), 0o755);
  const PATH = [folder, process.env['PATH']].join(delimiter);
  env = { PATH, HOME: folder, XDG_STATE_HOME: folder, CLEARCUT_URL: product.url, CLEARCUT_API_KEY: key };
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

function codeUnder(title: string): string {
  const [, section = ''] = page.split(`## ${title}\n`);
  const code = /```\w+\n([\s\S]*?)```/.exec(section)?.[1];
  if (code === undefined) throw new Error(`No code under ${title}`);
  return code;
}

test.skipIf(!hasRequests)('a batch in Python: HD, then previews that say why', async () => {
  await mkdir(join(folder, 'photos'));
  for (const [name, width] of [
    ['a', 700],
    ['b', 650],
  ] as const)
    await writeFile(join(folder, 'photos', `${name}.jpg`), await photo({ width, height: 600 }));
  const { stdout } = await run('python3', ['-c', codeUnder('A batch in Python')], { cwd: folder, env });
  expect(stdout).toBe('a.jpg HD\nb.jpg no_credits\n');
  expect((await sharp(join(folder, 'out', 'a.png')).metadata()).width).toBe(700);
  expect((await sharp(join(folder, 'out', 'b.png')).metadata()).width).toBe(500);
});

test.skipIf(!hasPhp)('WordPress: an uploaded JPEG becomes a cut-out, other files and failures stay', async () => {
  await writeFile(join(folder, 'upload.jpg'), await photo({ width: 600, height: 500 }));
  await writeFile(join(folder, 'broken.jpg'), 'no picture');
  await writeFile(join(folder, 'clearcut.php'), codeUnder('WordPress'));
  await writeFile(
    join(folder, 'wordpress.php'),
    `<?php
function add_filter($name, $filter) { $GLOBALS['filter'] = $filter; }
require 'clearcut.php';
foreach ([['upload.jpg', 'image/jpeg'], ['broken.jpg', 'image/jpeg'], ['a.pdf', 'application/pdf']] as [$name, $type]) {
    $made = $filter(['file' => __DIR__ . '/' . $name, 'url' => 'https://a.example/' . $name, 'type' => $type]);
    echo $made['url'], ' ', $made['type'], "\\n";
}`,
  );
  const { stdout } = await run('php', ['wordpress.php'], { cwd: folder, env });
  expect(stdout.trim().split('\n')).toEqual([
    'https://a.example/upload-cutout.png image/png',
    'https://a.example/broken.jpg image/jpeg',
    'https://a.example/a.pdf application/pdf',
  ]);
  expect(await sharp(join(folder, 'upload-cutout.png')).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
});

test.skipIf(!hasFfmpeg)(
  'ffmpeg: every frame of a video keeps its size and gets alpha',
  { timeout: 300_000 },
  async () => {
    await writeFile(
      join(folder, 'frame.png'),
      await sharp(await photo({ width: 320, height: 240 }))
        .png()
        .toBuffer(),
    );
    await run(
      'ffmpeg',
      ['-v', 'error', '-loop', '1', '-i', 'frame.png', '-frames:v', '3', '-r', '25', '-pix_fmt', 'yuv420p', 'in.mp4'],
      { cwd: folder },
    );
    const { CLEARCUT_URL: _, CLEARCUT_API_KEY: __, ...withoutServer } = env;
    await run('sh', ['-ec', codeUnder('ffmpeg')], { cwd: folder, env: withoutServer });
    const raw = await run('ffmpeg', ['-v', 'error', '-i', 'out.mov', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'], {
      cwd: folder,
      encoding: 'buffer',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(raw.stdout.length).toBe(3 * 320 * 240 * 4);
    // The corner is background.
    expect(raw.stdout[3]).toBeLessThan(30);
  },
);
