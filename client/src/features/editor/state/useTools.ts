import { useStore } from '../../../lib/useStore.ts';
import { tools, type ToolsState } from './tools.ts';

export const useTools = (): ToolsState => useStore(tools);
