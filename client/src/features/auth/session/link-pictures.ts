import { call } from '../../../lib/contracts/call.ts';
import { transactionContracts } from '@clearcut/schemas/contracts/transaction/picture';
import type { Profile } from '@clearcut/schemas/identity/http';
import { i18n } from '../../../lib/i18n/i18n.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { session } from './session.ts';

/** Moves pictures made before the login to the account. Reports a failure but keeps the login. */
export async function linkPictures({ anonymous_session_id }: Profile): Promise<void> {
  if (anonymous_session_id === null) return;
  try {
    await call(transactionContracts.link, { body: { session_id: anonymous_session_id }, changesIdentity: true });
  } catch {
    showToast(i18n.t('link_images_failed', { ns: 'errors' }), { tone: 'error' });
  }
}

/** Links a picture that was still uploading during the login and so arrived without an owner. */
export async function linkLatePicture(sessionId: string): Promise<void> {
  const { status, profile } = session.getState();
  if (status === 'loggedIn' && profile.anonymous_session_id === sessionId) await linkPictures(profile);
}
