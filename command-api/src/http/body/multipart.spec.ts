import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMultipart } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=XbX';
const END = '\r\n--XbX--\r\n';
const part = (head: string, body = 'value'): string =>
  `--XbX\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}`;

async function read(body: string | Uint8Array, { type = TYPE, length = 1_000, delayMs = 0 } = {}) {
  const bytes = Buffer.from(body);
  const chunks = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
  const texts: [string, string][] = [];
  const files: [string, string | undefined, string][] = [];
  await readMultipart(type, Readable.from(chunks), {
    maxParts: 10,
    maxFiles: 4,
    maxTextBytes: 1_000,
    isFile: (name) => name === 'picture',
    text: (name, value) => texts.push([name, value]),
    async file(name, file, fileName) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      files.push([name, fileName, (await buffer(file)).toString()]);
    },
  });
  return { texts, files };
}

const invalid = { code: 'validation_failed', status: 400 };

test('reads texts and files, with a name or by the name of their field', async () => {
  const body = [
    part('name="a"'),
    part('name="f"; filename="x.png"\r\nContent-Type: image/png'),
    part('name="picture"\r\nContent-Type: image/jpeg', ''),
    part('name="picture"'),
  ];
  expect(await read(body.join('\r\n') + END)).toEqual({
    texts: [['a', 'value']],
    files: [
      ['f', 'x.png', 'value'],
      ['picture', undefined, ''],
      ['picture', undefined, 'value'],
    ],
  });
});

test.for([0, 5])('regression: a truncated file part read after %i ms is an error of the form', async (delayMs) => {
  await expect(read(part('name="f"; filename="x"'), { delayMs })).rejects.toMatchObject(invalid);
  await expect(read(part('name="f"; filename="x"', 'x'.repeat(200_000)), { delayMs })).rejects.toMatchObject(invalid);
});

test.for<[what: string, body: string, type?: string]>([
  ['nothing', ''],
  ['a preamble alone', 'hello'],
  ['a truncated text part', part('name="a"')],
  ['a truncated header', '--XbX\r\nContent-Dispo'],
  ['too many parts', `${part('name="a"')}\r\n`.repeat(11) + END],
  ['too many parts without a name', '--XbX\r\n\r\n\r\n'.repeat(11) + END],
  ['too many files', `${part('name="a"; filename="b"')}\r\n`.repeat(5) + END],
  ['a boundary with a control character', part('name="a"') + END, 'multipart/form-data; boundary="X\tX"'],
  ['a long text', part('name="a"', 'x'.repeat(1_001)) + END],
  ['no boundary', part('name="a"') + END, 'multipart/form-data'],
  ['a long boundary', part('name="a"') + END, `multipart/form-data; boundary=${'x'.repeat(71)}`],
  ['a long quoted boundary', part('name="a"') + END, `multipart/form-data; boundary="${'x'.repeat(71)}"`],
])('%s is refused', async ([, body, type = TYPE]) => {
  await expect(read(body, { type })).rejects.toMatchObject(invalid);
});

test("passes on a file reader's error, and does not read the rest", async () => {
  let sent = 0;
  const endless = Readable.from(
    (function* () {
      yield Buffer.from(part('name="f"; filename="x"'));
      for (; ; sent += 1) yield Buffer.alloc(50_000);
    })(),
  );
  const form = { maxParts: 10, maxFiles: 4, maxTextBytes: 10, isFile: () => false, text: () => undefined };
  const reading = readMultipart(TYPE, endless, { ...form, file: () => Promise.reject(new TypeError('full')) });
  await expect(reading).rejects.toMatchObject({ ...invalid, cause: { message: 'full' } });
  expect(sent).toBeLessThan(100);
});

test('property: a form truncated or mangled anywhere is read or refused, and ends', async () => {
  const whole = Buffer.from(
    [
      part('name="a"'),
      part('name="f"; filename="x"', 'x'.repeat(300)),
      part('name="picture"'),
      part('filename="y"'),
    ].join('\r\n') + END,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 3 }),
      fc.integer({ min: 1, max: 700 }),
      fc.constantFrom(0, 1),
      async (length, changes, pieces, delayMs) => {
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        const outcome = await read(bytes.subarray(0, length), { length: pieces, delayMs }).catch(
          (error: unknown) => error,
        );
        if (outcome instanceof Error) expect(outcome).toMatchObject(invalid);
      },
    ),
    { numRuns: 500 },
  );
});
