import type { Profile } from '@clearcut/schemas/identity/http';
import { toFailure } from '../../../lib/errors/failure.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { Store } from '../../../lib/store.ts';
import { getProfile } from './api.ts';

export type SessionState =
  /** The server has not said yet who this is; `profile` is what this browser remembers of the last time. */
  | { readonly status: 'checking'; readonly profile: Profile | undefined }
  | { readonly status: 'loggedIn'; readonly profile: Profile }
  | { readonly status: 'loggedOut'; readonly profile: undefined };

/** How long a profile counts as fresh, and how long the one retry waits (docs/product.md, Accounts and Browser). */
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
 * Whether a login may be there that this browser does not remember. Other sites' logins lead back to a private page, or to the editor
 * with the save that the login interrupted.
 */
function mayComeFromElsewhere(): boolean {
  const { pathname, search } = location;
  return /^\/app(\/|$)/.test(pathname) && (!pathname.startsWith('/app/editor') || search.includes('resume='));
}

/**
 * Who is logged in, as far as this browser knows. No query of the query library: the header of every page shows it, and the
 * home page does without that library.
 */
export class Session extends Store<SessionState> {
  #asking: Promise<void> | undefined;
  #knownAt = -Infinity;
  /** What must happen with a login that this browser did not see begin, before the person is shown as logged in. */
  onArrival: (profile: Profile) => Promise<void> = () => Promise.resolve();
  /** What must happen when another account than the one shown has taken over this browser. */
  onAnother: () => void = () => undefined;
  /** What must happen when the login shown turns out to have ended: the next person would else find what it was used for. */
  onEnd: () => void = () => this.leave();

  constructor() {
    super({ status: 'checking', profile: storedProfile() }, { status: 'checking', profile: undefined });
  }

  /** Asks the server who this is, unless it has just said so. Resolves when it is known; a stale answer is renewed behind it. */
  async check(): Promise<SessionState> {
    // Most visitors never logged in: asking for each of them would be answered with a 401, which browsers write into the console.
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

  /** The profile as the server has just answered it: after a login, or a change of the own account. */
  setProfile(profile: Profile): void {
    writeStored('userData', JSON.stringify(profile));
    this.#know({ status: 'loggedIn', profile });
  }

  /** Asks the server for the profile anew, after something that changed it there. @throws Failure */
  async renew(): Promise<void> {
    this.setProfile(await fetchProfile());
  }

  /** The login has ended. */
  leave(): void {
    removeStored('userData');
    this.#know(LOGGED_OUT);
  }

  /** To be called when another tab has changed what is stored. */
  noticeStored(): void {
    const stored = storedProfile();
    const { status, profile } = this.getState();
    if (status !== 'loggedIn') return;
    if (stored === undefined) {
      // Who left there has left here too. No other answer would say so: the cookie then stands for a visitor, who has pictures too.
      this.#knownAt = -Infinity;
      void this.check();
    } else if (stored.pk !== profile.pk) this.onAnother();
    // The address was proved there, or a right was given: this page goes on with the account as it is now.
    else if (JSON.stringify(stored) !== JSON.stringify(profile)) this.#know({ status: 'loggedIn', profile: stored });
  }

  async #ask(): Promise<void> {
    const known = this.getState();
    try {
      const profile = await fetchProfile();
      // A login by a link or on a third party's page: this browser sees only its end.
      if (known.status === 'checking' && known.profile?.pk !== profile.pk) await this.onArrival(profile);
      if (this.getState() !== known) return;
      if (known.status === 'loggedIn' && known.profile.pk !== profile.pk) this.onAnother();
      else this.setProfile(profile);
    } catch (error) {
      // Leaving deletes what a break in the connection makes worth keeping, such as edits not sent yet. Without a refusal a person who is
      // logged in stays so, and is asked about again at the next page.
      if (this.getState() !== known) return;
      if (known.status !== 'loggedIn') this.leave();
      else if ([401, 403].includes(toFailure(error).status)) this.onEnd();
    }
  }

  #know(state: SessionState): void {
    this.#knownAt = performance.now();
    this.replace(state);
  }
}

export const session = new Session();
