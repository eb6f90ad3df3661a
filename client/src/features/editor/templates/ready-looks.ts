import { OUTPUT_PRESETS, type OutputPresetName } from '@clearcut/scene/output-sizes';
import type { Template, TemplateFrame } from '@clearcut/schemas/templates/http';
import type { Shadow } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';

export const READY_LOOKS = [
  'shop',
  'listing',
  'passport',
  'story',
  'post',
  'studio-grey',
  'studio-charcoal',
  'table-marble',
  'blurred',
  'sticker',
] as const;
export type ReadyLook = (typeof READY_LOOKS)[number];

type Look = Omit<Template, 'name'>;

const sized = (preset: OutputPresetName): TemplateFrame => {
  const { width, height, margin, ...rest } = OUTPUT_PRESETS[preset];
  return { margin, size: { width, height }, standsBelow: 'standsBelow' in rest };
};
const plain = (color: string) => ({ ...TRANSPARENT, color });
const onFloor = (opacity: number): Shadow => ({
  kind: 'ground',
  color: '#000000',
  opacity,
  blur: 10,
  offset: { x: 30, y: 0 },
});
const onWall: Shadow = { kind: 'drop', color: '#000000', opacity: 0.25, blur: 14, offset: { x: 6, y: 10 } };
const jpg = { format: 'jpg' } as const;

/** Looks that come with the product, as templates without a name. */
export const readyLooks: Readonly<Record<ReadyLook, Look>> = {
  shop: { background: plain('#ffffff'), shadow: null, frame: sized('square'), ...jpg },
  listing: { background: plain('#f1f2f4'), shadow: onFloor(0.4), frame: sized('ebay'), ...jpg },
  passport: { background: plain('#eef0f2'), shadow: null, frame: sized('passport'), ...jpg },
  story: { background: { ...TRANSPARENT, id: 'gradient-peach' }, shadow: null, frame: sized('story'), ...jpg },
  post: { background: { ...TRANSPARENT, id: 'studio-sand' }, shadow: onFloor(0.35), frame: sized('post'), ...jpg },
  'studio-grey': { background: { ...TRANSPARENT, id: 'studio-grey' }, shadow: onFloor(0.45), frame: null, ...jpg },
  'studio-charcoal': { background: { ...TRANSPARENT, id: 'studio-charcoal' }, shadow: null, frame: null, ...jpg },
  'table-marble': { background: { ...TRANSPARENT, id: 'table-marble' }, shadow: onFloor(0.5), frame: null, ...jpg },
  blurred: { background: { ...TRANSPARENT, base: true, blur: 12, blurWidth: 8 }, shadow: onWall, frame: null, ...jpg },
  sticker: {
    background: TRANSPARENT,
    shadow: { kind: 'outline', color: '#ffffff', opacity: 1, blur: 8, offset: { x: 0, y: 0 } },
    frame: { margin: 5, size: null, standsBelow: false },
    format: 'png',
  },
};
