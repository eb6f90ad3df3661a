import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { callersPath } from '@clearcut/platform/cli/callers-path';
import { projectRoot } from '@clearcut/platform/config/project';
import { startProduct } from '../support/product.ts';
import { benchAppends } from './log/appends.ts';
import { benchBrush } from './brush.ts';
import { benchCost } from './cost/cost.ts';
import { benchBuses } from './log/buses.ts';
import { benchEdits } from './edits.ts';
import { benchFeedback } from './feedback.ts';
import { benchHd } from './hd.ts';
import { benchHostile } from './hostile/hostile.ts';
import { benchLatency } from './latency.ts';
import { benchLogin } from './login.ts';
import { benchMemory } from './memory.ts';
import { benchMemoryOfLarge } from './memory-of-large.ts';
import { benchPrograms } from './programs.ts';
import { benchRembg } from './rembg/rembg.ts';
import { photoLike } from './picture.ts';
import { formatTable, meetsTarget, type BenchResult } from './result.ts';
import { benchRareCategory } from './log/rare-category.ts';
import { benchSearch } from './log/search.ts';
import { benchSpend } from './log/spend.ts';
import { benchStart } from './start.ts';

const sections = [
  'start',
  'latency',
  'appends',
  'log',
  'spend',
  'search',
  'edits',
  'login',
  'hostile',
  'memory',
  'programs',
  'hd',
  'brush',
  'feedback',
  'buses',
  'rembg',
  'cost',
];
const usage = `Usage: npm run bench -- [--only ${sections.join('|')}] [--picture photo.jpg]`;

function refuse(complaint: string): never {
  console.error(`${complaint}\n\n${usage}`);
  process.exit(2);
}

function readOptions() {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ options: { only: text, picture: text, help: { type: 'boolean' } } }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

async function readPicture(file: string): Promise<Buffer> {
  const picture = callersPath(file);
  try {
    return await readFile(picture);
  } catch (error) {
    return refuse(`${picture} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const values = readOptions();
if (values.help === true) {
  console.log(usage);
  process.exit();
}
if (values.only !== undefined && !sections.includes(values.only)) refuse(`There is no section "${values.only}".`);
const wanted = (section: string): boolean => values.only === undefined || values.only === section;

const picture = values.picture === undefined ? await photoLike(1632, 1224) : await readPicture(values.picture);
const product = await startProduct({ env: { UPLOADS_PER_MINUTE: '1000000' } });
// The product has its own process group: otherwise an interrupted benchmark would leave it running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void product.stop().finally(() => process.exit(1)));
}
const results: BenchResult[] = [];
try {
  if (wanted('start')) results.push(await benchStart());
  if (wanted('latency')) results.push(await benchLatency(product.url, picture));
  if (wanted('appends')) results.push(await benchAppends(product.databaseUrl));
  if (wanted('log')) results.push(await benchRareCategory());
  if (wanted('spend')) results.push(await benchSpend(product.databaseUrl));
  if (wanted('search')) results.push(await benchSearch(product.databaseUrl));
  if (wanted('edits')) results.push(await benchEdits(product.databaseUrl));
  if (wanted('login')) results.push(...(await benchLogin(product)));
  if (wanted('hostile')) results.push(...(await benchHostile(product)));
  if (wanted('memory')) results.push(await benchMemory(product), await benchMemoryOfLarge());
  if (wanted('programs')) results.push(...(await benchPrograms(product)));
  if (wanted('hd')) results.push(...(await benchHd()));
  if (wanted('brush')) results.push(...(await benchBrush(product.url)));
  if (wanted('feedback')) results.push(...(await benchFeedback(product.url)));
  if (wanted('rembg')) results.push(...(await benchRembg(product, picture)));
  if (wanted('cost')) results.push(...(await benchCost(product)));
  if (wanted('buses')) results.push(...(await benchBuses(product, picture)));
} finally {
  await product.stop();
}

const folder = path.join(projectRoot, 'bench-results');
const file = path.join(folder, 'bench.json');
const record = {
  measuredAt: new Date().toISOString(),
  node: process.version,
  cores: availableParallelism(),
  results: results.map((result) => ({ ...result, met: meetsTarget(result) })),
};
await mkdir(folder, { recursive: true });
await writeFile(file, `${JSON.stringify(record, null, 2)}\n`);
console.log(formatTable(results));
console.log(`\nAlso in ${path.relative(process.cwd(), file)}`);
