import { expect, test } from 'vitest';
import { dotStateOf, stateWordsOf } from './state-dot.tsx';

const [manager, member] = [{ usesApproval: false }, { usesApproval: true }];

test.each([
  [{ alive: 1, approval: 1 }, manager, false, ['online']],
  [{ alive: 1, approval: 0 }, manager, false, ['waiting']],
  [{ alive: 0, approval: 0 }, manager, false, ['offline', 'waiting']],
  [{ alive: 1, approval: 1 }, member, false, ['online']],
  [{ alive: 1, approval: 0 }, member, false, ['online', 'locked']],
  [{ alive: 0, approval: 0 }, member, false, ['offline', 'locked']],
  [{ alive: 1, approval: 0 }, member, true, ['online', 'requested']],
] as const)('%j, to %j who has asked for access: %s', (device, viewer, isRequested, words) => {
  expect(stateWordsOf(device, viewer, isRequested)).toEqual(words);
  expect(dotStateOf(device, viewer)).toBe(words[0]);
});
