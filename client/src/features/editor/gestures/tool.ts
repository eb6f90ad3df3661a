import type { Output, Point } from '@clearcut/scene/geometry';
import type { Size } from '@clearcut/scene/raster';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { EditedPicture } from '../picture/edited-picture.ts';
import type { ToolsState } from '../state/tools.ts';
import type { Action } from './action.ts';

/** The stage that a tool works on. */
export interface StageContext {
  readonly picture: EditedPicture;
  /** Size of the stage in CSS pixels, as it is now. */
  readonly size: () => Size;
}

/**
 * A tool at work on one stage. Places are CSS pixels from the centre of the stage. The stage calls `begin`, then any number of
 * `move`, then `end` or `cancel`; all others come at any time.
 */
export interface ToolSession {
  /** A press. @param output what is painted now */
  readonly begin: (at: Point, output: Output, isTouch: boolean) => void;
  readonly move?: (points: readonly Point[]) => void;
  readonly end?: () => void;
  /** What was begun was meant otherwise, and leaves no edit. */
  readonly cancel?: () => void;
  /** Where the pointer is without being pressed; undefined when it is not over the stage. Told to tools that are not in hand, too. */
  readonly hover?: (at: Point | undefined) => void;
  /** A key on the stage, without Control, Alt or Meta, while the tool is in hand. */
  readonly key?: (event: KeyboardEvent) => void;
  /** The stage lost the focus: no key can end what a key began. */
  readonly blur?: () => void;
  /** The choice of tools, their settings or the picture's inputs changed. */
  readonly follow?: () => void;
  /** The stage goes away. The picture settles what was begun by itself. */
  readonly leave?: () => void;
  /** Whether what it draws would be drawn over if the picture were painted now. */
  readonly isDrawing?: () => boolean;
}

export interface OverlayProps {
  readonly picture: EditedPicture;
  readonly output: Output;
  /** Size of the stage in CSS pixels. */
  readonly stage: Size;
}

/** Something that a person has in hand and works on the picture with. */
export interface Tool {
  readonly Icon: ComponentType<SvgIconProps>;
  /** Over the stage, as CSS names it. */
  readonly cursor: string;
  /** Whether a finger on the stage works the tool, so that the page must not scroll under it. */
  readonly takesTouch: boolean;
  /** Whether the picture stays as it fits while the tool is in hand. */
  readonly keepsFit: boolean;
  readonly isInHand: (state: ToolsState) => boolean;
  /** What keys and buttons do with it, by the names of their labels. */
  readonly actions: Readonly<Record<string, Action>>;
  /** Its settings, in place of the section's; undefined where the section shows them itself. */
  readonly Panel: ComponentType<{ readonly picture: EditedPicture }> | undefined;
  /** What lies over the picture while the tool is in hand. */
  readonly Overlay: ComponentType<OverlayProps> | undefined;
  /** Undefined where the overlay takes all gestures. */
  readonly onStage: ((context: StageContext) => ToolSession) | undefined;
}
