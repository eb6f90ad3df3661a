import { execFileSync } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Options } from '../options.ts';
import { openJournal } from './journal.ts';
import { checkKind, findJobs, makeResultsFolder } from './jobs.ts';
import { readPicture } from './read-picture.ts';
import { walk } from './walk.ts';
import { isWhole } from './whole.ts';
import { moveNew, removeParts, replace, writeNew } from './write.ts';

const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });
const [png, jpg, webp] = await Promise.all([
  plain.clone().png().toBuffer(),
  plain.clone().jpeg().toBuffer(),
  plain.clone().webp().toBuffer(),
]);
let folder: string;
const at = (...names: string[]): string => path.join(folder, ...names);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cli-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('regression: a folder that /proc denies was tried for ever', async () => {
  await expect(makeResultsFolder('/proc/clearcut/out', undefined)).rejects.toThrow(
    'cannot be made: no such file or directory.',
  );
});

test.runIf(process.platform === 'linux')(
  'regression: a file whose name is not UTF-8 was said not to exist',
  async () => {
    await writeFile(Buffer.concat([Buffer.from(at('caf')), Buffer.from([0xe9]), Buffer.from('.png')]), png);
    const { pictures } = await walk(folder);
    await expect(readPicture(at(pictures[0] ?? ''))).rejects.toThrow('caf\uFFFD.png is not UTF-8: rename the file.');
    await expect(readPicture(at('other.png'))).rejects.toThrow('There is no ');
  },
);

test('a folder from a NAS, a Mac or Windows: only its pictures are read, and every skipped file has a reason', async () => {
  for (const name of ['@eaDir/photo.jpg', '.trash', 'album.jpg', '#recycle', '$RECYCLE.BIN', 'RECYCLED', '__MACOSX']) {
    await mkdir(at(name), { recursive: true });
  }
  const files = {
    'photo.jpg': undefined,
    'windows.jfif': undefined,
    'old.JPE': undefined,
    'saved.pjpeg': undefined,
    'saved.jfi': undefined,
    'UPPER.JPEG': undefined,
    'album.jpg/inside.webp': undefined,
    '@eaDir/photo.jpg/SYNOPHOTO_THUMB_XL.jpg': 'system',
    '@eaDir/photo.jpg/SYNOINDEX_MEDIA_INFO': undefined,
    '#recycle/old.jpg': 'system',
    '$RECYCLE.BIN/old.jpg': 'system',
    'RECYCLED/Dc1.jpg': 'system',
    '__MACOSX/photo.jpg': 'system',
    'SYNOPHOTO_THUMB_M.jpg': 'system',
    'Thumbs.db': 'system',
    '.trash/deleted.jpg': 'hidden',
    '._photo.jpg': 'hidden',
    '.DS_Store': 'hidden',
    'photo-cutout.png': 'result',
    'photo-cutout-2.png': 'result',
    'moving.gif': 'not-a-picture',
    'phone.heic': 'not-a-picture',
  } as const;
  for (const name of Object.keys(files)) await writeFile(at(name), jpg);
  await writeFile(at('elsewhere'), 'secret');
  await symlink(at('elsewhere'), at('link.png'));
  await symlink(tmpdir(), at('away'));
  execFileSync('mkfifo', [at('pipe.png')]);
  const { pictures, skipped } = await walk(folder);
  expect(pictures).toEqual([
    'UPPER.JPEG',
    path.join('album.jpg', 'inside.webp'),
    'old.JPE',
    'photo.jpg',
    'saved.jfi',
    'saved.pjpeg',
    'windows.jfif',
  ]);
  const expected = Object.entries({
    ...files,
    elsewhere: 'not-a-picture',
    away: 'link',
    'link.png': 'link',
    'pipe.png': 'special',
  }).filter(([, reason]) => reason !== undefined);
  expect(Object.fromEntries(skipped.map(({ file, reason }) => [path.relative(folder, file), reason]))).toEqual(
    Object.fromEntries(expected.map(([name, reason]) => [path.normalize(name), reason])),
  );
});

test('regression: a link without the ending of a picture, as to a folder, counted as of another format', async () => {
  await mkdir(at('elsewhere'));
  await symlink(at('elsewhere'), at('holiday'));
  await symlink(at('elsewhere'), at('.hidden'));
  const { skipped } = await walk(folder);
  expect(skipped).toEqual([
    { file: at('.hidden'), reason: 'hidden' },
    { file: at('holiday'), reason: 'link' },
  ]);
});

test.for([
  ['empty.png', '', 'The file is empty.'],
  ['passwd.png', 'root:x:0:0:root:/root:/bin/sh\n', 'The file is not a PNG, JPG or WEBP.'],
  ['gif.png', 'GIF89a and more bytes', 'The file is not a PNG, JPG or WEBP.'],
  ['riff.webp', 'RIFF\u0010\0\0\0WAVEfmt ', 'The file is not a PNG, JPG or WEBP.'],
] as const)('%s is not read as a picture', async ([name, content, message]) => {
  await writeFile(at(name), content);
  await age(name);
  await expect(readPicture(at(name))).rejects.toThrow(message);
});

