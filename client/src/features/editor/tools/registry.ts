import type { Tool } from '../gestures/tool.ts';
import type { ToolsState } from '../state/tools.ts';
import { brush } from './brush/tool.ts';
import { crop } from './crop/tool.ts';
import { move } from './move/tool.ts';
import { pickColor } from './pick-color/tool.ts';

/** Every tool of the editor. A new one is a folder beside these and a line here. */
export const registry = { crop, pickColor, brush, move } as const satisfies Record<string, Tool>;

export const allTools: readonly Tool[] = Object.values(registry);

/** The tool in hand. At most one says that it is; with none, a press on the stage moves the picture about. */
export const toolInHand = (state: ToolsState): Tool | undefined => allTools.find((tool) => tool.isInHand(state));
