import { ConfigError } from '../config/config.ts';
import { mistypedSettings } from '../config/mistyped.ts';
import { UnusableServerError } from '../server-check.ts';
import { Product } from './product.ts';
import { denialOf, reasonOf } from '../reasons.ts';
import { StartError } from './start-error.ts';

const PARENT_CHECK_MS = 250;
/** npm may repeat a terminal's Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;

function explain(error: unknown): string {
  const isPlain = [ConfigError, StartError, UnusableServerError].some((kind) => error instanceof kind);
  return isPlain && error instanceof Error ? error.message : (denialOf(error) ?? `It failed: ${reasonOf(error)}`);
}

function exitWith(error: unknown): never {
  console.error(explain(error));
  process.exit(1);
}

for (const sentence of mistypedSettings(process.env)) console.error(sentence);
const product = await Product.open((sentence) => console.error(sentence)).catch(exitWith);
let firstSignal: number | undefined;
const asked = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      firstSignal ??= performance.now();
      resolve();
      if (performance.now() - firstSignal > SAME_SIGNAL_MS) product.stopImmediately();
    });
  }
  // npm alone dies from a SIGTERM meant for us.
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) resolve();
    }, PARENT_CHECK_MS).unref();
  }
});

async function crash(cause: unknown): Promise<never> {
  product.stopImmediately();
  await product.stop().catch(exitWith);
  exitWith(cause);
}
process.on('uncaughtException', (error) => void crash(error));
// Keeps serving without a reader.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const outcome = await Promise.race([
  product.start().then(
    (url) => ({ url }),
    (error: unknown) => ({ error }),
  ),
  asked,
]);
if (outcome !== undefined && 'url' in outcome) {
  const { mailbox, databaseElsewhere } = product;
  const lines = [
    `Clearcut is ready: ${outcome.url}`,
    mailbox && `Sandbox mode: mail goes no further than ${mailbox}`,
    databaseElsewhere && `The database lies outside of DATA_DIR, in ${databaseElsewhere}: a backup takes both`,
    !(await product.hasInstalledModel) &&
      'A stronger model makes better cut-outs. See which there are, then install one: npm run models -- list',
  ];
  console.log(lines.filter(Boolean).join('\n'));
  await asked;
}
await product.stop();
if (outcome !== undefined && 'error' in outcome) exitWith(outcome.error);
process.exit(0);
