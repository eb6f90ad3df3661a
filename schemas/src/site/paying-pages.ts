/** Each is a full page load, since the CSP belongs to the document. */
const PAYING_PAGE = /^\/app\/(checkout|fastcheckout|billing\/payment-method)(\/|$)/;

/** The page may load the payment provider's script and no other. */
export const isPayingPage = (path: string): boolean => PAYING_PAGE.test(path);
