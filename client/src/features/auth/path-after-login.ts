import type { Profile } from '@clearcut/schemas/identity/http';
import { firstPathFor } from '../private-area/menu.ts';
import { wishedAt } from '../private-area/save-wish.ts';

/** To the picture whose save waits for this login, if any. */
export const pathAfterLogin = (profile: Profile): string => wishedAt() ?? firstPathFor(profile);
