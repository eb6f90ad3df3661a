const PATH = '/app/fastcheckout';

/**
 * The page between a login and what it was for: it sells credits to people who have none, and lets all others through.
 * @param about `goTo`: a path of ours to go on to; `priceName`: what is to be bought
 */
export const fastCheckoutPath = (about: { readonly goTo?: string; readonly priceName?: string }): string =>
  `${PATH}?${new URLSearchParams(about).toString()}`;

export const isFastCheckout = (path: string | undefined): boolean => path?.startsWith(PATH) === true;
