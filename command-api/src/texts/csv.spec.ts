import { expect, test } from 'vitest';
import { csvRecord } from './csv.ts';

test.for([
  [['a', 1, -2], 'a,1,-2'],
  [['say "no"', 'a, b', 'two\r\nlines'], '"say ""no""","a, b","two\r\nlines"'],
  [['', 'José'], ',José'],
] as const)('%j is a record of plain fields and quoted ones', ([fields, record]) => {
  expect(csvRecord(fields)).toBe(`${record}\r\n`);
});

test.for(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '=HYPERLINK("http://x")'])(
  '%j is text to a spreadsheet',
  (text) => {
    expect(
      csvRecord([text])
        .replaceAll('"', '')
        .startsWith(`'${text.slice(0, 1)}`),
    ).toBe(true);
  },
);
