import { expect, test } from 'vitest';
import { toggleAgreement, nothingAgreed } from './agreement.ts';

const everything = { all: true, use: true, privacy: true };

test('all sets both, and clears both', () => {
  expect(toggleAgreement(nothingAgreed, { all: true })).toEqual(everything);
  expect(toggleAgreement(everything, { all: false })).toEqual(nothingAgreed);
  expect(toggleAgreement({ all: false, use: true, privacy: false }, { all: true })).toEqual(everything);
});

test.each(['use', 'privacy'] as const)('clearing %s clears all, and keeps the other', (toggle) => {
  expect(toggleAgreement(everything, { [toggle]: false })).toEqual({ ...everything, all: false, [toggle]: false });
});

test('setting both sets all, in either order', () => {
  expect(toggleAgreement(toggleAgreement(nothingAgreed, { use: true }), { privacy: true })).toEqual(everything);
  expect(toggleAgreement(toggleAgreement(nothingAgreed, { privacy: true }), { use: true })).toEqual(everything);
  expect(toggleAgreement(nothingAgreed, { use: true }).all).toBe(false);
});
