import type { RouteObject } from 'react-router';
import { addTexts } from '../lib/i18n/i18n.ts';
import { mayEdit, mayHavePictures } from '../features/private-area/menu.ts';
import { byPageLoad } from './by-page-load.ts';
import { showPreferredLanguage } from './language/show-language.ts';

export { keepToHosts } from './keep-to-hosts.ts';

/** features/private-area/menu.ts says who may see each. */
export const privateRoutes: RouteObject = {
  path: 'app',
  loader: showPreferredLanguage,
  lazy: async () => {
    const [{ PrivateLayout }] = await Promise.all([
      import('./layouts/private/PrivateLayout.tsx'),
      addTexts('app', 'auth', 'due', 'payments', 'result', 'saves'),
    ]);
    return { Component: PrivateLayout };
  },
  children: [
    { index: true, lazy: async () => ({ Component: (await import('./layouts/private/ways-out.tsx')).ToFirstPage }) },
    {
      path: 'dashboard',
      lazy: async () => ({
        Component: (await import('../features/pictures/upload-page/DashboardPage.tsx')).DashboardPage,
      }),
    },
    {
      lazy: async () => ({ Component: (await import('./layouts/private/Frame.tsx')).Frame }),
      children: [
        {
          path: 'dashboard/bulk',
          lazy: async () => {
            const [{ BulkPage }] = await Promise.all([
              import('../features/pictures/bulk/BulkPage.tsx'),
              addTexts('bulk', 'archive'),
            ]);
            return { Component: BulkPage };
          },
        },
        {
          path: 'my-images',
          lazy: async () => {
            const [{ MyImagesPage }] = await Promise.all([
              import('../features/my-images/MyImagesPage.tsx'),
              addTexts('my-images', 'downloads', 'archive', 'bulk'),
            ]);
            return { Component: MyImagesPage };
          },
        },
        {
          path: 'billing',
          lazy: async () => {
            const [{ BillingPage }] = await Promise.all([
              import('../features/billing/BillingPage.tsx'),
              addTexts('billing', 'payments'),
            ]);
            return { Component: BillingPage };
          },
        },
        {
          path: 'billing/payment-method',
          loader: byPageLoad,
          lazy: async () => {
            const [{ PaymentMethodPage }] = await Promise.all([
              import('../features/billing/methods/PaymentMethodPage.tsx'),
              addTexts('billing', 'payments'),
            ]);
            return { Component: PaymentMethodPage };
          },
        },
        {
          path: 'receipt/:transactionId/:saveId',
          lazy: async () => {
            const [{ ReceiptPage }] = await Promise.all([
              import('../features/pictures/receipt/ReceiptPage.tsx'),
              addTexts('receipt', 'backgrounds'),
            ]);
            return { Component: ReceiptPage };
          },
        },
        {
          path: 'users/*',
          lazy: async () => {
            const [{ UsersArea }] = await Promise.all([
              import('../features/users/UsersArea.tsx'),
              addTexts('users', 'ra'),
            ]);
            return { Component: UsersArea };
          },
        },
        {
          path: 'security-log/*',
          lazy: async () => {
            const [{ SecurityLogArea }] = await Promise.all([
              import('../features/users/security-log/SecurityLogArea.tsx'),
              addTexts('security-log', 'ra'),
            ]);
            return { Component: SecurityLogArea };
          },
        },
        {
          path: 'support/*',
          lazy: async () => {
            const [{ SupportArea }] = await Promise.all([
              import('../features/support/SupportArea.tsx'),
              addTexts(
                'support',
                'support-access',
                'support-pictures',
                'support-figures',
                'support-messages',
                'support-errors',
                'support-events',
                'support-replay',
                'support-team',
                'ledger',
                'ledger-proof',
                'billing',
                'ra',
              ),
            ]);
            return { Component: SupportArea };
          },
        },
        {
          path: 'privacy-policy',
          lazy: async () => ({ element: await (await import('./site-pages.tsx')).loadSitePage('privacy') }),
        },
        {
          path: 'api',
          lazy: async () => {
            const [{ ApiPage }] = await Promise.all([
              import('../features/developers/api-keys/ApiPage.tsx'),
              addTexts('api', 'webhooks'),
            ]);
            return { Component: ApiPage };
          },
        },
        {
          path: 'my-account',
          lazy: async () => {
            const [{ AccountPage }] = await Promise.all([
              import('../features/account/AccountPage.tsx'),
              addTexts('account'),
            ]);
            return { Component: AccountPage };
          },
        },
      ],
    },
  ],
};

/** Members see it inside the private frame, visitors under the public header (docs/product.md, Pages). */
export const editorRoute: RouteObject = {
  path: 'app/editor',
  loader: showPreferredLanguage,
  lazy: async () => {
    const [{ SharedLayout }] = await Promise.all([
      import('./layouts/private/SharedLayout.tsx'),
      addTexts('app', 'auth', 'due', 'payments', 'result', 'saves', 'editor', 'backgrounds', 'templates'),
    ]);
    return { element: <SharedLayout isFor={mayEdit} /> };
  },
  children: [
    { index: true, lazy: async () => ({ Component: (await import('../features/editor/EditorPage.tsx')).EditorPage }) },
  ],
};

/** Support may look at visitors' pictures too. */
export const whoLookedRoute: RouteObject = {
  path: 'app/who-looked',
  loader: showPreferredLanguage,
  lazy: async () => {
    const [{ SharedLayout }] = await Promise.all([
      import('./layouts/private/SharedLayout.tsx'),
      addTexts('app', 'auth', 'due', 'payments', 'result', 'saves', 'support-access'),
    ]);
    return { element: <SharedLayout isFor={mayHavePictures} /> };
  },
  children: [
    {
      lazy: async () => ({ Component: (await import('./layouts/private/Frame.tsx')).Frame }),
      children: [
        {
          index: true,
          lazy: async () => ({
            Component: (await import('../features/support-access/WhoLookedPage.tsx')).WhoLookedPage,
          }),
        },
      ],
    },
  ],
};

/** Nothing leads away, and an error says that no payment was lost. */
export const checkoutRoute: RouteObject = {
  path: 'app',
  loader: showPreferredLanguage,
  lazy: async () => {
    const [{ CheckoutFrame }, { CheckoutError }] = await Promise.all([
      import('./layouts/private/CheckoutFrame.tsx'),
      import('../features/billing/checkout/CheckoutError.tsx'),
      addTexts('app', 'checkout', 'billing', 'due', 'payments', 'tax', 'auth'),
    ]);
    return { Component: CheckoutFrame, ErrorBoundary: CheckoutError };
  },
  children: [
    {
      path: 'checkout',
      loader: byPageLoad,
      lazy: async () => ({ Component: (await import('../features/billing/checkout/CheckoutPage.tsx')).CheckoutPage }),
    },
    {
      path: 'checkout/return',
      loader: byPageLoad,
      lazy: async () => ({ Component: (await import('../features/billing/checkout/ReturnPage.tsx')).ReturnPage }),
    },
    {
      path: 'fastcheckout',
      loader: byPageLoad,
      lazy: async () => ({
        Component: (await import('../features/billing/checkout/FastCheckoutPage.tsx')).FastCheckoutPage,
      }),
    },
  ],
};
