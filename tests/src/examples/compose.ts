/**
 * Composes rendered products (renders/README.md) into our stock scenes. `npm run examples` writes the photographs, and
 * what the product cuts out of them.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '@clearcut/platform/config/project';
import sharp from 'sharp';

const WIDTH = 1280;
const HEIGHT = 960;
/** Pixels. */
const SIDE = 512;
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Shade {
  readonly cx: number;
  readonly cy: number;
  readonly rx: number;
  readonly ry: number;
  /** Standard deviation, in pixels of the picture. */
  readonly soft: number;
  readonly opacity: number;
}

interface Product {
  readonly scene: string;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** Above 1 lightens the render. */
  readonly gamma: number;
  readonly shades: readonly Shade[];
}

const shade = (cx: number, cy: number, rx: number, ry: number, soft: number, opacity: number): Shade => ({
  cx,
  cy,
  rx,
  ry,
  soft,
  opacity,
});

const products = {
  plant: {
    scene: 'table-oak',
    x: 290,
    y: 110,
    scale: 1.75,
    gamma: 1.6,
    shades: [shade(262, 415, 120, 14, 16, 0.5), shade(250, 412, 80, 9, 5, 0.6)],
  },
  lamp: {
    scene: 'table-marble',
    x: 200,
    y: 60,
    scale: 1.7,
    gamma: 1.1,
    shades: [shade(285, 486, 130, 16, 18, 0.4), shade(265, 484, 96, 16, 6, 0.45)],
  },
  chair: {
    scene: 'studio-sand',
    x: 215,
    y: 40,
    scale: 1.75,
    gamma: 1.15,
    shades: [
      shade(240, 450, 150, 30, 22, 0.3),
      shade(156, 476, 12, 4, 3, 0.7),
      shade(357, 474, 12, 4, 3, 0.7),
      shade(164, 351, 8, 3, 3, 0.5),
      shade(345, 350, 8, 3, 3, 0.5),
    ],
  },
  bag: {
    scene: 'studio-blush',
    x: 360,
    y: 140,
    scale: 1.2,
    gamma: 1.25,
    shades: [shade(255, 468, 105, 16, 12, 0.4), shade(255, 466, 85, 9, 4, 0.5)],
  },
} as const satisfies Readonly<Record<string, Product>>;

export type ExampleName = keyof typeof products;
export const EXAMPLE_NAMES = Object.keys(products) as ExampleName[];

export interface Composed {
  /** PNG. */
  readonly photo: Buffer;
  /** PNG with alpha: what a perfect cut-out would be. */
  readonly truth: Buffer;
}

async function subjectOf(name: string, { scale, gamma }: Product): Promise<Buffer> {
  const file = at(`renders/${name}.webp`);
  const side = Math.round(SIDE * scale);
  const alpha = await sharp(file).extractChannel('alpha').png().toBuffer();
  const colours = await sharp(file).removeAlpha().median(3).gamma(1, gamma).png().toBuffer();
  const joined = await sharp(colours).joinChannel(alpha).png().toBuffer();
  return sharp(joined).resize(side, side, { kernel: 'lanczos3' }).png().toBuffer();
}

const shadeOf = ({ x, y, scale }: Product, { cx, cy, rx, ry, soft, opacity }: Shade): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><ellipse cx="${x + cx * scale}" cy="${y + cy * scale}" rx="${rx * scale}" ry="${ry * scale}" fill="#18100a" fill-opacity="${opacity}"/></svg>`,
    ),
  )
    .blur(soft)
    .png()
    .toBuffer();

export async function composed(name: ExampleName): Promise<Composed> {
  const product: Product = products[name];
  const subject = await subjectOf(name, product);
  const place = { left: product.x, top: product.y };
  const shades = await Promise.all(product.shades.map((one) => shadeOf(product, one)));
  const photo = await sharp(join(projectRoot, `scene/backgrounds/${product.scene}.webp`))
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .composite([...shades.map((input) => ({ input, left: 0, top: 0 })), { input: subject, ...place }])
    .png()
    .toBuffer();
  const truth = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: '#00000000' } })
    .composite([{ input: subject, ...place }])
    .png()
    .toBuffer();
  return { photo, truth };
}
