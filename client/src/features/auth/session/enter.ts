import type { Profile } from '@clearcut/schemas/identity/http';
import { changingIdentity } from '../../../lib/http/identity-change.ts';
import { linkPictures } from './link-pictures.ts';
import { session } from './session.ts';

/**
 * Logs in by whatever way `become` is. The pictures come along before anything else is asked of the server: the one being
 * worked on would not be found in between.
 * @throws Failure of `become`; then nothing has changed.
 */
export function enter(become: () => Promise<Profile>): Promise<Profile> {
  return changingIdentity(async () => {
    const profile = await become();
    await linkPictures(profile);
    session.setProfile(profile);
    return profile;
  });
}
