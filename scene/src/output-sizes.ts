import type { Crop, OutputSize, Position } from '@clearcut/schemas/transaction/scene';
import { framedTo, placedBounds } from './crop-to-subject.ts';
import type { Pixels, Size } from './raster.ts';

export interface OutputPreset extends OutputSize {
  /** Per cent of the subject's longer side. */
  readonly margin: number;
  /** A cut-off body stays on the file's lower edge. */
  readonly standsBelow?: true;
}

/** Pixels. Amazon wants 85 % product; passport photos are 35 × 45 mm and 2 × 2 inches, 600 dpi. */
export const OUTPUT_PRESETS = {
  square: { width: 2000, height: 2000, margin: 10 },
  amazon: { width: 2000, height: 2000, margin: 8.8 },
  ebay: { width: 1600, height: 1600, margin: 10 },
  etsy: { width: 3000, height: 2250, margin: 10 },
  shopify: { width: 2048, height: 2048, margin: 10 },
  post: { width: 1080, height: 1350, margin: 12 },
  story: { width: 1080, height: 1920, margin: 14 },
  thumbnail: { width: 1280, height: 720, margin: 10 },
  link: { width: 1200, height: 630, margin: 10 },
  passport: { width: 827, height: 1063, margin: 12, standsBelow: true },
  passportUs: { width: 1200, height: 1200, margin: 12, standsBelow: true },
} as const satisfies Record<string, OutputPreset>;
export type OutputPresetName = keyof typeof OUTPUT_PRESETS;

export const OUTPUT_PRESET_NAMES = Object.keys(OUTPUT_PRESETS) as OutputPresetName[];

/** Share of the height. */
const CUT_OFF = 0.02;

/** @returns null without a subject */
export function cropForPreset(cutOut: Pixels, frame: Size, position: Position, preset: OutputPreset): Crop | null {
  const bounds = placedBounds(cutOut, frame, position);
  if (bounds === null) return null;
  const crop = framedTo(bounds, preset.margin, preset.width / preset.height);
  const bottom = bounds.y + bounds.height;
  if (preset.standsBelow !== true || bottom < frame.height * (1 - CUT_OFF)) return crop;
  // Shoulders may be cut off at the sides.
  const height = Math.round(bounds.height * (1 + preset.margin / 100));
  const width = Math.max(1, Math.round((height * preset.width) / preset.height));
  return { x: Math.round(bounds.x + bounds.width / 2 - width / 2), y: Math.round(bottom) - height, width, height };
}

export function presetOf({ output }: Position): OutputPresetName | undefined {
  if (output === undefined) return undefined;
  return OUTPUT_PRESET_NAMES.find((name) => {
    const { width, height } = OUTPUT_PRESETS[name];
    return width === output.width && height === output.height;
  });
}
