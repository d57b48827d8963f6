import { expect, test } from 'vitest';
import { importCountsOf } from './import-counts.ts';

test('the counts are those of the whole file', () => {
  // Seven rows: four imported, one existed, one failed, one was left out; and one more was not selected.
  const rows = (['ok', 'ok', 'ok', 'ok', 'exists', 'failed', 'ok'] as const).map((state) => ({ check: { state } }));
  const file = { all: Array.from({ length: 8 }), rows, leftOut: [{}] };
  expect(importCountsOf(file, { total: 4, failure: 0, exists: 0 })).toEqual({
    total: 8,
    ok: 4,
    exists: 1,
    failure: 2,
    unselected: 1,
  });
});
