import { ThemeProvider } from '@mui/material/styles';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createClearcutTheme } from '../../../app/theme/theme.ts';
import { AuthModal } from './AuthModal.tsx';

// Server-side rendering cannot subscribe to the session.
vi.mock('../session/useSession.ts', () => ({ useSession: () => ({ status: 'loggedOut', profile: undefined }) }));

test('the end of a session closes the change-password dialog, not the whole page', () => {
  const modal = createElement(AuthModal, {
    isOpen: true,
    type: 'changePassword',
    reason: undefined,
    goTo: undefined,
    oauthError: undefined,
    onEntered: () => undefined,
    onClose: () => undefined,
  });
  const theme = createClearcutTheme('ltr');
  expect(renderToStaticMarkup(createElement(ThemeProvider, { theme }, modal))).not.toContain('<dialog');
});
