import { addTexts } from '../lib/i18n/i18n.ts';

export async function loadPricing() {
  const [{ PricingPage }, { ServerData }] = await Promise.all([
    import('../features/billing/pricing/PricingPage.tsx'),
    import('./layouts/ServerData.tsx'),
    addTexts('payments', 'pricing', 'saves'),
  ]);
  return {
    element: (
      <ServerData>
        <PricingPage />
      </ServerData>
    ),
  };
}