const options = (inputs: readonly string[], out: string | undefined, more: Partial<Options> = {}): Options =>
  ({ inputs, out, format: 'png', mask: false, watch: false, ...more }) as Options;

const outputs = async (...given: Parameters<typeof options>) =>
  (await findJobs(options(...given))).jobs.map(({ output, isNamed }) => [path.relative(folder, output), isNamed]);

test('regression: a folder of results may have a dot in its name, and pipes have folders too', async () => {
  await mkdir(at('results.2026'));
  await writeFile(at('a.jpg'), jpg);
  expect(await outputs([at('a.jpg')], at('results.2026'))).toEqual([['results.2026/a-cutout.png', false]]);
  expect(await outputs([at('a.jpg')], `${at('new.folder')}/`)).toEqual([['new.folder/a-cutout.png', false]]);
  expect(await outputs(['-'], at('results.2026'))).toEqual([['results.2026/image-cutout.png', false]]);
  expect(await outputs(['-', at('a.jpg')], at('out'))).toEqual([
    ['out/image-cutout.png', false],
    ['out/a-cutout.png', false],
  ]);
  expect(await outputs(['-'], at('made'))).toEqual([['made', true]]);
});

test('regression: results that a disk takes for one file get names apart', async () => {
  const names = ['a.jpg', 'a.png', 'A.webp', 'caf\u{e9}.jpg', 'cafe\u{301}.png', 'line\nbreak.jpg', '-o.jpg'];
  for (const name of names) await writeFile(at(name), jpg);
  const outputs = (await findJobs(options([folder], at('out')))).jobs.map(({ output }) => path.basename(output));
  expect(outputs).toHaveLength(names.length);
  expect(new Set(outputs.map((name) => name.normalize().toLowerCase())).size).toBe(names.length);
});

test('regression: a result whose name would be too long gets a shorter one, with room for a number', async () => {
  const [long, other] = [`${'\u{e4}'.repeat(124)}b.jpg`, `${'\u{e4}'.repeat(124)}c.jpg`];
  for (const name of [long, other]) await writeFile(at(name), jpg);
  const { jobs } = await findJobs(options([at(long), at(other)], undefined));
  for (const { output } of jobs) expect(await writeNew(output, png)).toBe(true);
  expect((await readdir(folder)).filter((name) => /^\u{e4}+-cutout(?:-2)?\.png$/u.test(name))).toHaveLength(2);
});

test('regression: a result is never named as another kind of picture', async () => {
  await writeFile(at('b.jpg'), jpg);
  await expect(findJobs(options([at('b.jpg')], 'x.jpg'))).rejects.toThrow(
    'x.jpg would be a PNG. Choose the format jpg',
  );
  await expect(findJobs(options(['-'], 'x.WEBP'))).rejects.toThrow('the format webp');
  expect((await findJobs(options([at('b.jpg')], 'x.jpeg', { format: 'jpg' }))).jobs).toHaveLength(1);
});

test.each(['.vscode/settings.json', '.bashrc', 'shoe', 'x.txt'])(
  'regression: an assistant wrote a picture into %s',
  (out) => {
    expect(() => checkKind(out, 'png', true)).toThrow(`${out} would be a PNG. End its name with .png.`);
  },
);

test('regression: folders that cannot be read, made or watched are named with the reason', async () => {
  await expect(findJobs(options([at('x'.repeat(300))], undefined))).rejects.toThrow('There is no');
  await writeFile(at('plain'), '');
  await expect(makeResultsFolder(at('plain'), at('plain'))).rejects.toThrow(
    `${at('plain')} cannot be made: file already exists.`,
  );
  await expect(makeResultsFolder(at('plain', 'below'), undefined)).rejects.toThrow('cannot be made: not a directory.');
  await expect(findJobs(options(['https://example.com/a.jpg'], undefined, { watch: true }))).rejects.toThrow(
    'not addresses',
  );
});

test('does not read links, folders or pipes, wherever they lead', async () => {
  await writeFile(at('real.png'), png);
  await symlink(at('real.png'), at('link.png'));
  await mkdir(at('folder.png'));
  execFileSync('mkfifo', [at('pipe.png')]);
  await expect(readPicture(at('link.png'))).rejects.toThrow('link');
  await expect(readPicture(at('folder.png'))).rejects.toThrow('not a file');
  await expect(readPicture(at('pipe.png'))).rejects.toThrow('not a file');
  await expect(readPicture(at('none.png'))).rejects.toThrow('There is no');
  expect(await readPicture(at('real.png'))).toEqual(png);
});

test.for([
  ['png', png],
  ['jpg', jpg],
  ['webp', webp],
] as const)('a %s is complete at its end, and nowhere before', ([, bytes]) => {
  for (let length = 0; length < bytes.length - 1; length += 1) expect(isWhole(bytes.subarray(0, length))).toBe(false);
  expect(isWhole(bytes)).toBe(true);
  expect(isWhole(Buffer.concat([bytes, Buffer.from('a trailer')]))).toBe(true);
});

