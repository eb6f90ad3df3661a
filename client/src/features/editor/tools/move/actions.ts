import { action } from '../../gestures/action.ts';
import { tools } from '../../state/tools.ts';

export const moveActions = { arrange: action('V', () => tools.showSection('arrange')) };
