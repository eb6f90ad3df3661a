import { expect, test } from 'vitest';
import { createPasswordRules } from './password-rules.ts';

const rules = createPasswordRules({ minLength: 8 });

test('a password that is too short is reported at its field, with the minimum length of the setting', async () => {
  for (const minLength of [8, 12]) {
    await expect(createPasswordRules({ minLength }).check('x7!'.repeat(2))).rejects.toMatchObject({
      code: 'validation_failed',
      validationErrors: { password: `Use at least ${minLength} characters` },
    });
  }
});

test.each(['password', 'PASSWORD', 'iloveyou', 'baseball', 'qwertyuiop', '1234567890', 'football1'])(
  '%s is one of the commonest and refused',
  async (password) => {
    await expect(rules.check(password)).rejects.toMatchObject({ code: 'password_common' });
  },
);

test.each(['correct-horse-7', 'kj3-ddS9', 'passwordless lamp'])('%s is taken', async (password) => {
  await expect(rules.check(password)).resolves.toBeUndefined();
});
