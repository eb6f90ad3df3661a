import { templateSchema } from '@clearcut/schemas/templates/http';
import { expect, test } from 'vitest';
import { READY_LOOKS, readyLooks } from './ready-looks.ts';

test('there are ten ready-made looks, each valid as a team template', () => {
  expect(READY_LOOKS).toHaveLength(10);
  for (const look of READY_LOOKS) expect(() => templateSchema.parse({ name: look, ...readyLooks[look] })).not.toThrow();
});
