/** The product's figure, the bare machine's, and their ratio. */
export interface BenchResult {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** The same work without the product, measured in the same run. */
  readonly floor: number;
  readonly ratio: number;
  /** Target ratio, if there is one. */
  readonly target?: { readonly atMost: number } | { readonly atLeast: number } | undefined;
  readonly details: Readonly<Record<string, number | string>>;
}

export function meetsTarget({ ratio, target }: BenchResult): boolean {
  if (target === undefined) return true;
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
    ...targetCells(result),
  ]);
  const table = [['', 'ours', 'floor', 'ratio', 'target', ''], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')).join('\n');
}

function targetCells(result: BenchResult): [string, string] {
  const { target } = result;
  if (target === undefined) return ['', ''];
  return ['atMost' in target ? `<= ${target.atMost}` : `>= ${target.atLeast}`, meetsTarget(result) ? 'met' : 'NOT MET'];
}

function round(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0);
}
