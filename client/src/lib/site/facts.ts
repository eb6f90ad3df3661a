import type { SiteFacts } from '@clearcut/schemas/site/facts';
import { createContext, useContext } from 'react';

const Facts = createContext<SiteFacts | undefined>(undefined);

export const SiteFactsProvider = Facts.Provider;

/** @throws Error outside the provider */
export function useSiteFacts(): SiteFacts {
  const facts = useContext(Facts);
  if (facts === undefined) throw new Error('There is no SiteFactsProvider around this component');
  return facts;
}
