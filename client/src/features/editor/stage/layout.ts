import type { Size } from '@clearcut/scene/raster';
import { useLayoutEffect, useState, type RefObject } from 'react';
import { usePreferences } from '../state/usePreferences.ts';

export interface EditorLayout {
  /** Tools beside the picture; otherwise in a sheet at the bottom. */
  readonly isWide: boolean;
  /** Beside the picture in a window too low for both, as on a phone held sideways or at 200 % zoom. */
  readonly isLow: boolean;
  /** CSS pixels for picture and tools together. */
  readonly room: number;
  /** The stage takes the free space; tools below it shrink. */
  readonly isFilling: boolean;
}

/** CSS pixels: the largest picture, the tools and the gap. */
const WIDE_FROM = 920;
/** CSS pixels: a window lower than this, and wide enough for the least stage and tools. */
const LOW = { below: 500, from: 620 } as const;
export const MARGINS = { wide: 32, narrow: 16 } as const;
/** CSS pixels; height of the page header. */
export const HEADER = { xs: 60, md: 72, low: 52 } as const;
/** CSS pixels; width of the tools beside the picture, and the gap. */
export const BESIDE = { least: 300, most: 360, gap: 28 } as const;
/**
 * CSS pixels; height of the tools below the picture: on a phone, three rows of backgrounds and the tabs. In a window
 * too low to show the whole stage as well, the sheet shrinks to `least`.
 */
const SHEET = { phone: 384, tablet: 300, filling: 224, least: 224, besides: 340 } as const;
/** CSS pixels; in a lower window, as at 400 % zoom, the sheet would cover the picture wherever it is scrolled to. */
export const PINNED_FROM = 420;
const TABLET_FROM = 600;

/** Height of the tools below the picture. */
export function sheetHeight({ width, height }: Size, isFilling: boolean): number {
  const wanted = isFilling ? SHEET.filling : width < TABLET_FROM ? SHEET.phone : SHEET.tablet;
  return Math.max(SHEET.least, Math.min(wanted, height - SHEET.besides));
}

/** Measures the page, not the window: the sidebar appears at a width too small for both. */
export function useEditorLayout(root: RefObject<HTMLElement | null>): EditorLayout {
  const { width } = useSizeOf(root, { width: innerWidth, height: 0 });
  const { fillsWindow: isFilling } = usePreferences();
  const { height } = useWindowSize();
  const isLow = height < LOW.below && width >= LOW.from;
  const isWide = isLow || width >= WIDE_FROM;
  return { isWide, isLow, isFilling, room: width - 2 * (isWide && !isLow ? MARGINS.wide : MARGINS.narrow) };
}

/** CSS pixels; follows the window. */
export function useWindowSize(): Size {
  const [size, setSize] = useState({ width: innerWidth, height: innerHeight });
  useLayoutEffect(() => {
    const follow = () => setSize({ width: innerWidth, height: innerHeight });
    addEventListener('resize', follow);
    return () => removeEventListener('resize', follow);
  }, []);
  return size;
}

/** CSS pixels; follows the element. */
export function useSizeOf(ref: RefObject<HTMLElement | null>, first: Size): Size {
  const [size, setSize] = useState(first);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
