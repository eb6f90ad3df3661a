import { expect, test } from 'vitest';
import { lastWords } from './run.ts';

test('regression: on a full disk, the start told a later failure', () => {
  const said = [
    'running bootstrap script ... 2026-11-30 16:07:36.752 UTC [12042] FATAL:  could not extend file "base/1/2691": No space left on device',
    '2026-11-30 16:07:36.752 UTC [12042] HINT:  Check free disk space.',
    '2026-11-30 16:07:36.759 UTC [12042] PANIC:  cannot abort transaction 1, it was already committed',
    'child process exited with exit code 134',
  ];
  expect(lastWords(said.join('\n'))).toBe('could not extend file "base/1/2691": No space left on device');
  expect(lastWords(said.slice(1).join('\n'))).toBe('cannot abort transaction 1, it was already committed');
});
