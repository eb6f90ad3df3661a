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

test('regression: no text begins a formula where cells are separated by semicolons or lines', () => {
  expect(csvRecord(['photo;=1+1;.jpg'])).toBe("photo;'=1+1;.jpg\r\n");
  expect(csvRecord(['photo; @SUM(A1)'])).toBe("photo;' @SUM(A1)\r\n");
  expect(csvRecord(['lost\n=1+1'])).toBe(`"lost\n'=1+1"\r\n`);
  expect(csvRecord(['＝1+1'])).toBe("'＝1+1\r\n");
  expect(csvRecord(['half-cut; twice'])).toBe('half-cut; twice\r\n');
});
