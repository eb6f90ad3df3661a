import { CatalogueError } from '@clearcut/schemas/errors';

export interface PasswordRules {
  readonly minLength: number;
  /** @throws CatalogueError validation_failed when too short, password_common when widely used */
  check(password: string): Promise<void>;
}

export function createPasswordRules({ minLength }: Pick<PasswordRules, 'minLength'>): PasswordRules {
  return {
    minLength,
    async check(password) {
      if (password.length < minLength) {
        throw new CatalogueError('validation_failed', {
          validationErrors: { password: `Use at least ${minLength} characters` },
        });
      }
      common ??= loadCommon();
      if ((await common).has(password.toLowerCase())) throw new CatalogueError('password_common');
    },
  };
}

let common: Promise<ReadonlySet<string>> | undefined;

/** About 49,000 passwords most frequent in leaks, in lower case. Loaded on first use. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
