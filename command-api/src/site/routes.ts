import { type CountrySources, knownCountryOf } from '../http/headers/country.ts';
import { type Route, route } from '../http/contract.ts';
import { siteContracts as contracts } from '@clearcut/schemas/contracts/site';

export function siteRoutes({ countries }: { readonly countries: CountrySources }): Route[] {
  return [
    route(contracts.geo, async ({ request }) => {
      return { country: knownCountryOf(request, countries) ?? null };
    }),
  ];
}
