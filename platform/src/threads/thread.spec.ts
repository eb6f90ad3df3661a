import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createThread, type Thread } from './thread.ts';

class KnownError extends Error {
  override readonly name = 'KnownError';
}

interface Tasks extends Record<string, (...args: never[]) => unknown> {
  twice(value: number): number;
  fail(name: string): never;
  end(): never;
  give(): Uint8Array;
  take(bytes: Uint8Array): void;
  left(): number;
  native(): void;
}

const ENTRY = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { serve } from ${JSON.stringify(import.meta.resolve('./serve.ts'))};
  const kept = [];
  serve({
    twice: (value) => 2 * value,
    fail(name) { throw Object.assign(new Error('as asked'), { name }); },
    end: () => process.exit(3),
    give: () => kept[0] = new Uint8Array(1 << 21).fill(7),
    take: (bytes) => void (kept[1] = bytes),
    left: () => kept[0].length + kept[1].length,
    native() {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      writeSync(1, 'finished');
    },
  });`)}`;

let thread: Thread<Tasks>;
beforeEach(() => {
  thread = createThread<Tasks>(new URL(ENTRY), [KnownError]);
});
afterEach(() => thread.close());

test('each caller gets its own answer, and errors keep their kind', async () => {
  const answers = await Promise.all([1, 2, 3].map((value) => thread.run('twice', value)));
  expect(answers).toEqual([2, 4, 6]);
  await expect(thread.run('fail', 'KnownError')).rejects.toBeInstanceOf(KnownError);
  await expect(thread.run('fail', 'OtherError')).rejects.toMatchObject({ name: 'OtherError', message: 'as asked' });
});

test('a task rejects when its thread dies, and the next task gets a new thread', async () => {
  await expect(thread.run('end')).rejects.toThrow('The thread ended with code 3');
  expect(await thread.run('twice', 4)).toBe(8);
});

test('large results move out of the thread, and large arguments are freed once they were used', async () => {
  const given = await thread.run('give');
  expect([given.length, given[1 << 20]]).toEqual([1 << 21, 7]);
  await thread.run('take', given);
  expect([given.length, await thread.run('left')]).toEqual([1 << 21, 0]);
});

test('an idle thread does not keep the process alive', async () => {
  const script = `
    const { createThread } = await import(${JSON.stringify(import.meta.resolve('./thread.ts'))});
    console.log(await createThread(new URL(${JSON.stringify(ENTRY)}), []).run('twice', 21));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { timeout: 20_000 });
  expect(stdout).toBe('42\n');
});

test('regression: a process that exits lets the native code of its threads return', async () => {
  const script = `
    const { createThread } = await import(${JSON.stringify(import.meta.resolve('./thread.ts'))});
    const thread = createThread(new URL(${JSON.stringify(ENTRY)}), []);
    await thread.run('twice', 21);
    void thread.run('native');
    setTimeout(() => process.exit(7), 100);`;
  const ended = promisify(execFile)(process.execPath, ['-e', script], { timeout: 20_000 });
  await expect(ended).rejects.toMatchObject({ code: 7, stdout: 'finished' });
});