test('the end marker of a thumbnail does not end the picture', () => {
  const thumbnail = Buffer.concat([Buffer.from([0xff, 0xe1, (jpg.length + 2) >> 8, (jpg.length + 2) & 0xff]), jpg]);
  const bytes = Buffer.concat([jpg.subarray(0, 2), thumbnail, jpg.subarray(2)]);
  expect(isWhole(bytes.subarray(0, -2))).toBe(false);
  expect(isWhole(bytes)).toBe(true);
});

test('waits for a file that is still being copied, in pieces and with pauses', async () => {
  await writeFile(at('slow.jpg'), '');
  const reading = readPicture(at('slow.jpg'));
  for (let from = 0; from < jpg.length; from += Math.ceil(jpg.length / 3)) {
    await delay(700);
    await appendFile(at('slow.jpg'), jpg.subarray(from, from + Math.ceil(jpg.length / 3)));
  }
  expect(await reading).toEqual(jpg);
});

test('a result overwrites nothing, follows no link and leaves no partial file', async () => {
  await writeFile(at('precious.txt'), 'precious');
  await symlink(at('precious.txt'), at('link.png'));
  await symlink(at('nowhere'), at('dangling.png'));
  for (const name of ['precious.txt', 'link.png', 'dangling.png']) expect(await writeNew(at(name), png)).toBe(false);
  expect(await writeNew(at('new.png'), png)).toBe(true);
  await replace(at('link.png'), png);
  expect(await readFile(at('precious.txt'), 'utf8')).toBe('precious');
  expect((await readdir(folder)).sort()).toEqual(['dangling.png', 'link.png', 'new.png', 'precious.txt']);
});

test('regression: a process that ends in the middle can remove its partial files', async () => {
  const written = writeNew(at('large.png'), Buffer.alloc(100_000_000)).catch(
    (error: NodeJS.ErrnoException) => error.code,
  );
  while ((await readdir(folder)).length === 0);
  removeParts();
  expect([await readdir(folder), await written]).toEqual([[], 'ENOENT']);
});

test('regression: without hard links, a result was copied in pieces, and a kill left half of it', async () => {
  await writeFile(at('.part'), png);
  const { ino } = await stat(at('.part'));
  await moveNew(at('.part'), at('new.png'));
  expect((await stat(at('new.png'))).ino).toBe(ino);
  await expect(moveNew(at('nothing'), at('new.png'))).rejects.toThrow('EEXIST');
  await expect(moveNew(at('nothing'), at('other.png'))).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual(['new.png']);
});

test('only one of several writers gets a name', async () => {
  const won = await Promise.all(Array.from({ length: 20 }, () => writeNew(at('one.png'), png)));
  expect(won.filter(Boolean)).toHaveLength(1);
});

test('no link leads a result out of the results folder', async () => {
  const outside = await mkdtemp(path.join(tmpdir(), 'cli-outside-'));
  try {
    await mkdir(at('out'));
    await symlink(outside, at('out', 'more'));
    await expect(makeResultsFolder(at('out', 'more', 'deep'), at('out'))).rejects.toThrow('leads out of');
    await makeResultsFolder(at('out', 'other', 'deep'), at('out'));
    expect(await readdir(outside)).toEqual([]);
  } finally {
    await rm(outside, { recursive: true });
  }
});

const OPTIONS = { url: 'http://a', size: 'preview', format: 'png', crop: false } as Options;
const journalIn = (name = 'results') => openJournal(at(name), OPTIONS, { XDG_STATE_HOME: at('state') });

test('a journal lists the results, survives a half-written line, and omits files changed since', async () => {
  await mkdir(at('results'));
  await writeFile(at('results', 'a-cutout.png'), png);
  await (await journalIn()).add(jpg, 'a-cutout.png', png);
  const [file = ''] = await readdir(at('state', 'clearcut', 'journals'));
  await appendFile(at('state', 'clearcut', 'journals', file), '{"key":"half');
  const known = (await journalIn()).find(jpg);
  expect([...(known?.names ?? [])]).toEqual(['a-cutout.png']);
  expect(await known?.read()).toEqual(png);
  expect((await journalIn()).find(webp)).toBeUndefined();
  await writeFile(at('results', 'a-cutout.png'), webp);
  expect(await known?.read()).toBeUndefined();
});

test('ignores a journal that came with a folder, and one that contains paths', async () => {
  await mkdir(at('results'));
  await writeFile(at('secret.txt'), 'secret');
  const journal = await journalIn();
  await journal.add(jpg, '../secret.txt', Buffer.from('secret'));
  expect(journal.find(jpg)).toBeUndefined();
  expect((await journalIn()).find(jpg)).toBeUndefined();
  await cp(at('state'), at('results', 'state'), { recursive: true });
  expect(await readdir(at('results'))).toEqual(['state']);
});

async function age(name: string): Promise<void> {
  execFileSync('touch', ['-d', '2020-01-01', at(name)]);
}
