import type { Profile } from '@vigil/shared/contract/http/profile';
import { expect, test } from 'vitest';
import { defaultEnrolUses, enrolUseChoices } from './enrol-uses.ts';

const withSeats = (vol: number, devices: number) => ({ license: { total: { vol }, devices } }) as Profile;

test.each([
  [withSeats(50_000, 0), 10, [1, 10, 100, 1_000]],
  [withSeats(100, 0), 10, [1, 10, 100]],
  [withSeats(50, 7), 10, [1, 10, 43]],
  [withSeats(5, 0), 5, [1, 5]],
  [withSeats(5, 5), 1, [1]],
  [withSeats(5, 9), 1, [1]],
])('a token is for no more devices than the licence has room for', (profile, usual, choices) => {
  expect(defaultEnrolUses(profile)).toBe(usual);
  expect(enrolUseChoices(profile)).toEqual(choices);
});
