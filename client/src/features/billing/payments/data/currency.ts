import { userContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../../lib/contracts/call.ts';
import { readStored, writeStored } from '../../../../lib/storage/storage.ts';
import { session } from '../../../auth/session/session.ts';
import { Store } from '../../../../lib/store.ts';

/** docs/product.md, Browser */
const EXPIRY_MINUTES = 7 * 24 * 60;

/** Currency of prices; undefined until the server has named that of the person's country. */
class ShownCurrency extends Store<string | undefined> {
  #isRead = false;

  constructor() {
    super(undefined);
  }

  /** Reads storage lazily, since the server renders pages with this module too. */
  readonly get = (): string | undefined => {
    if (!this.#isRead) {
      this.#isRead = true;
      const kept = readStored('currency');
      if (kept !== undefined && /^[a-z]{3}$/.test(kept)) this.replace(kept);
    }
    return this.getState();
  };

  readonly keep = (currency: string): void => {
    writeStored('currency', currency, { minutes: EXPIRY_MINUTES });
    this.#isRead = true;
    if (currency !== this.getState()) this.replace(currency);
  };
}

export const shownCurrency = new ShownCurrency();

/** Also stored in the account of a logged-in person. @throws Failure */
export async function chooseCurrency(currency: string): Promise<void> {
  if (session.getState().status === 'loggedIn') {
    session.update(await call(userContracts.update, { body: { currency } }));
  }
  shownCurrency.keep(currency);
}
