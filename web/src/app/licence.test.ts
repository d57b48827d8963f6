import { expect, test } from 'vitest';
import { licenceWarning } from './licence.ts';

const ends = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;

test('a licence is warned of in its last seven days, and told once it has ended', () => {
  const told = [8 * DAY_MS, 7 * DAY_MS + 1, 7 * DAY_MS, 1, 0, -1].map((left) => licenceWarning(ends, ends - left));
  expect(told).toEqual([null, null, 'expiring', 'expiring', 'expiring', 'expired']);
});
