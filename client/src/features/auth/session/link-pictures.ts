import type { Profile } from '@clearcut/schemas/identity/http';
import { i18n } from '../../../lib/i18n/i18n.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { linkAnonymousImages } from './api.ts';
import { session } from './session.ts';

/** Takes the pictures made before the login along into the account. A failure is said and nothing more: the login stands. */
export async function linkPictures({ anonymous_session_id }: Profile): Promise<void> {
  if (anonymous_session_id === null) return;
  try {
    await linkAnonymousImages(anonymous_session_id);
  } catch {
    showToast(i18n.t('link_images_failed', { ns: 'errors' }), { tone: 'error' });
  }
}

/** Takes along a picture that was still on its way to the server when a person logged in, and so arrived without an owner. */
export async function linkLatePicture(sessionId: string): Promise<void> {
  const { status, profile } = session.getState();
  if (status === 'loggedIn' && profile.anonymous_session_id === sessionId) await linkPictures(profile);
}
