import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalActions, approvalStatus, type ApprovalFacts } from './approval-actions.ts';

const facts = (more: Partial<ApprovalFacts>): ApprovalFacts => ({
  state: 0,
  isOver: false,
  isRequester: false,
  isDecider: false,
  ...more,
});
const allowed = (more: Partial<ApprovalFacts>) =>
  Object.entries(approvalActions(facts(more)))
    .filter(([, may]) => may)
    .map(([action]) => action);

test.each([
  [0, false, ['resubmit'], ['approve', 'reject'], 'in_progress'],
  [0, true, ['resubmit'], ['reject'], 'lapsed'],
  [1, false, ['renew'], ['approve', 'change'], 'rejected'],
  [1, true, ['renew'], [], 'rejected'],
  [2, false, ['renew'], ['reject', 'change'], 'approved'],
  [2, true, ['renew'], [], 'ended'],
  [4, false, [], [], 'device_deleted'],
  [4, true, [], [], 'device_deleted'],
] as const)('in state %i, over: %s, a requester may %j and an approver %j', (state, isOver, own, decider, status) => {
  expect(allowed({ state, isOver, isRequester: true })).toEqual(own);
  expect(allowed({ state, isOver, isDecider: true })).toEqual(decider);
  expect(approvalStatus({ state, isOver })).toBe(status);
});

test('no path leads to an approved request without an approver, and none to one whose time is over', () => {
  const state = fc.constantFrom(0 as const, 1 as const, 2 as const, 4 as const);
  const bits = { isOver: fc.boolean(), isRequester: fc.boolean(), isDecider: fc.boolean() };
  fc.assert(
    fc.property(fc.record({ state, ...bits }), (one) => {
      const { approve } = approvalActions(one);
      expect(approve && (!one.isDecider || one.isOver)).toBe(false);
    }),
  );
});
