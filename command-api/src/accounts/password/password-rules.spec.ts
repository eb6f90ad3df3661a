import { expect, test } from 'vitest';
import { createPasswordRules } from './password-rules.ts';

const rules = createPasswordRules({ minLength: 8 });

test('reports a password that is too short at its field, with the configured minimum length', async () => {
  for (const minLength of [8, 12]) {
    await expect(createPasswordRules({ minLength }).check('x7!'.repeat(2))).rejects.toMatchObject({
      code: 'validation_failed',
      validationErrors: { password: `Use at least ${minLength} characters` },
    });
  }
});

test.each(['password', 'PASSWORD', 'iloveyou', 'baseball', 'qwertyuiop', '1234567890', 'football1'])(
  '%s is refused as one of the commonest',
  async (password) => {
    await expect(rules.check(password)).rejects.toMatchObject({ code: 'password_common' });
  },
);

test.each(['correct-horse-7', 'kj3-ddS9', 'passwordless lamp'])('%s is accepted', async (password) => {
  await expect(rules.check(password)).resolves.toBeUndefined();
});
