import { forgetPerson } from '../../features/account/forget-person.ts';
import { logOut } from '../../features/auth/session/api.ts';
import { linkPictures } from '../../features/auth/session/link-pictures.ts';
import { session } from '../../features/auth/session/session.ts';
import { onAnswer } from '../../lib/http/answers.ts';
import { changingIdentity } from '../../lib/http/identity-change.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import type { StoredKey } from '../../lib/storage/storage.ts';
import { showToast } from '../../ui/toasts/show-toast.ts';

/** @throws Failure when the server could not be told: the session then goes on, and so does what is shown. */
export async function signOut(): Promise<void> {
  await changingIdentity(logOut);
  forgetPerson();
}

/** Asks who is there, and from now on follows what the server says about it. */
export function startSession(): void {
  session.onArrival = linkPictures;
  // A 401 is a logout (docs/product.md, Accounts), except for the profile call, where it only says that no person is logged in.
  onAnswer(({ method, path, status, errorCode }) => {
    // An admin has just decided that members need one: the page that sets it up comes with the profile.
    if (errorCode === 'second_factor_setup_required') void session.renew().catch(() => undefined);
    if (status !== 401 || (method === 'GET' && path === '/api/user/me')) return;
    if (session.getState().status !== 'loggedIn') return;
    forgetPerson();
    showToast(i18n.t('sessionEnded'), { tone: 'info' });
  });
  // The cookie is one for all tabs: what this page went on with would be done, and paid, in the name of the other account.
  session.onAnother = () => location.reload();
  session.onEnd = forgetPerson;
  addEventListener('storage', ({ key }) => {
    if (key === ('userData' satisfies StoredKey)) session.noticeStored();
  });
  // With the cookie of a login that has ended, whatever is asked before this is answered fails, a picture just dropped among it.
  void changingIdentity(() => session.check());
}
