import type { Size } from '@clearcut/scene/raster';
import { useLayoutEffect, useState, type RefObject } from 'react';
import { usePreferences } from '../state/usePreferences.ts';

export interface EditorLayout {
  /** The tools lie beside the picture; otherwise on a sheet at the bottom. */
  readonly isWide: boolean;
  /** CSS pixels that are there for the picture and its tools together. */
  readonly room: number;
  /** The stage takes what there is, and the tools give way to it where they lie below it. */
  readonly isFilling: boolean;
}

/** The picture at its largest, the tools, and what stands between them. */
const WIDE_FROM = 920;
export const MARGINS = { wide: 32, narrow: 16 } as const;
/** Height of the page's header in CSS pixels. */
export const HEADER = { xs: 60, md: 72 } as const;
/** Widths of the tools beside the picture and of the gap between them. */
export const BESIDE = { least: 300, most: 360, gap: 28 } as const;
/**
 * Height of the tools' sheet below the picture: on a phone three rows of backgrounds with the tabs around them. Where the window is so
 * low that the stage would not be seen whole beside that, the sheet gives way, down to `least`.
 */
const SHEET = { phone: 384, tablet: 300, filling: 224, least: 224, besides: 340 } as const;
const TABLET_FROM = 600;

/** Of the tools' sheet below the picture, in a window of that size. */
export function sheetHeight({ width, height }: Size, isFilling: boolean): number {
  const wanted = isFilling ? SHEET.filling : width < TABLET_FROM ? SHEET.phone : SHEET.tablet;
  return Math.max(SHEET.least, Math.min(wanted, height - SHEET.besides));
}

/** The page beside the sidebar is what counts, and not the window: the sidebar comes at a width at which there is no room for both. */
export function useEditorLayout(root: RefObject<HTMLElement | null>): EditorLayout {
  const { width } = useSizeOf(root, { width: innerWidth, height: 0 });
  const { fillsWindow: isFilling } = usePreferences();
  const isWide = width >= WIDE_FROM;
  return { isWide, isFilling, room: width - 2 * (isWide ? MARGINS.wide : MARGINS.narrow) };
}

/** The window in CSS pixels, as it changes. */
export function useWindowSize(): Size {
  const [size, setSize] = useState({ width: innerWidth, height: innerHeight });
  useLayoutEffect(() => {
    const follow = () => setSize({ width: innerWidth, height: innerHeight });
    addEventListener('resize', follow);
    return () => removeEventListener('resize', follow);
  }, []);
  return size;
}

/** The size of an element in CSS pixels, as it changes. */
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
