import { addTexts } from '../lib/i18n/i18n.ts';

// Loaded from here: each list of a page's files weighs on the first load.

export async function loadForgotPassword() {
  const [{ ForgotPasswordPage }] = await Promise.all([
    import('../features/auth/pages/ForgotPasswordPage.tsx'),
    addTexts('auth'),
  ]);
  return { Component: ForgotPasswordPage };
}

export async function loadConfirmAddress() {
  const [{ ConfirmAddressPage }] = await Promise.all([
    import('../features/auth/pages/ConfirmAddressPage.tsx'),
    addTexts('auth'),
  ]);
  return { Component: ConfirmAddressPage };
}

export async function loadInvitation() {
  const [{ InvitationPage }] = await Promise.all([
    import('../features/auth/pages/InvitationPage.tsx'),
    addTexts('auth'),
  ]);
  return { Component: InvitationPage };
}

export async function loadMagicLink() {
  const [{ MagicLinkPage }] = await Promise.all([import('../features/auth/pages/MagicLinkPage.tsx'), addTexts('auth')]);
  return { Component: MagicLinkPage };
}
