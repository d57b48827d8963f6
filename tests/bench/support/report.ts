/** The value below which `share` (0–1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;

export interface Verdict {
  readonly figure: string;
  readonly vigil: string;
  readonly bare?: string;
  readonly ratio?: number;
  readonly wanted: string;
  readonly met: boolean;
}

/** Prints what was measured; a figure whose goal was not met makes the run fail. */
export function report(verdicts: readonly Verdict[]): void {
  console.table(
    verdicts.map(({ figure, vigil, bare = '–', ratio, wanted, met }) => ({
      figure,
      vigil,
      bare,
      ratio: ratio ?? '–',
      wanted,
      met: met ? 'yes' : 'NO',
    })),
  );
  if (verdicts.some((verdict) => !verdict.met)) process.exitCode = 1;
}
