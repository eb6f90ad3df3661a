/**
 * `npm run examples`: cuts out the example photographs with the bundled model, for the pages that show results. Run it
 * after a change of model, refinement or renderer, and look at the cut-outs on magenta before committing them.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { PHOTOGRAPH_NAMES, type PhotographName } from '@clearcut/schemas/site/photographs';
import sharp from 'sharp';
import { openCutter } from './cut-out.ts';
import { fetchOriginals } from './fetch.ts';
import { afterOf, beforeOf, features, photoOf } from './files.ts';

/** Pixels; shown up to 900 wide. */
const PAIR = { width: 1120, withoutEnlargement: true } as const;
/** Looks over the edge of the sheet on the home page. */
const STICKER: PhotographName = 'cat';
const TO_JUDGE = join(projectRoot, 'test-results/examples');

async function write(name: PhotographName, photo: Uint8Array, cutOut: Uint8Array): Promise<void> {
  await sharp(photo)
    .resize(320, 240)
    .webp({ quality: 62 })
    .toFile(features(`pictures/uploads/examples/${name}-small.webp`));
  await sharp(photo).resize(PAIR).webp({ quality: 66 }).toFile(beforeOf(name));
  await sharp(cutOut).resize(PAIR).webp({ quality: 74, alphaQuality: 90 }).toFile(afterOf(name));
  await sharp(cutOut)
    .flatten({ background: '#ff00ff' })
    .toFile(join(TO_JUDGE, `${name}.png`));
  if (name !== STICKER) return;
  const { width, height } = await sharp(cutOut)
    .trim({ threshold: 1 })
    .resize({ height: 320 })
    .webp({ quality: 82 })
    .toFile(features('site/home/sticker.webp'));
  process.stdout.write(`sticker.webp is ${width} × ${height}\n`);
}

await Promise.all(
  [features('pictures/uploads/examples'), features('site/home/pictures'), TO_JUDGE].map((path) =>
    mkdir(path, { recursive: true }),
  ),
);
if (process.argv.includes('--fetch')) await fetchOriginals();
const cutter = await openCutter();
for (const name of PHOTOGRAPH_NAMES) {
  const photo = await readFile(photoOf(name));
  const cutOut = await cutter.cutOut(photo);
  if (cutOut === undefined) throw new Error(`The product is unsure of the ${name}: choose another photograph`);
  await write(name, photo, cutOut);
}
await cutter.close();
process.stdout.write(`Look at ${TO_JUDGE}\n`);

const examples = [
  '// Written by `npm run examples`.',
  ...PHOTOGRAPH_NAMES.flatMap((name) => [
    `import ${name} from './examples/${name}.jpg';`,
    `import ${name}Small from './examples/${name}-small.webp';`,
  ]),
  '',
  'export const examples = [',
  ...PHOTOGRAPH_NAMES.map((name) => `  { name: '${name}', url: ${name}, small: ${name}Small },`),
  '] as const;',
  '',
];
const pairs = [
  '// Written by `npm run examples`.',
  ...PHOTOGRAPH_NAMES.flatMap((name) => [
    `import ${name}After from './pictures/${name}-after.webp';`,
    `import ${name}Before from './pictures/${name}-before.webp';`,
    `import ${name}Small from '../../pictures/uploads/examples/${name}-small.webp';`,
  ]),
  '',
  'export const pairs = [',
  ...PHOTOGRAPH_NAMES.map(
    (name) => `  { name: '${name}', before: ${name}Before, after: ${name}After, small: ${name}Small },`,
  ),
  '] as const;',
  'export type Pair = (typeof pairs)[number];',
  '',
];
await writeFile(features('pictures/uploads/shown-examples.ts'), examples.join('\n'));
await writeFile(features('site/home/pairs.ts'), pairs.join('\n'));
// A separate script, which reads what was written.
await import('./share.ts');
