import type { ExportLayout } from '@clearcut/schemas/transaction/export-options';

export const OF_TEST_KEY = { maxPixels: 250_000, hasWatermark: true } as const satisfies Partial<ExportLayout>;
