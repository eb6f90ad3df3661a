/** Domains under which a name is one mailbox, and characters that the provider ignores. */
const PROVIDERS: readonly { readonly domains: readonly string[]; readonly ignored: string }[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: '.' },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: '.-_' },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: '' },
  { domains: ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'ya.ru'], ignored: '.-' },
];

/**
 * Canonical mailbox: `A.Lee+shop@googlemail.com` is `alee@gmail.com`. For counting only, never for sending: a provider
 * may take the plus literally.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain));
  const plus = name.indexOf('+');
  const untagged = plus > 0 ? name.slice(0, plus) : name;
  const bare = Array.from(untagged)
    .filter((character) => provider?.ignored.includes(character) !== true)
    .join('');
  return `${bare}@${provider?.domains[0] ?? domain}`;
}
