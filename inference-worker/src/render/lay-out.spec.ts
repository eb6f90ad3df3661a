import { createPixels, type Pixels } from '@clearcut/scene/raster';
import { opaqueBox, subjectBox } from '@clearcut/scene/crop-to-subject';
import { type ExportLayout, PLAIN_LAYOUT as PLAIN } from '@clearcut/schemas/transaction/export-options';
import { expect, test } from 'vitest';
import { layOut } from './lay-out.ts';

const none = { value: 0, unit: 'px' } as const;

function subject(): Pixels {
  const pixels = createPixels({ width: 400, height: 200 });
  for (let y = 50; y < 70; y++) {
    for (let x = 100; x < 140; x++) pixels.data.set([255, 0, 0, 255], (y * 400 + x) * 4);
  }
  return pixels;
}

const laidOut = (layout: Partial<ExportLayout>, crop: 'none' | 'subject' = 'none', background: string | null = null) =>
  layOut(subject(), { crop, margin: 0, background, layout: { ...PLAIN, ...layout }, backgroundImage: undefined });
const at = ({ data, width }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

test('a subject is scaled to its share of the frame and centred', async () => {
  const made = await laidOut({ scale: 50, position: { x: 50, y: 50 } });
  // The width is the limit.
  expect(opaqueBox(made)).toEqual({ x: 100, y: 50, width: 200, height: 100 });
});

test.for([
  [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ],
  [
    { x: 100, y: 100 },
    { x: 360, y: 180 },
  ],
  [
    { x: 25, y: 50 },
    { x: 90, y: 90 },
  ],
])('a subject at %j of the frame', async ([position, corner]) => {
  expect(opaqueBox(await laidOut({ position: position! }))).toEqual({ ...corner, width: 40, height: 20 });
});

test.for([
  [25, { x: 70, y: 35, width: 100, height: 50 }],
  // At its own place it would leave the frame.
  [80, { x: 0, y: 0, width: 320, height: 160 }],
] as const)('regression: a subject scaled to %s per cent at its original place', async ([scale, box]) => {
  expect(opaqueBox(await laidOut({ scale }))).toEqual(box);
});

test('margins in pixels refer to the result, in per cent to the side', async () => {
  const made = await laidOut(
    { margins: { top: { value: 10, unit: 'px' }, right: { value: 50, unit: '%' }, bottom: none, left: none } },
    'subject',
  );
  expect([made.width, made.height]).toEqual([60, 30]);
  expect(opaqueBox(made)).toEqual({ x: 0, y: 10, width: 40, height: 20 });
});

test.for([0, 30, 100])(
  'regression: a matte cropped with a margin of %s per cent fits the cropped picture',
  async (margin) => {
    const layout = { ...PLAIN, channels: 'alpha' } as const;
    const made = await layOut(subject(), {
      crop: 'subject',
      margin,
      background: null,
      layout,
      backgroundImage: undefined,
    });
    const { width, height } = subjectBox(subject(), margin)!;
    expect([made.width, made.height]).toEqual([width, height]);
  },
);

test('a picture has at most the maximum number of pixels, and keeps its shape', async () => {
  const { width, height } = await laidOut({ maxPixels: 20_000 });
  expect([width, height]).toEqual([200, 100]);
});

test('a colour fills the background at the requested opacity', async () => {
  const solid = await laidOut({}, 'none', '#00ff00');
  expect([at(solid, 0, 0), at(solid, 110, 60)]).toEqual([
    [0, 255, 0, 255],
    [255, 0, 0, 255],
  ]);
  expect(at(await laidOut({ backgroundOpacity: 0.5 }, 'none', '#0000ff'), 0, 0)).toEqual([0, 0, 255, 128]);
});

test('the watermark covers transparent areas too', async () => {
  const made = await laidOut({ hasWatermark: true });
  expect(at(made, 0, 0)[3]).toBeGreaterThan(80);
  const [red = 0, green = 0] = at(made, 105, 60);
  expect(red < 255 || green > 0 || at(made, 130, 60)[1]! > 0).toBe(true);
});
