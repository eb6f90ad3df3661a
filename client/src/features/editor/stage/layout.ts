import type { Size } from '@clearcut/scene/raster';
import { useLayoutEffect, useState, type RefObject } from 'react';

export interface EditorLayout {
  /** The tools lie beside the picture; otherwise on a sheet at the bottom. */
  readonly isWide: boolean;
  /** CSS pixels that are there for the picture and its tools together. */
  readonly room: number;
}

/** The picture at its largest, the tools, and what stands between them. */
const WIDE_FROM = 920;
export const MARGINS = { wide: 32, narrow: 16 } as const;
/** Height of the page's header in CSS pixels. */
export const HEADER = { xs: 60, md: 72 } as const;

/** The page beside the sidebar is what counts, and not the window: the sidebar comes at a width at which there is no room for both. */
export function useEditorLayout(root: RefObject<HTMLElement | null>): EditorLayout {
  const { width } = useSizeOf(root, { width: innerWidth, height: 0 });
  const isWide = width >= WIDE_FROM;
  return { isWide, room: width - 2 * (isWide ? MARGINS.wide : MARGINS.narrow) };
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
