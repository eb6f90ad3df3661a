import { Store } from '../../../lib/store.ts';

export type AuthModalType = 'login' | 'signUp' | 'fastSignUp' | 'recoverPassword' | 'changePassword';

/** Which error a third-party login came back with; other values show nothing (docs/product.md, Accounts). */
type OAuthError = 'generic' | 'email_exists';

export interface AuthModalState {
  readonly isOpen: boolean;
  /** Kept for a moment after closing, so that the sheet does not go blank while it leaves. */
  readonly type: AuthModalType | undefined;
  readonly reason: Interruption | undefined;
  /** A path of ours to go to afterwards; undefined = the first page of the account. */
  readonly goTo: string | undefined;
  readonly oauthError: OAuthError | undefined;
}

/** What a visitor was about to do that takes an account. */
export type Interruption = 'save' | 'bulk' | 'page';

/** docs/product.md, Accounts. */
const RESET_MS = 200;
const CLOSED: AuthModalState = {
  isOpen: false,
  type: undefined,
  reason: undefined,
  goTo: undefined,
  oauthError: undefined,
};

/** The one modal for everything about signing in. It can be opened from anywhere. */
class AuthModalStore extends Store<AuthModalState> {
  #reset: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super(CLOSED);
  }

  open(type: AuthModalType, about: Partial<Pick<AuthModalState, 'reason' | 'goTo' | 'oauthError'>> = {}): void {
    clearTimeout(this.#reset);
    this.replace({ ...CLOSED, isOpen: true, type, ...about });
  }

  /** From one type to another, for the same purpose. */
  switchTo(type: AuthModalType): void {
    this.set({ type, oauthError: undefined });
  }

  close(): void {
    if (!this.getState().isOpen) return;
    this.set({ isOpen: false });
    this.#reset = setTimeout(() => this.replace(CLOSED), RESET_MS);
  }
}

export const authModal = new AuthModalStore();
