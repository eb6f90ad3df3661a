/**
 * Installs packages and builds the client when needed. Runs on the machine's own Node (20.19 or newer): plain
 * JavaScript without dependencies.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, '.cache');
const lockPath = join(cache, 'prepare.lock');
const installStamp = join(root, 'node_modules', '.clearcut-installed');
// Every build empties the folder first, so an interrupted one leaves no stamp.
const buildStamp = join(root, 'client', 'dist', '.clearcut-built');

class Refusal extends Error {}

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
const readJson = (path) => {
  try {
    return JSON.parse(read(path) ?? '');
  } catch {
    return undefined;
  }
};
const sha256 = (content) => createHash('sha256').update(content).digest('hex');
const isAtLeast = (version, [major, minor]) => {
  const [a = 0, b = 0] = version.replace(/^v/, '').split('.').map(Number);
  return a > major || (a === major && b >= minor);
};

function checkVersions() {
  if (!isAtLeast(process.version, [20, 19])) {
    throw new Refusal(`Clearcut needs Node 20.19 or newer to start; this is ${process.version}.`);
  }
  const npm = /npm\/(\S+)/.exec(process.env.npm_config_user_agent ?? '')?.[1];
  if (npm !== undefined && !isAtLeast(npm, [11, 0])) {
    throw new Refusal(`Clearcut needs npm 11 or newer; this is ${npm}. Get it with: npm install -g npm@11`);
  }
}

const lockfileDigest = () =>
  `${sha256(readFileSync(join(root, 'package-lock.json')))} ${process.platform}-${process.arch}`;

/** Against the lockfile, as after a manual `npm ci`. */
function recordMatches() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const record = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (record === undefined) return false;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (link === true) return existsSync(join(root, path));
    if (!path.includes('node_modules/')) return true;
    return record[path] === undefined ? optional === true : record[path].version === version;
  });
}

const isInstalled = () => read(installStamp) === lockfileDigest();

function stampInstall() {
  try {
    writeFileSync(installStamp, lockfileDigest());
  } catch {
    // Read-only: the next start compares again.
  }
}

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && entry.name !== 'dist' && entry.name !== 'node_modules') yield* filesIn(path);
  }
}

/** Checkouts change times. */
function clientDigest() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['client', 'scene', 'schemas']) {
    for (const path of filesIn(join(root, folder)))
      hash.update(`\0${path.slice(root.length)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

const isBuilt = () => existsSync(join(root, 'client', 'dist', 'index.html')) && read(buildStamp) === clientDigest();

let running;

function npm(args, env = {}) {
  const cli = process.env.npm_execpath;
  const [file, ...first] = cli === undefined ? ['npm'] : [process.execPath, cli];
  return new Promise((resolve) => {
    let output = '';
    running = spawn(file, [...first, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (chunk) => (output += chunk);
    running.stdout.setEncoding('utf8').on('data', collect);
    running.stderr.setEncoding('utf8').on('data', collect);
    if (running.pid !== undefined) writeHolders([process.pid, running.pid]);
    running.once('error', (error) => resolve({ code: 1, output: error.message }));
    running.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function npmReason(output) {
  const lines = output
    .split('\n')
    .map((line) => /^npm (?:error|ERR!) (.*)$/.exec(line)?.[1]?.trim())
    .filter((line) => line && !/^(code|errno|syscall|path|dest|A complete log|.*\.log$)/.test(line));
  return (
    lines[0]?.replace(/^(FetchError: |\d{3} (?=\d{3}))/, '') ??
    output.trim().split('\n').at(-1) ??
    'npm did not say why'
  );
}

/** Some users lack a home folder. */
function npmCache() {
  try {
    const home = process.env.npm_config_cache ?? join(process.env.HOME ?? '', '.npm');
    mkdirSync(home, { recursive: true });
    accessSync(home, constants.W_OK);
    return {};
  } catch {
    return { npm_config_cache: join(cache, 'npm') };
  }
}

async function install() {
  const isFirst = !existsSync(join(root, 'node_modules'));
  console.log(`Installing packages (${isFirst ? 'first start, ' : ''}about a minute) …`);
  const flags = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  // npm's default takes over a minute for an unreachable registry.
  const retries = ['--fetch-retry-factor=3', '--fetch-retry-mintimeout=1000'];
  const { code, output } = await npm(['ci', ...flags, ...retries], npmCache());
  if (code !== 0) throw new Refusal(`The packages could not be installed: ${npmReason(output)}`);
  stampInstall();
}

async function build() {
  console.log('Building the client …');
  const { code, output } = await npm(['run', 'build', '--workspace', 'client']);
  if (code !== 0) {
    const log = join(cache, 'build.log');
    writeFileSync(log, output);
    throw new Refusal(`The client could not be built: see ${log}`);
  }
  writeFileSync(buildStamp, clientDigest());
}

function checkRuntime() {
  const bundled = existsSync(join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node'));
  if (!bundled && !isAtLeast(process.version, [24, 0])) {
    throw new Refusal(
      `There is no packaged Node 24 for ${process.platform}-${process.arch}. Install Node 24, then start again.`,
    );
  }
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** After a container restart the holder's pid may be another process. */
const HEARTBEAT_MS = 2_000;
const SILENCE_MS = 15_000;
const ORPHAN_MS = 300_000;
let heartbeat;

/** Includes npm, which survives this process. */
function writeHolders(pids) {
  if (heartbeat !== undefined) writeFileSync(lockPath, pids.join(' '));
}

function isStale() {
  try {
    const [holder, npm] = (read(lockPath) ?? '').split(' ').map(Number);
    const silent = Date.now() - statSync(lockPath).mtimeMs;
    if (silent > ORPHAN_MS) return true;
    const holderIsGone = silent > SILENCE_MS || (holder > 0 && !isAlive(holder));
    return holderIsGone && !(npm > 0 && isAlive(npm));
  } catch {
    return false;
  }
}

/** `npm ci` removes node_modules, which others may be using. */
async function lock() {
  let hasSaid = false;
  for (;;) {
    try {
      mkdirSync(cache, { recursive: true });
      writeFileSync(lockPath, String(process.pid), { flag: 'wx' });
      heartbeat = setInterval(() => utimesSync(lockPath, new Date(), new Date()), HEARTBEAT_MS);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw new Refusal(`The folder ${root} cannot be written: ${error.code}.`);
    }
    if (isStale()) {
      rmSync(lockPath, { force: true });
      continue;
    }
    if (!hasSaid) console.log('Waiting for another start that is installing or building …');
    hasSaid = true;
    await sleep(300);
  }
}

function unlock() {
  if (heartbeat === undefined) return;
  clearInterval(heartbeat);
  heartbeat = undefined;
  rmSync(lockPath, { force: true });
}

async function prepare() {
  checkVersions();
  if (!isInstalled() && recordMatches()) stampInstall();
  if (!(isInstalled() || recordMatches()) || !isBuilt()) {
    await lock();
    if (!isInstalled() && !recordMatches()) await install();
    if (!isBuilt()) await build();
  }
  checkRuntime();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    running?.kill(signal);
    unlock();
    process.exit(130);
  });
}
try {
  await prepare();
} catch (error) {
  console.error(error instanceof Refusal ? error.message : `The start could not be prepared: ${error.message}`);
  process.exitCode = 1;
} finally {
  unlock();
}
