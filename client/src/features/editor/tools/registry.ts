import type { Tool } from '../gestures/tool.ts';
import type { ToolsState } from '../state/tools.ts';
import { brush } from './brush/tool.ts';
import { crop } from './crop/tool.ts';
import { move } from './move/tool.ts';
import { pickColor } from './pick-color/tool.ts';

/** A new tool is a folder beside these and a line here. */
export const registry = { crop, pickColor, brush, move } as const satisfies Record<string, Tool>;

export const allTools: readonly Tool[] = Object.values(registry);

/** At most one tool is active; without one, a press pans. */
export const toolInHand = (state: ToolsState): Tool | undefined => allTools.find((tool) => tool.isInHand(state));
