import { expect, test } from 'vitest';
import { defaultNonAdminLimit, licensedNonAdminLimit, type LicenceType, licenceWarning } from './licences.ts';

test.each<[LicenceType, number, number]>([
  ['Free', 5, 5],
  ['Free', 1_000, 5],
  ['Basic', 1, 5],
  ['Basic', 25, 5],
  ['Basic', 26, 6],
  ['Corporate', 1, 20],
  ['Corporate', 40, 20],
  ['Corporate', 41, 21],
  ['Corporate', 1_000, 500],
])('a %s licence of %i devices admits %i managers', (type, devices, managers) => {
  expect(defaultNonAdminLimit(type, devices)).toBe(managers);
});

test('licences admit managers from their start until their end, the largest number that one of them names', () => {
  const day = (date: number) => new Date(Date.UTC(2026, 0, date));
  const rows = [
    { startsAt: day(1), expiresAt: day(10), nonAdminLimit: 5 },
    { startsAt: day(2), expiresAt: day(8), nonAdminLimit: 7 },
    { startsAt: day(10), expiresAt: day(20), nonAdminLimit: 9 },
  ];
  expect([1, 2, 7, 8, 9, 10, 19, 20].map((date) => licensedNonAdminLimit(rows, day(date)))).toEqual([
    5, 7, 7, 5, 5, 9, 9, 0,
  ]);
});

const ENDS = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;

test('a licence is reported as expiring in its last seven days, and as expired after its end', () => {
  const warnings = [8 * DAY_MS, 7 * DAY_MS + 1, 7 * DAY_MS, 1, 0, -1].map((left) => licenceWarning(ENDS, ENDS - left));
  expect(warnings).toEqual([null, null, 'expiring', 'expiring', 'expiring', 'expired']);
});
