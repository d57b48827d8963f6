/** One statement takes 65,534 parameters; a thousand rows of any table of ours stay well below. */
const MAX_ROWS_PER_STATEMENT = 1_000;

/** Runs an insertion of many rows as several statements; answers what all of them returned, in order. */
export async function insertInChunks<T, R>(rows: readonly T[], insert: (chunk: T[]) => PromiseLike<R[]>): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < rows.length; i += MAX_ROWS_PER_STATEMENT) {
    results.push(...(await insert(rows.slice(i, i + MAX_ROWS_PER_STATEMENT))));
  }
  return results;
}
