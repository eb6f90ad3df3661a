const PATH = '/app/fastcheckout';

/**
 * Between a login and its purpose: sells credits to people without any, and lets others through.
 * @param about `goTo`: local path to continue to; `priceName`: what to buy
 */
export const fastCheckoutPath = (about: { readonly goTo?: string; readonly priceName?: string }): string =>
  `${PATH}?${new URLSearchParams(about).toString()}`;

export const isFastCheckout = (path: string | undefined): boolean => path?.startsWith(PATH) === true;
