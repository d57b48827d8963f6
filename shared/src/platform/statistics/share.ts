/** Percent of a whole with two decimals; 0 of nothing (decision 54). */
export const shareOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((10_000 * count) / total) / 100;
