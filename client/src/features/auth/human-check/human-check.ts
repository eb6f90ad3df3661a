/** The part of Cloudflare Turnstile that we use; see "explicit rendering" in its documentation. */
interface Turnstile {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      size: 'normal' | 'compact';
      language: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

let loading: Promise<Turnstile> | undefined;

/** Loads the widget's script once, on demand. @throws on failure; the next call retries. */
export function loadHumanCheck(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.addEventListener('load', () => {
      const { turnstile } = window as unknown as { turnstile?: Turnstile };
      if (turnstile === undefined) reject(new Error('The human check came without its widget'));
      else resolve(turnstile);
    });
    script.addEventListener('error', () => reject(new Error('The human check did not load')));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
