import { cropToSubject } from '@clearcut/scene/crop-to-subject';
import { cropForPreset } from '@clearcut/scene/output-sizes';
import type { Pixels, Size } from '@clearcut/scene/raster';
import type { Template, TemplateFrame } from '@clearcut/schemas/templates/http';
import type { Position, SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';

export interface Framed {
  /** The whole frame, at any size. */
  readonly cutOut: Pixels;
  /** Pixels of the original. */
  readonly frame: Size;
  readonly position: Position;
}

/** Settings that apply a template to a picture. The crop surrounds the subject; without one the frame stays. */
export function settingsOf({ background, shadow, frame }: Template, framed: Framed): SceneSettingsPatch {
  const position = frame === null ? undefined : positionOf(frame, framed);
  return { background, shadow, ...(position === undefined ? {} : { position }) };
}

function positionOf(
  { margin, size, standsBelow }: TemplateFrame,
  { cutOut, frame, position: before }: Framed,
): Position | undefined {
  const { output: _output, ...position } = before;
  if (size === null) {
    const crop = cropToSubject(cutOut, frame, position, { margin, aspect: null });
    return crop === null ? undefined : { ...position, crop };
  }
  const crop = cropForPreset(cutOut, frame, position, { ...size, margin, ...(standsBelow ? { standsBelow } : {}) });
  return crop === null ? undefined : { ...position, crop, output: size };
}
