import type { Output, Point } from '@clearcut/scene/geometry';
import type { Size } from '@clearcut/scene/raster';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { EditedPicture } from '../picture/edited-picture.ts';
import type { ToolsState } from '../state/tools.ts';
import type { Action } from './action.ts';

export interface StageContext {
  readonly picture: EditedPicture;
  /** CSS pixels, current. */
  readonly size: () => Size;
}

/**
 * A tool on one stage. Positions are CSS pixels from the centre of the stage. The stage calls `begin`, any number of
 * `move`, then `end` or `cancel`; the others come at any time.
 */
export interface ToolSession {
  /** @param output what is painted now */
  readonly begin: (at: Point, output: Output, isTouch: boolean) => void;
  readonly move?: (points: readonly Point[]) => void;
  readonly end?: () => void;
  /** Discards the gesture; makes no edit. */
  readonly cancel?: () => void;
  /** Unpressed pointer; undefined outside the stage. Also called for inactive tools. */
  readonly hover?: (at: Point | undefined) => void;
  /** A key on the stage without Control, Alt or Meta, while the tool is active. */
  readonly key?: (event: KeyboardEvent) => void;
  /** The stage lost the focus: no key up will follow. */
  readonly blur?: () => void;
  /** The tool, its settings or the picture's inputs changed. */
  readonly follow?: () => void;
  /** The stage unmounts. The picture settles pending changes itself. */
  readonly leave?: () => void;
  /** A repaint now would overwrite what it draws. */
  readonly isDrawing?: () => boolean;
}

export interface OverlayProps {
  readonly picture: EditedPicture;
  readonly output: Output;
  /** CSS pixels. */
  readonly stage: Size;
}

export interface Tool {
  readonly Icon: ComponentType<SvgIconProps>;
  readonly cursor: string;
  /** A finger uses the tool, so the page must not scroll. */
  readonly takesTouch: boolean;
  /** Zoom stays at fit while the tool is active. */
  readonly keepsFit: boolean;
  readonly isInHand: (state: ToolsState) => boolean;
  /** By label name. */
  readonly actions: Readonly<Record<string, Action>>;
  /** Replaces the section's panel; undefined when the section shows the settings. */
  readonly Panel: ComponentType<{ readonly picture: EditedPicture }> | undefined;
  /** Rendered over the picture while the tool is active. */
  readonly Overlay: ComponentType<OverlayProps> | undefined;
  /** Undefined when the overlay takes all gestures. */
  readonly onStage: ((context: StageContext) => ToolSession) | undefined;
}
