import { expect, test } from 'vitest';
import type { OperatorContext } from '../command.ts';
import { setAsideCommand } from './set-aside.ts';

test.for(['0a4f6f1f5c7b', '6f2b5d0e', 'e', '', '6f2b5d0e-6c1f-5a86-9d3c-0a4f6f1f5c7b '])(
  'regression: set-aside reported success for "%s", a part of an id, and changed nothing',
  async (part) => {
    const call = setAsideCommand.run([part], {} as OperatorContext, { reason: 'Written by hand' });
    await expect(call).rejects.toThrow('is no id of an event');
  },
);
