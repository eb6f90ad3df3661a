import type { Measurement } from '../models/measurements.ts';

const WIDTH = 100;

const megabytes = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'megabyte',
  maximumSignificantDigits: 3,
});

export function size(bytes: number): string {
  return megabytes.format(bytes / 1e6);
}

const seconds = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'second',
  unitDisplay: 'narrow',
  maximumSignificantDigits: 2,
});

export const costOf = (measured: Measurement): string =>
  `${seconds.format(measured.seconds)} a picture, ${size(measured.memoryBytes)}`;

export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, i) => Math.max(widest[i] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function paragraph(label: string, text: string, indent = 18): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && indent + line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line, i) => (i === 0 ? `  ${label}` : '').padEnd(indent) + line).join('\n');
}
