import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  admitsTransition,
  ticketActions,
  ticketTransitions,
  ticketState,
  ticketTabs,
  type TicketTransition,
  type TicketState,
} from './ticket-transitions.ts';

const moves = Object.keys(ticketTransitions) as TicketTransition[];
const states = Object.values(ticketState);

/** Each move that a ticket admits, by hand (decision 37): a change of the table must be confirmed here. */
test.each([
  [0, false, ['change', 'approve', 'reject', 'withdraw']],
  [0, true, ['change', 'reject', 'lapse', 'withdraw']],
  [1, false, ['rerequest', 'approve', 'reject', 'withdraw']],
  [1, true, ['rerequest', 'reject', 'lapse', 'withdraw']],
  [2, false, ['start', 'terminate', 'revoke']],
  [2, true, ['terminate', 'end', 'revoke']],
  [3, false, ['terminate', 'revoke']],
  [3, true, ['terminate', 'end', 'revoke']],
  [4, false, ['rerequest']],
  [4, true, ['rerequest']],
  [10, false, []],
  [10, true, []],
] as const)('a ticket in state %i, over: %s, admits %j', (state, isOver, admitted) => {
  expect(moves.filter((move) => admitsTransition({ state, isOver }, move))).toEqual(admitted);
});

/**
 * Moves in any order, each before or after the end of the work. A move that the ticket does not admit leaves it as it
 * is.
 */
const walks = fc.array(fc.record({ move: fc.constantFrom(...moves), isOver: fc.boolean() }), { maxLength: 40 });

interface Walk {
  readonly state: TicketState;
  readonly made: readonly TicketTransition[];
}

const walk = (steps: readonly { move: TicketTransition; isOver: boolean }[]): Walk =>
  steps.reduce<Walk>(
    ({ state, made }, { move, isOver }) =>
      admitsTransition({ state, isOver }, move)
        ? { state: ticketTransitions[move].to, made: [...made, move] }
        : { state, made },
    { state: ticketState.requested, made: [] },
  );

test('no path reaches "on work" without an approval after the last change of the request', () => {
  fc.assert(
    fc.property(walks, (steps) => {
      const { state, made } = walk(steps);
      if (state !== ticketState.onWork) return;
      const undone = (['change', 'rerequest', 'reject', 'withdraw'] as const).map((move) => made.lastIndexOf(move));
      const [changed, approval] = [Math.max(...undone), made.lastIndexOf('approve')];
      expect(approval).toBeGreaterThan(changed);
      expect(made.at(-1)).toBe('start');
    }),
    { numRuns: 5_000 },
  );
});

test('a completed ticket never moves again, and only the requester brings a rejected one back', () => {
  fc.assert(
    fc.property(walks, (steps) => {
      const { made } = walk(steps);
      for (const [i, move] of made.entries()) {
        const before = made[i - 1];
        if (before === 'terminate' || before === 'end' || before === 'revoke')
          throw new Error(`${move} after ${before}`);
        if (before === 'reject' || before === 'lapse' || before === 'withdraw')
          expect(['change', 'rerequest']).toContain(move);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('every state can be reached, and stands in exactly one tab', () => {
  const reached = new Set<TicketState>();
  fc.assert(
    fc.property(walks, (steps) => void reached.add(walk(steps).state)),
    { numRuns: 5_000 },
  );
  expect([...reached].toSorted((a, b) => a - b)).toEqual(states.toSorted((a, b) => a - b));
  expect(
    Object.values(ticketTabs)
      .flat()
      .toSorted((a, b) => a - b),
  ).toEqual(states.toSorted((a, b) => a - b));
});

test('users are offered what the table gives them, and nothing else', () => {
  const facts = fc.record({
    state: fc.constantFrom(...states),
    isOver: fc.boolean(),
    isRequester: fc.boolean(),
    isDecider: fc.boolean(),
    waitsForOther: fc.boolean(),
  });
  fc.assert(
    fc.property(facts, (one) => {
      const offered = ticketActions(one);
      for (const move of ['approve', 'reject', 'terminate'] as const)
        expect(offered[move]).toBe(
          one.isDecider && (move === 'terminate' || !one.waitsForOther) && admitsTransition(one, move),
        );
      expect(offered.edit).toBe(one.isRequester && (one.state === 0 || one.state === 1 || one.state === 4));
    }),
  );
});
