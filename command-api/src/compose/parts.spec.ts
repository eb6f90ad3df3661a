import { expect, test } from 'vitest';
import { type Part, running, startAll, stopAll } from './parts.ts';

function recorded(...failing: string[]) {
  const seen: string[] = [];
  const part = (name: string): Part =>
    running(() => {
      seen.push(`start ${name}`);
      return [
        {
          stop() {
            seen.push(`stop ${name}`);
            if (failing.includes(name)) throw new Error(name);
          },
        },
      ];
    });
  return { seen, parts: ['one', 'two', 'three'].map(part) };
}

test('parts start in order and stop in reverse order', async () => {
  const { seen, parts } = recorded();
  await startAll(parts);
  await stopAll(parts);
  expect(seen).toEqual(['start one', 'start two', 'start three', 'stop three', 'stop two', 'stop one']);
});

test('a part that fails to stop does not prevent others from stopping, and the first error is thrown', async () => {
  const { seen, parts } = recorded('three', 'two');
  await startAll(parts);
  await expect(stopAll(parts)).rejects.toThrow('three');
  expect(seen.slice(3)).toEqual(['stop three', 'stop two', 'stop one']);
});

test('stops a part that never started', async () => {
  await expect(stopAll(recorded().parts)).resolves.toBeUndefined();
});
