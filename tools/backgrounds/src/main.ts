/** `node tools/backgrounds/src/main.ts [id…]` writes to `scene/backgrounds/`. Run by hand; the output is committed. */
import { fileURLToPath } from 'node:url';
import { ALL_BACKGROUNDS, isStockBackground } from '@clearcut/schemas/transaction/stock-backgrounds';
import sharp from 'sharp';
import { catalogue } from './catalogue.ts';
import { develop } from './toolkit/finish.ts';
import { blank } from './toolkit/picture.ts';

const WIDTH = 2560;
const HEIGHT = 1707;
const PREVIEW_WIDTH = 768;
/** WEBP quality of a smooth picture; see `Background`. */
const QUALITY = 91;
const PREVIEW_QUALITY = 82;

const folder = new URL('../../../scene/backgrounds/', import.meta.url);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !isStockBackground(id));
if (unknown.length > 0) throw new Error(`No stock background is called ${unknown.join(' or ')}`);

for (const id of ALL_BACKGROUNDS) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const begun = performance.now();
  const background = catalogue[id];
  const picture = blank(WIDTH, HEIGHT);
  background.paint(picture);
  const image = sharp(develop(picture, background.finish), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  const { size } = await image
    .clone()
    .webp({ quality: background.quality ?? QUALITY, effort: 6, smartSubsample: true })
    .toFile(fileURLToPath(new URL(`${id}.webp`, folder)));
  await image
    .clone()
    .resize(PREVIEW_WIDTH)
    .webp({ quality: PREVIEW_QUALITY, effort: 6, smartSubsample: true })
    .toFile(fileURLToPath(new URL(`${id}-preview.webp`, folder)));
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  process.stdout.write(`${id}: ${(size / 1024).toFixed(0)} kB, ${seconds} s\n`);
}
