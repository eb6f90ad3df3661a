/**
 * `npm run bench:library [PICTURE [FOLDER]]`: full-size PNGs by @clearcut/node, rembg's Python function with u2netp, and
 * @imgly/background-removal-node, one after another, each in a process of its own; then a folder by our command line and
 * `rembg p`. All are installed below `.cache/`. U2NETP_FP16 names the ONNX file that rembg would download.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEFAULT_MODEL } from '@clearcut/inference-worker/models/default-model';
import { callersPath } from '@clearcut/platform/cli/callers-path';
import { projectRoot } from '@clearcut/platform/config/project';
import { installPython } from '../../support/python-packages.ts';
import { photoLike } from '../picture.ts';
import { median } from '../result.ts';
import { fillFolder, measuredFolder } from './folder.ts';

interface Measured {
  /** Loading included. */
  readonly firstMs: number;
  readonly each: readonly { readonly ms: number; readonly cpuMs: number }[];
  readonly bytes: number;
  readonly peakMb: number;
}

const run = promisify(execFile);
const ROUNDS = 5;
const FOLDER = join(projectRoot, '.cache', 'library-bench');
const REMBG = 'rembg[cpu,cli]==2.0.86';
const IMGLY = '@imgly/background-removal-node';
const BY_PYTHON = `import json, resource, sys, time
picture, rounds = sys.argv[1], int(sys.argv[2])
started = time.perf_counter()
from rembg import new_session, remove
session = new_session("u2netp")
def once():
    with open(picture, "rb") as file:
        return len(remove(file.read(), session=session))
size = once()
first = (time.perf_counter() - started) * 1000
each = []
for _ in range(rounds):
    start, cpu = time.perf_counter(), time.process_time()
    size = once()
    each.append({"ms": (time.perf_counter() - start) * 1000, "cpuMs": (time.process_time() - cpu) * 1000})
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"firstMs": first, "each": each, "bytes": size, "peakMb": peak}))
`;

const measured = async (command: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Measured> => {
  const { stdout } = await run(command, words, { cwd: FOLDER, env: { ...process.env, ...env } });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
};

async function pack(workspace: string): Promise<string> {
  const pack = ['pack', '--json', '--pack-destination', FOLDER];
  const { stdout } = await run('npm', pack, { cwd: join(projectRoot, workspace) });
  const [{ filename, name, size }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; name: string; size: number },
  ];
  console.error(`${name}: ${(size / 1e6).toFixed(2)} MB packed`);
  return `./${filename}`;
}

/** The packages as users install them. */
async function install(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  // Its own sharp downloads at install.
  const overrides = { [IMGLY]: { sharp: '0.35.5' } };
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ name: 'bench', private: true, overrides }));
  const packages = [await pack('node'), await pack('cli'), `${IMGLY}@1.4.5`];
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: FOLDER });
  await copyFile(join(import.meta.dirname, 'by-node.mjs'), join(FOLDER, 'by-node.mjs'));
}

const versionIn = async (path: string): Promise<string> =>
  (JSON.parse(await readFile(join(projectRoot, path), 'utf8')) as { version: string }).version;

/** Names what was measured. */
async function ownName(): Promise<string> {
  const model = await versionIn(`inference-worker/models/${DEFAULT_MODEL}/manifest.json`);
  return `@clearcut/node ${await versionIn('node/package.json')}, ${DEFAULT_MODEL} ${model}`;
}

const [given, givenFolder] = process.argv.slice(2);
const weights = process.env['U2NETP_FP16'];
if (weights === undefined) throw new Error('U2NETP_FP16 names no ONNX file of u2netp.');
await install();
const commands = await installPython('rembg', [REMBG]);
const python = join(commands, 'python');
const home = await mkdtemp(join(tmpdir(), 'library-bench-'));
await copyFile(weights, join(home, 'u2netp.onnx'));
const picture = given === undefined ? join(home, 'photo.jpg') : callersPath(given);
if (given === undefined) await writeFile(picture, await photoLike(1632, 1224));
const rembg = { U2NET_HOME: home, MODEL_CHECKSUM_DISABLED: '1' };
const rows: readonly (readonly [string, () => Promise<Measured>])[] = [
  [await ownName(), () => measured(process.execPath, ['by-node.mjs', '@clearcut/node', picture, String(ROUNDS)])],
  ['rembg 2.0.86 `remove()`, u2netp', () => measured(python, ['-c', BY_PYTHON, picture, String(ROUNDS)], rembg)],
  [
    '@imgly/background-removal-node 1.4.5',
    () => measured(process.execPath, ['by-node.mjs', IMGLY, picture, String(ROUNDS)]),
  ],
];
console.log(
  `${cpus()[0]?.model.trim() ?? 'Unknown processor'}, ${availableParallelism()} cores, Node ${process.version}\n`,
);
console.log('| library | first picture | each further one | processor time of one | peak memory | PNG |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [name, measure] of rows) {
  const { firstMs, each, peakMb, bytes } = await measure();
  const seconds = (key: 'ms' | 'cpuMs') => (median(each.map((one) => one[key])) / 1000).toFixed(2);
  console.log(
    `| ${name} | ${(firstMs / 1000).toFixed(1)} s | ${seconds('ms')} s | ${seconds('cpuMs')} s | ${peakMb.toFixed(0)} MB | ${(bytes / 1e6).toFixed(2)} MB |`,
  );
}

const folder = givenFolder === undefined ? join(home, 'photos') : callersPath(givenFolder);
if (givenFolder === undefined) await fillFolder(folder);
const clearcut = join(FOLDER, 'node_modules/@clearcut/cli/dist/main.js');
const lines: readonly (readonly [string, readonly string[], NodeJS.ProcessEnv])[] = [
  ['`clearcut photos/ -o out/`', [process.execPath, clearcut, folder, '-o', '{out}'], {}],
  ['`rembg p -m u2netp photos/ out/`', [join(commands, 'rembg'), 'p', '-m', 'u2netp', folder, '{out}'], rembg],
];
console.log('\n| command line | pictures | elapsed | processor time | of each picture |');
console.log('| --- | --- | --- | --- | --- |');
for (const [name, words, env] of lines) {
  const { elapsedSeconds, processorSeconds, made } = await measuredFolder(words, home, env);
  console.log(
    `| ${name} | ${made} | ${elapsedSeconds.toFixed(1)} s | ${processorSeconds.toFixed(1)} s | ${(processorSeconds / made).toFixed(2)} s |`,
  );
}
await rm(home, { recursive: true });
