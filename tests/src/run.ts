/**
 * `npm test` runs the fast lane; `npm run test:all` runs every suite. Process and browser suites run in sequence, since
 * they need all cores. Arguments select suites. The last line is always `N passed, N failed, N skipped`; the exit code
 * is 0 only without a failure. Reruns a few failed files: those that then pass are reported as unsteady, and fail the
 * full lane unless `--allow-unsteady`. `--shard=1/6` runs a sixth of each suite's files. `--long` adds tests of many
 * minutes (repeats, soak), `--scale` runs the suites with jobs in Kafka and blobs in S3, and `compose` starts
 * docker-compose.yml.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { bundlePrograms } from './support/bundles/bundle.ts';
import { failuresOf, type TestFile } from './failures.ts';
import { processorSeconds } from './support/processes.ts';
import { canHaveScaleServers } from './support/servers/scale.ts';
import { unitRuns } from './unit-runs.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const projectPackage = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
  readonly workspaces: readonly string[];
};

const bin = (name: string) => join(projectRoot, 'node_modules', '.bin', name);
/** By its package: the older TypeScript of openapi-typescript has a command of the same name. */
const tsc = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');

/** Incremental below `.cache`: a second check takes a tenth of the time. */
const typesOf = (project: string): string[] => {
  const cache = join(projectRoot, '.cache', 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  return [tsc, '--noEmit', '--incremental', '--tsBuildInfoFile', cache, '-p', project];
};

/** Static checks, run beside each other since each uses little more than one core; each counts as one test. */
const checks: Record<string, readonly string[][]> = {
  format: [[bin('oxfmt'), '--check']],
  lint: [
    [bin('oxlint'), '--type-aware', '--deny-warnings'],
    [bin('knip'), '--no-progress'],
    [process.execPath, 'tests/src/licences/main.ts'],
  ],
  types: ['tsconfig.json', 'client/tsconfig.json', 'tests/src/browser/tsconfig.json'].map(typesOf),
};

/**
 * Projects of vitest.config.ts, cheapest first, so that simple mistakes show early. `journey`: files named
 * `*.journey.test.ts`.
 */
const fastSuites = ['unit', 'conformance', 'journey'];
const suites = [...fastSuites, 'acceptance', 'browser', 'faults', 'scale'];

/**
 * Suites that wait half of their time, for leases to end and for stopped servers. Each runs beside another suite, and
 * prints at its end.
 */
const BESIDE: Record<string, string> = { conformance: 'unit', scale: 'faults' };

/** They start programs so often that these are bundled first. Journeys run the sources, like `npm start`. */
const BUNDLED = ['acceptance', 'browser', 'faults', 'scale'];

/** The composition of docker-compose.yml takes half an hour, so it runs only in long runs or by name. */
const COMPOSE = 'compose';

const scaleSuites = ['conformance', 'scale', 'journey', 'acceptance', 'faults'];

/** Vitest's arguments, for one run each. */
function runsOf(suite: string): string[][] {
  const runs = suite === 'unit' ? unitRuns(projectPackage.workspaces) : [[]];
  // A suite may have fewer files than shards.
  return shard === undefined ? runs : runs.map((run) => [...run, shard, '--passWithNoTests']);
}

function run(command: readonly string[], env: NodeJS.ProcessEnv, print?: (text: string) => unknown): Promise<number> {
  const [file = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: projectRoot, env, stdio: print ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    for (const stream of [child.stdout, child.stderr]) {
      if (print) stream?.setEncoding('utf8').on('data', print);
    }
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Prints at the end, since other checks run beside it. */
async function runCheck(name: string, commands: readonly string[][], env: NodeJS.ProcessEnv): Promise<Tally> {
  let output = '';
  let code = 0;
  for (const command of commands) code ||= await run(command, env, (text) => (output += text));
  console.log(`\n== ${name}\n${output}`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** `failedFiles` are relative to the project; `failures` has a line per failed test. */
interface Outcome extends Tally {
  readonly exitCode: number;
  readonly failedFiles: readonly string[];
  readonly failures: readonly string[];
}

async function runFiles(
  suite: string,
  args: readonly string[],
  report: string,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = [bin('vitest'), 'run', '--project', suite, ...reporters, ...args];
  let output = '';
  const print = suite in BESIDE ? (text: string) => (output += text) : undefined;
  const exitCode = await run(command, env, print);
  if (print) console.log(`\n== ${suite}\n${output}`);
  const result = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as {
    numPassedTests?: number;
    numFailedTests?: number;
    numPendingTests?: number;
    numTodoTests?: number;
    testResults?: readonly TestFile[];
  };
  const ran = result.testResults ?? [];
  return {
    exitCode,
    passed: result.numPassedTests ?? 0,
    failed: result.numFailedTests ?? 0,
    skipped: (result.numPendingTests ?? 0) + (result.numTodoTests ?? 0),
    failedFiles: ran.filter(({ status }) => status === 'failed').map(({ name }) => relative(projectRoot, name)),
    failures: ran.flatMap(failuresOf),
  };
}

async function runAll(suite: string, report: (part: number) => string, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const [part, args] of runsOf(suite).entries()) outcomes.push(await runFiles(suite, args, report(part), env));
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return {
    exitCode: Math.max(...outcomes.map(({ exitCode }) => exitCode)),
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    failedFiles: outcomes.flatMap(({ failedFiles }) => failedFiles),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

/** More failed files are no accident of timing. */
const MAX_FILES_RUN_AGAIN = 2;

/** The scale tests within `npm test`: half a minute, where the servers are available. */
async function runScale(env: NodeJS.ProcessEnv, reports: string): Promise<Tally> {
  if (env['SCALE_TESTS'] === '1' || (await canHaveScaleServers())) {
    return await runSuite('scale', { ...env, SCALE_TESTS: '1' }, reports);
  }
  return { passed: 0, failed: 0, skipped: 1 };
}

async function runSuite(suite: string, env: NodeJS.ProcessEnv, reports: string): Promise<Tally> {
  const {
    exitCode,
    failedFiles,
    failures: seen,
    ...tally
  } = await runAll(suite, (part) => join(reports, `${suite}-${part}.json`), env);
  // A file that fails to load, an unhandled error or a crash fails the run without naming a failed test.
  if (exitCode !== 0 && tally.failed === 0) tally.failed = 1;
  const lost = () => {
    failures.push(...seen.map((failure) => `FAILED       ${suite}: ${failure}`));
    return tally;
  };
  if (tally.failed === 0) return tally;
  if (failedFiles.length === 0 || failedFiles.length > MAX_FILES_RUN_AGAIN) return lost();

  console.log(`\n== ${suite}, once more: ${failedFiles.join(', ')}`);
  const again = await runFiles(suite, failedFiles, join(reports, `${suite}-again.json`), env);
  if (again.exitCode !== 0 || again.failed > 0 || again.passed === 0) return lost();
  unsteady.push(...failedFiles.map((file) => `UNSTEADY     ${file} failed, and passed when it ran again`));
  if (isFull && !allowsUnsteady) return lost();
  return { ...tally, passed: tally.passed + tally.failed, failed: 0 };
}

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const isScale = args.includes('--scale');
const isLong = args.includes('--long');
const isFull = isLong || args.includes('--all');
const allowsUnsteady = args.includes('--allow-unsteady');
const shard = args.find((arg) => /^--shard=[1-9]\d*\/[1-9]\d*$/.test(arg));
const lane = isLong ? [...suites, COMPOSE] : isFull ? suites : fastSuites;
const usual = isScale ? scaleSuites : [...Object.keys(checks), ...lane];
const known = [...Object.keys(checks), ...suites, COMPOSE];
const flags = ['--all', '--long', '--scale', '--allow-unsteady', '--shard=N/M'];
const names = wanted.length > 0 ? wanted : usual;
/** Named suites that run at the same time, so that their processor time cannot be told apart. */
const groups = [...Map.groupBy(names, (name) => (name in checks ? 'checks' : (BESIDE[name] ?? name))).values()];
const unknown = args.filter((word) => word !== shard && ![...known, ...flags].includes(word));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Suites: ${known.join(', ')}. Options: ${flags.join(', ')}.`);
  process.exit(2);
}

const env = {
  ...process.env,
  // The tools start with `env node`, outside npm the machine's older one.
  PATH: `${join(projectRoot, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  ...(isLong ? { LONG_TESTS: '1' } : {}),
  ...(isScale ? { SCALE_TESTS: '1' } : {}),
};
const reports = await mkdtemp(join(tmpdir(), 'clearcut-tests-'));
const total: Tally = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
const unsteady: string[] = [];
const failures: string[] = [];

let bundles: Promise<void> | undefined;

async function environmentOf(name: string): Promise<NodeJS.ProcessEnv> {
  if (!BUNDLED.includes(name)) return env;
  await (bundles ??= bundlePrograms());
  return { ...env, TEST_BUNDLES: '1' };
}

async function runNamed(name: string, isAlone: boolean): Promise<void> {
  const started = Date.now();
  const before = await processorSeconds();
  const commands = checks[name];
  if (commands === undefined && !(name in BESIDE)) console.log(`\n== ${name}`);
  const tally = await (commands
    ? runCheck(name, commands, env)
    : name === 'scale'
      ? runScale(await environmentOf(name), reports)
      : runSuite(name, await environmentOf(name), reports));
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
  const after = await processorSeconds();
  const seconds = Math.round((Date.now() - started) / 1000);
  const isKnown = before !== undefined && after !== undefined && isAlone;
  const worked = isKnown ? `, ${Math.round(after - before)} s of processor time` : '';
  lines.push(
    `${name.padEnd(12)} ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped in ${seconds} s${worked}`,
  );
}

for (const group of groups) await Promise.all(group.map((name) => runNamed(name, group.length === 1)));

await rm(reports, { recursive: true, force: true });
console.log(`\n${[...lines, ...unsteady, ...failures].join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
