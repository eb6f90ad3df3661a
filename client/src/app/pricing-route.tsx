import { addTextFiles, addTexts } from '../lib/i18n/i18n.ts';

// Listed here, and the page fetched from here, since each list of files in the first load is part of every page's weight.
addTextFiles(import.meta.glob('../../locales/*/{payments,pricing}.json'));

/** The page of the prices, for its route. */
export async function loadPricing() {
  const [{ PricingPage }, { ServerData }] = await Promise.all([
    import('../features/pricing/PricingPage.tsx'),
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
