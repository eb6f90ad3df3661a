import { forgetPerson } from '../../features/account/forget-person.ts';
import { linkPictures } from '../../features/auth/session/link-pictures.ts';
import { session } from '../../features/auth/session/session.ts';
import { userContracts, authContracts } from '@clearcut/schemas/contracts/identity/account';
import { addressOf, call } from '../../lib/contracts/call.ts';
import { onAnswer } from '../../lib/http/answers.ts';
import { changingIdentity } from '../../lib/http/identity-change.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import type { StoredKey } from '../../lib/storage/storage.ts';
import { showToast } from '../../ui/toasts/show-toast.ts';

/** @throws Failure when the server was unreachable: the session continues */
export async function signOut(): Promise<void> {
  await changingIdentity(() => call(authContracts.logout, { changesIdentity: true }));
  forgetPerson();
}

export function startSession(): void {
  session.onArrival = linkPictures;
  // A 401 is a logout (docs/product.md, Accounts), except for the profile call.
  onAnswer(({ method, path, status, errorCode, sentAt }) => {
    // An admin has just made it mandatory: the profile brings the set-up page.
    if (errorCode === 'second_factor_setup_required') void session.renew().catch(() => undefined);
    if (status !== 401 || (method === 'GET' && path === addressOf(userContracts.me))) return;
    // A late answer to a call from before the present login says nothing about it.
    if (session.getState().status !== 'loggedIn' || sentAt < session.since) return;
    forgetPerson({ hasEnded: true });
    showToast(i18n.t('sessionEnded'), { tone: 'info' });
  });
  // All tabs share the cookie: this page would otherwise act, and pay, for the other account.
  session.onAnother = () => location.reload();
  session.onEnd = () => forgetPerson({ hasEnded: true });
  addEventListener('storage', ({ key }) => {
    if (key === ('userData' satisfies StoredKey)) session.noticeStored();
  });
  // Other calls wait: with an ended login's cookie all of them would fail, such as an upload.
  void changingIdentity(() => session.check());
}
