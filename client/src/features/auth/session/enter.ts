import type { Profile } from '@clearcut/schemas/identity/http';
import { changingIdentity } from '../../../lib/http/identity-change.ts';
import { typedEmail } from './typed-email.ts';
import { linkPictures } from './link-pictures.ts';
import { session } from './session.ts';

/**
 * Logs in by `become`. Moves the pictures before any other request; otherwise the open one would not be found.
 * @throws Failure of `become`; then nothing has changed.
 */
export function enter(become: () => Promise<Profile>): Promise<Profile> {
  return changingIdentity(async () => {
    const profile = await become();
    await linkPictures(profile);
    session.setProfile(profile);
    // The next person at this browser does not find it.
    typedEmail.keep('');
    return profile;
  });
}
