import type { Output, Point } from '@clearcut/scene/geometry';
import { clamp } from '../../../../lib/clamp.ts';
import { fitScale, toPicture } from '../../engine/view.ts';
import { ARROWS } from '../../gestures/arrows.ts';
import type { StageContext, ToolSession } from '../../gestures/tool.ts';
import { tools } from '../../state/tools.ts';
import { brushPlace } from './place.ts';
import { StrokeDrawer } from './stroke-drawer.ts';

const isBrushInHand = (): boolean => tools.getState().section === 'brush';

function hover(at: Point | undefined): void {
  if (at === undefined) brushPlace.hide();
  else brushPlace.moveTo(at, isBrushInHand() && !tools.getState().isPanning);
}

/** Draws with the pointer or with keys: arrows move the brush, Enter lowers and lifts it. */
export function brushOnStage({ picture, size }: StageContext): ToolSession {
  const { painter } = picture;
  const drawer = new StrokeDrawer(picture);
  let isDownByKey = false;
  brushPlace.reset();

  const lower = (at: Point, output: Output) => {
    const { view, brushMode, brushSize, hardness, magicBrush } = tools.getState();
    const cssPerPixel = fitScale(size(), output) * view.zoom;
    const regions = magicBrush && brushMode !== 'refine' ? picture.getState().regions : null;
    const setting = { brushMode, brushSize, hardness, magicBrush: regions !== null, cssPerPixel };
    drawer.begin(toPicture(at, view, size(), output), setting, regions);
    brushPlace.lower(true);
  };
  const loadRegions = async () => {
    const { magicBrush, brushMode } = tools.getState();
    if (!isBrushInHand() || !magicBrush || brushMode === 'refine' || picture.getState().regions !== null) return;
    // Without regions the magic brush draws freely; a better cut-out, the next stroke or a change of tools retries.
    await picture.regions().catch(() => undefined);
  };
  const move = (points: readonly Point[]) => {
    const { output } = painter.getState();
    const last = points.at(-1);
    if (output === undefined || last === undefined || !drawer.isDrawing) return;
    hover(last);
    const { view } = tools.getState();
    drawer.extend(points.map((point) => toPicture(point, view, size(), output)));
  };
  const end = () => {
    if (!drawer.isDrawing) return;
    drawer.end();
    brushPlace.lower(false);
    void loadRegions();
  };
  const cancel = () => {
    if (drawer.isDrawing) drawer.cancel();
    brushPlace.lower(false);
    isDownByKey = false;
  };
  const lift = () => {
    if (isDownByKey) end();
    isDownByKey = false;
  };
  const press = () => {
    if (isDownByKey) {
      lift();
      return;
    }
    const { at } = brushPlace.getState();
    const { output } = painter.getState();
    hover(at);
    if (output !== undefined) lower(at, output);
    isDownByKey = true;
  };
  const step = ({ x, y }: Point, isFine: boolean) => {
    const far = isFine ? 1 : Math.max(2, tools.getState().brushSize / 3);
    const { width, height } = size();
    const { at } = brushPlace.getState();
    const next = {
      x: clamp(at.x + x * far, -width / 2, width / 2),
      y: clamp(at.y + y * far, -height / 2, height / 2),
    };
    hover(next);
    if (isDownByKey) move([next]);
  };

  return {
    begin(at, output, isTouch) {
      if (isTouch) hover(at);
      lift();
      lower(at, output);
    },
    move,
    end,
    cancel,
    hover,
    key(event) {
      const direction = ARROWS[event.key];
      if (direction !== undefined) {
        event.preventDefault();
        step(direction, event.shiftKey);
      } else if (event.key === 'Enter' && !event.repeat) {
        event.preventDefault();
        press();
      } else if (event.key === 'Escape' && isDownByKey) cancel();
    },
    blur: lift,
    follow() {
      void loadRegions();
      if (isBrushInHand()) return;
      brushPlace.hide();
      // No key could lift it, and a lowered brush blocks painting.
      lift();
    },
    leave: cancel,
    isDrawing: () => drawer.isDrawing,
  };
}
