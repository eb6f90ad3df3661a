import type { Profile } from '@clearcut/schemas/identity/http';
import { toFailure } from '../../../lib/errors/failure.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { Store } from '../../../lib/store.ts';
import { getProfile } from './api.ts';

export type SessionState =
  /** Waiting for the server; `profile` is the one remembered by this browser. */
  | { readonly status: 'checking'; readonly profile: Profile | undefined }
  | { readonly status: 'loggedIn'; readonly profile: Profile }
  | { readonly status: 'loggedOut'; readonly profile: undefined };

/** Freshness of a profile, and the delay before the one retry (docs/product.md, Accounts and Browser). */
const STALE_MS = 5 * 60_000;
const RETRY_MS = 1000;
const LOGGED_OUT: SessionState = { status: 'loggedOut', profile: undefined };

function storedProfile(): Profile | undefined {
  const text = readStored('userData');
  if (text === undefined) return undefined;
  try {
    const profile = JSON.parse(text) as Profile;
    return typeof profile.pk === 'string' ? profile : undefined;
  } catch {
    return undefined;
  }
}

async function fetchProfile(): Promise<Profile> {
  try {
    return await getProfile();
  } catch (error) {
    const { status } = toFailure(error);
    if (status !== 0 && status < 500) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return getProfile();
  }
}

/**
 * Whether there may be a login this browser does not remember. Third-party logins return to a private page, or to the
 * editor with the interrupted save.
 */
function mayComeFromElsewhere(): boolean {
  const { pathname, search } = location;
  return /^\/app(\/|$)/.test(pathname) && (!pathname.startsWith('/app/editor') || search.includes('resume='));
}

/**
 * The session as this browser knows it. Does without the query library, because the header of every page shows it and
 * the home page does not load that library.
 */
export class Session extends Store<SessionState> {
  #asking: Promise<void> | undefined;
  #knownAt = -Infinity;
  /** When the account last changed, by `performance.now()`. */
  since = 0;
  /** Whether the last login ended elsewhere, not by this person's sign-out, and this page has not said so yet. */
  hasEnded = false;
  /** Runs before showing a login that this browser did not see begin. */
  onArrival: (profile: Profile) => Promise<void> = () => Promise.resolve();
  /** Runs when another tab has logged in. */
  onElsewhere: (profile: Profile) => void = () => undefined;
  /** Runs when another account has taken over this browser. */
  onAnother: () => void = () => undefined;
  /** Runs when the shown login has ended; the next person would otherwise find what it was used for. */
  onEnd: () => void = () => this.leave({ hasEnded: true });

  constructor() {
    super({ status: 'checking', profile: storedProfile() }, { status: 'checking', profile: undefined });
  }

  /** Asks the server unless the answer is fresh. Resolves once known; a stale answer is renewed in the background. */
  async check(): Promise<SessionState> {
    // Most visitors never logged in; asking for each would log a 401 in the browser console.
    if (this.getState().status !== 'loggedIn' && storedProfile() === undefined && !mayComeFromElsewhere()) {
      if (this.getState().status === 'checking') this.replace(LOGGED_OUT);
      return this.getState();
    }
    if (performance.now() - this.#knownAt > STALE_MS) {
      this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
      if (this.getState().status === 'checking') await this.#asking;
    }
    return this.getState();
  }

  setProfile(profile: Profile): void {
    writeStored('userData', JSON.stringify(profile));
    this.hasEnded = false;
    this.#know({ status: 'loggedIn', profile });
  }

  /** Takes the answer to a change of the account. Drops it when it arrives after a logout, or in another account. */
  update(profile: Profile): void {
    if (this.getState().profile?.pk === profile.pk) this.setProfile(profile);
  }

  /** Reloads the profile after something changed it on the server. @throws Failure */
  async renew(): Promise<void> {
    const { profile: before } = this.getState();
    const profile = await fetchProfile();
    if (before === undefined) this.setProfile(profile);
    else this.update(profile);
  }

  leave({ hasEnded = false } = {}): void {
    removeStored('userData');
    this.hasEnded = hasEnded;
    this.#know(LOGGED_OUT);
  }

  /** Call when another tab has changed the stored profile. */
  noticeStored(): void {
    const stored = storedProfile();
    const { status, profile } = this.getState();
    if (status === 'loggedOut' && stored !== undefined) void this.#followLogin();
    if (status !== 'loggedIn') return;
    if (stored === undefined) {
      // A logout in another tab counts here too. No later answer would reveal it, since the cookie then belongs to an
      // anonymous visitor, who has pictures too.
      this.#knownAt = -Infinity;
      void this.check();
    } else if (stored.pk !== profile.pk) this.onAnother();
    // Another tab confirmed the address or received a right; this page adopts the account.
    else if (JSON.stringify(stored) !== JSON.stringify(profile)) this.#know({ status: 'loggedIn', profile: stored });
  }

  async #followLogin(): Promise<void> {
    try {
      const profile = await fetchProfile();
      if (this.getState().status !== 'loggedOut') return;
      await this.onArrival(profile);
      this.#know({ status: 'loggedIn', profile });
      this.onElsewhere(profile);
    } catch {
      // The other tab's login has ended already.
    }
  }

  async #ask(): Promise<void> {
    const known = this.getState();
    try {
      const profile = await fetchProfile();
      // Logged in by link or third party: this browser sees only the end.
      if (known.status === 'checking' && known.profile?.pk !== profile.pk) await this.onArrival(profile);
      if (this.getState() !== known) return;
      if (known.status === 'loggedIn' && known.profile.pk !== profile.pk) this.onAnother();
      else this.setProfile(profile);
    } catch (error) {
      // Leaving deletes unsent edits, which a lost connection makes worth keeping. Without a refusal the person stays
      // logged in, and the next page checks again.
      if (this.getState() !== known) return;
      if (known.status !== 'loggedIn') this.leave({ hasEnded: known.profile !== undefined });
      else if ([401, 403].includes(toFailure(error).status)) this.onEnd();
    }
  }

  #know(state: SessionState): void {
    this.#knownAt = performance.now();
    if (this.getState().profile?.pk !== state.profile?.pk) this.since = this.#knownAt;
    this.replace(state);
  }
}

export const session = new Session();
