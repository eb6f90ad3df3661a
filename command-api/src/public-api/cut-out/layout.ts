import type { ExportLayout } from '@clearcut/schemas/transaction/export-options';

const NO_MARGIN = { value: 0, unit: 'px' } as const;

export const PLAIN_LAYOUT: ExportLayout = {
  maxPixels: null,
  scale: null,
  position: null,
  margins: { top: NO_MARGIN, right: NO_MARGIN, bottom: NO_MARGIN, left: NO_MARGIN },
  backgroundOpacity: 1,
  backgroundImage: null,
  channels: 'rgba',
  edge: 'soft',
  hasWatermark: false,
};

export const OF_TEST_KEY = { maxPixels: 250_000, hasWatermark: true } as const satisfies Partial<ExportLayout>;
