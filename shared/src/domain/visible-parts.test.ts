import { expect, test } from 'vitest';
import type { DevicePk } from '../contract/ids.ts';
import { approvalForViewer, openWindowDevices } from './visible-parts.ts';

const [inside, later, stored] = [1 as DevicePk, 2 as DevicePk, 3 as DevicePk];
const windows = [
  [inside, 100, 200],
  [later, 200, 300],
] as const;
const bound = { usesApproval: true, windows };

// [time, device, stored approval, approval for a user whom windows bind]
test.each([
  [99, inside, 1, 0],
  [100, inside, 1, 1],
  [199, inside, 1, 1],
  [200, inside, 1, 0],
  [200, later, 1, 1],
  [150, stored, 1, 0],
  [150, inside, 0, 0],
] as const)('at %d device %d with approval %d has %d', (at, pk, approval, expected) => {
  expect(approvalForViewer(openWindowDevices(bound, at), { pk, approval })).toBe(expected);
  expect(approvalForViewer(openWindowDevices({ usesApproval: false, windows }, at), { pk, approval })).toBe(approval);
});
