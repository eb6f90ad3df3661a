/** Pages with a form of payment: each is opened by a page load of its own, since the policy stands for as long as the document. */
const PAYING_PAGE = /^\/app\/(checkout|fastcheckout|billing\/payment-method)(\/|$)/;

/** Whether the page at this path may load the payment provider's script, and no script of others. */
export const isPayingPage = (path: string): boolean => PAYING_PAGE.test(path);
