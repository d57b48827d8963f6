import { expect, test } from 'vitest';
import { dotStateOf, stateWordsOf } from './state-dot.tsx';

const [manager, member] = [{ usesApproval: false }, { usesApproval: true }];

test.each([
  [{ isOnline: true, isApproved: true }, manager, false, ['online']],
  [{ isOnline: true, isApproved: false }, manager, false, ['waiting']],
  [{ isOnline: false, isApproved: false }, manager, false, ['offline', 'waiting']],
  [{ isOnline: true, isApproved: true }, member, false, ['online']],
  [{ isOnline: true, isApproved: false }, member, false, ['online', 'locked']],
  [{ isOnline: false, isApproved: false }, member, false, ['offline', 'locked']],
  [{ isOnline: true, isApproved: false }, member, true, ['online', 'requested']],
] as const)('%j, to %j who has asked for access: %s', (device, viewer, isRequested, words) => {
  expect(stateWordsOf(device, viewer, isRequested)).toEqual(words);
  expect(dotStateOf(device, viewer)).toBe(words[0]);
});
