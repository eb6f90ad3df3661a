import type { Density } from '@clearcut/platform/picture-header/format';
import { PLAIN_LAYOUT } from '@clearcut/schemas/transaction/export-options';
import { encodeEdited, encodeExport } from '@clearcut/inference-worker/pixels/encode';
import type { Raster } from '@clearcut/inference-worker/pixels/raster';
import { layOut } from '@clearcut/inference-worker/render/lay-out';
import type { Finish } from './work.ts';

type Channels = 'rgba' | 'alpha';
type CutOut = Raster & { readonly channels: 4 };

/** Unchanged, the bytes of the product's HD file; otherwise those of its exports. */
export async function finished(
  cut: CutOut,
  { format, crop: wantsCrop, ...behind }: Finish,
  channels: Channels,
  density: Density | null,
): Promise<{ readonly data: Uint8Array; readonly width: number; readonly height: number }> {
  const crop = wantsCrop ? 'subject' : 'none';
  const background = channels === 'alpha' ? null : behind.background;
  const layout = { ...PLAIN_LAYOUT, backgroundOpacity: behind.backgroundOpacity, channels };
  const pixels = await layOut(cut, { crop, margin: 0, background, layout, backgroundImage: undefined });
  if (format === 'raw')
    return { ...pixels, data: channels === 'alpha' ? alphaOf(pixels.data) : new Uint8Array(pixels.data) };
  if (format === 'png' && pixels === cut && channels === 'rgba') return encodeEdited(pixels, density);
  return encodeExport(pixels, { format, crop, margin: 0, background, layout }, density);
}

const alphaOf = (data: ArrayLike<number>): Uint8Array =>
  Uint8Array.from({ length: data.length / 4 }, (_, i) => data[i * 4 + 3]!);
