import { expect, test } from 'vitest';
import { licenceWarning } from './licence.ts';

const ends = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;

test('a licence is reported as expiring in its last seven days, and as expired after its end', () => {
  const warnings = [8 * DAY_MS, 7 * DAY_MS + 1, 7 * DAY_MS, 1, 0, -1].map((left) => licenceWarning(ends, ends - left));
  expect(warnings).toEqual([null, null, 'expiring', 'expiring', 'expiring', 'expired']);
});
