import { PAGE_SIZES } from '@clearcut/schemas/constants';
import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';

export const VIEWS = ['grid', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** docs/product.md, My images */
export interface MyImagesConfig {
  readonly view: View;
  readonly pageSize: number;
}

const DEFAULTS: MyImagesConfig = { view: 'grid', pageSize: PAGE_SIZES[0] };

/** Reads my-images-config; invalid parts become the default. */
export function parseConfig(text: string | undefined): MyImagesConfig {
  let stored: Partial<Record<keyof MyImagesConfig, unknown>> | null;
  try {
    stored = JSON.parse(text ?? '{}') as typeof stored;
  } catch {
    return DEFAULTS;
  }
  return {
    view: VIEWS.find((view) => view === stored?.view) ?? DEFAULTS.view,
    pageSize: PAGE_SIZES.find((size) => size === stored?.pageSize) ?? DEFAULTS.pageSize,
  };
}

export function useMyImagesConfig(): [MyImagesConfig, (change: Partial<MyImagesConfig>) => void] {
  const [config, setConfig] = useState(() => parseConfig(readStored('my-images-config')));
  const change = (part: Partial<MyImagesConfig>) => {
    const changed = { ...config, ...part };
    setConfig(changed);
    writeStored('my-images-config', JSON.stringify(changed));
  };
  return [config, change];
}
