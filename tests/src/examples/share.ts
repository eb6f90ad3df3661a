/** Makes link previews of the shown examples, and app icons: the last step of `npm run examples`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { SHARE_PICTURES, SHARE_SIZE } from '@clearcut/schemas/site/share-pictures';
import sharp from 'sharp';

const at = (path: string): string => join(projectRoot, 'client', path);
const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;
const SQUARE = 30;
const LINE = 6;

const svg = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`);

const board = svg(
  `<pattern id="board" width="${2 * SQUARE}" height="${2 * SQUARE}" patternUnits="userSpaceOnUse"><path fill="#fff" d="M0 0h${2 * SQUARE}v${2 * SQUARE}H0z"/><path fill="#d5e2dc" d="M0 0h${SQUARE}v${SQUARE}H0zM${SQUARE} ${SQUARE}h${SQUARE}v${SQUARE}H${SQUARE}z"/></pattern><path fill="url(#board)" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>`,
);

const whole = (path: string) =>
  sharp(at(`src/features/${path}`)).resize(WIDTH, HEIGHT, { fit: 'cover', position: 'top' });

await mkdir(at('public/share'), { recursive: true });
for (const name of SHARE_PICTURES) {
  const left = await whole(`pictures/uploads/examples/${name}.jpg`).png().toBuffer();
  const half = await sharp(left)
    .extract({ left: 0, top: 0, width: WIDTH / 2, height: HEIGHT })
    .png()
    .toBuffer();
  const cutOut = await whole(`site/home/pictures/${name}-after.webp`).png().toBuffer();
  const line = svg(`<path fill="#fff" d="M${(WIDTH - LINE) / 2} 0h${LINE}v${HEIGHT}h-${LINE}z"/>`);
  await sharp(board)
    .composite([{ input: cutOut }, { input: half, left: 0, top: 0 }, { input: line }])
    .jpeg({ quality: 76, mozjpeg: true })
    .toFile(at(`public/share/${name}.jpg`));
}

/** Systems crop maskable icons: the mark keeps to the inner 80 %. */
async function icon(file: string, side: number, mark: number): Promise<void> {
  const inside = Math.round(side * mark);
  const drawn = await sharp(at('public/favicon.svg'), { density: 1200 }).resize(inside, inside).png().toBuffer();
  await sharp({ create: { width: side, height: side, channels: 4, background: '#10473f' } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ palette: true })
    .toFile(at(`public/icons/${file}`));
}

await mkdir(at('public/icons'), { recursive: true });
await icon('icon-192.png', 192, 0.8);
await icon('icon-512.png', 512, 0.8);
await icon('maskable-512.png', 512, 0.55);
await icon('apple-touch-icon.png', 180, 0.7);
