import { meetsPasswordRequirements } from '@vigil/shared/domain/password-rules';
import { expect, test } from 'vitest';
import { randomPassword } from './random-password.ts';

const SAMPLES = 2_000;

test('a random password meets every level, and each class of characters may stand anywhere', () => {
  const all = Array.from({ length: SAMPLES }, randomPassword);
  for (const password of all) {
    expect(password).toHaveLength(12);
    for (const level of [0, 1, 2, 3] as const)
      expect([password, meetsPasswordRequirements(password, { level, max: 12 })]).toEqual([password, true]);
  }
  // Of 2,000 samples none has a class at one of the 12 places with a probability below 1 in 10^40.
  for (const kind of [/[a-z]/u, /[A-Z]/u, /\d/u, /[^A-Za-z\d]/u]) {
    const places = Array.from({ length: 12 }, (_, place) => all.some((password) => kind.test(password.charAt(place))));
    expect(places).not.toContain(false);
  }
});
