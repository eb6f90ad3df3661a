/**
 * `npm run examples`: makes the example pictures, and cuts them out with the bundled model. Shows those alone that the
 * product cuts out well. Run it after a change of model, refinement or renderer.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import sharp from 'sharp';
import { EXAMPLE_NAMES } from './compose.ts';
import { openCutter } from './cut-out.ts';
import { judge, type Judged } from './judge.ts';

const features = (path: string): string => join(projectRoot, 'client/src/features', path);
/** Pixels; shown up to 900 wide. */
const PAIR = { width: 1120, height: 840 } as const;
/** The sticker on the home page. */
const STICKER = 'lamp';

async function write({ name, photo, jpeg, cutOut, passes }: Judged): Promise<void> {
  const files = {
    photo: features(`uploads/examples/${name}.jpg`),
    small: features(`uploads/examples/${name}-small.webp`),
    before: features(`home/pictures/${name}-before.webp`),
    after: features(`home/pictures/${name}-after.webp`),
  };
  if (!passes || cutOut === undefined) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    return;
  }
  await writeFile(files.photo, jpeg);
  await sharp(photo).resize(320, 240).webp({ quality: 80 }).toFile(files.small);
  await sharp(photo).resize(PAIR).webp({ quality: 74 }).toFile(files.before);
  await sharp(cutOut).resize(PAIR).webp({ quality: 78, alphaQuality: 90 }).toFile(files.after);
  if (name !== STICKER) return;
  const { width, height } = await sharp(cutOut)
    .trim({ threshold: 1 })
    .resize({ height: 400 })
    .webp({ quality: 82 })
    .toFile(features('home/sticker.webp'));
  process.stdout.write(`home/sticker.webp is ${width} × ${height}\n`);
}

const cutter = await openCutter();
const passed: string[] = [];
for (const name of EXAMPLE_NAMES) {
  const judged = await judge(name, cutter);
  await write(judged);
  if (judged.passes) passed.push(name);
  const { overlap, difference, passes } = judged;
  process.stdout.write(
    `${name}: overlap ${overlap.toFixed(4)}, difference ${difference.toFixed(4)}: ${passes ? 'shown' : 'not shown'}\n`,
  );
}
await cutter.close();

const variable = (name: string, kind: string): string => `${name}${kind}`;
const examples = [
  '// Written by `npm run examples`.',
  ...passed.flatMap((name) => [
    `import ${name} from './examples/${name}.jpg';`,
    `import ${variable(name, 'Small')} from './examples/${name}-small.webp';`,
  ]),
  '',
  'export const examples = [',
  ...passed.map((name) => `  { name: '${name}', url: ${name}, small: ${variable(name, 'Small')} },`),
  '] as const;',
  '',
];
const pairs = [
  '// Written by `npm run examples`.',
  ...passed.flatMap((name) => [
    `import ${variable(name, 'After')} from './pictures/${name}-after.webp';`,
    `import ${variable(name, 'Before')} from './pictures/${name}-before.webp';`,
  ]),
  '',
  'export const pairs = [',
  ...passed.map(
    (name) => `  { name: '${name}', before: ${variable(name, 'Before')}, after: ${variable(name, 'After')} },`,
  ),
  '] as const;',
  'export type Pair = (typeof pairs)[number];',
  '',
];
await writeFile(features('uploads/shown-examples.ts'), examples.join('\n'));
await writeFile(features('home/pairs.ts'), pairs.join('\n'));
// A script of its own, which reads what was written.
await import('./share.ts');
