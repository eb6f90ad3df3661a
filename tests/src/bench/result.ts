/** The product's figure, the bare machine's, and their ratio. */
export interface BenchResult {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** The same work without the product, measured in the same run. */
  readonly floor: number;
  readonly ratio: number;
  /** Target ratio. */
  readonly target: { readonly atMost: number } | { readonly atLeast: number };
  readonly details: Readonly<Record<string, number | string>>;
}

export function meetsTarget({ ratio, target }: BenchResult): boolean {
  return 'atMost' in target ? ratio <= target.atMost : ratio >= target.atLeast;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function formatTable(results: readonly BenchResult[]): string {
  const rows = results.map((result) => [
    result.name,
    `${round(result.ours)} ${result.unit}`,
    `${round(result.floor)} ${result.unit}`,
    result.ratio.toFixed(2),
    'atMost' in result.target ? `<= ${result.target.atMost}` : `>= ${result.target.atLeast}`,
    meetsTarget(result) ? 'met' : 'NOT MET',
  ]);
  const table = [['', 'ours', 'floor', 'ratio', 'target', ''], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')).join('\n');
}

function round(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0);
}
