import { CatalogueError } from '@clearcut/schemas/errors';

export interface PasswordRules {
  readonly minLength: number;
  /** @throws CatalogueError validation_failed for one that is too short, password_common for one that many people have */
  check(password: string): Promise<void>;
}

/** What a password must be that is set from now on. Which characters it may have is the rule of `passwordSchema`. */
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

/** Some 49,000 passwords that leaks hold most often, in lower case. Loaded for the first password that is set: it takes a moment. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
