import { expect, test } from 'vitest';
import { idSchema } from './id.ts';

test('an id in capitals is the same id', () => {
  expect(idSchema.parse('3D813CBB-47FB-4A8B-9A3B-2C2F7A0E5D11')).toBe('3d813cbb-47fb-4a8b-9a3b-2c2f7a0e5d11');
});
