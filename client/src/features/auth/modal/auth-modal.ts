import { Store } from '../../../lib/store.ts';

export type AuthModalType = 'login' | 'signUp' | 'fastSignUp' | 'recoverPassword' | 'changePassword';

/** Other values show nothing (docs/product.md, Accounts). */
type OAuthError = 'generic' | 'email_exists';

export interface AuthModalState {
  readonly isOpen: boolean;
  /** Kept briefly after closing, so that the sheet does not go blank during its transition. */
  readonly type: AuthModalType | undefined;
  readonly reason: Interruption | undefined;
  /** Local path to open afterwards; undefined: the first page of the account. */
  readonly goTo: string | undefined;
  readonly oauthError: OAuthError | undefined;
}

/** The action that made a visitor need an account. */
export type Interruption = 'save' | 'bulk' | 'page' | 'ended';

/** docs/product.md, Accounts */
const RESET_MS = 200;
const CLOSED: AuthModalState = {
  isOpen: false,
  type: undefined,
  reason: undefined,
  goTo: undefined,
  oauthError: undefined,
};

/** The single sign-in modal; opens from anywhere. */
class AuthModalStore extends Store<AuthModalState> {
  #reset: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super(CLOSED);
  }

  open(type: AuthModalType, about: Partial<Pick<AuthModalState, 'reason' | 'goTo' | 'oauthError'>> = {}): void {
    clearTimeout(this.#reset);
    this.replace({ ...CLOSED, isOpen: true, type, ...about });
  }

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
