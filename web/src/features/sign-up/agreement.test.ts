import { expect, test } from 'vitest';
import { agree, nothingAgreed } from './agreement.ts';

const everything = { all: true, use: true, privacy: true };

test('all sets both, and clears both', () => {
  expect(agree(nothingAgreed, { all: true })).toEqual(everything);
  expect(agree(everything, { all: false })).toEqual(nothingAgreed);
  expect(agree({ all: false, use: true, privacy: false }, { all: true })).toEqual(everything);
});

test.each(['use', 'privacy'] as const)('clearing %s clears all, and keeps the other', (toggle) => {
  expect(agree(everything, { [toggle]: false })).toEqual({ ...everything, all: false, [toggle]: false });
});

test('setting both sets all, in either order', () => {
  expect(agree(agree(nothingAgreed, { use: true }), { privacy: true })).toEqual(everything);
  expect(agree(agree(nothingAgreed, { privacy: true }), { use: true })).toEqual(everything);
  expect(agree(nothingAgreed, { use: true }).all).toBe(false);
});
