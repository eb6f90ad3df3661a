import { useStore } from '../../../lib/useStore.ts';
import { preferences, type Preferences } from './preferences.ts';

export const usePreferences = (): Preferences => useStore(preferences);
