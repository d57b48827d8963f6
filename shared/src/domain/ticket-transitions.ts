import type { TicketTransitionName } from '../contract/names.ts';

/** The state of an access ticket (spec 3 §4). */
export const ticketState = {
  requested: 0,
  rerequested: 1,
  approved: 2,
  onWork: 3,
  rejected: 4,
  completed: 10,
} as const;
export type TicketState = (typeof ticketState)[keyof typeof ticketState];

interface Move {
  readonly from: readonly TicketState[];
  readonly to: TicketState;
  /** Whether the end of the work must lie ahead, or must have come. */
  readonly workEnd: 'ahead' | 'reached' | 'any';
}

const { requested, rerequested, approved, onWork, rejected, completed } = ticketState;

/**
 * Every transition of a ticket (decision 37). What is not in this table does not happen; who may make one is checked
 * where it is made.
 */
export const ticketTransitions = {
  // By the requester.
  /** The change of a request that is undecided. */
  change: { from: [requested], to: requested, workEnd: 'any' },
  /** The change of a rejected request, which asks again. */
  rerequest: { from: [rerequested, rejected], to: rerequested, workEnd: 'any' },
  // By one who may decide it.
  approve: { from: [requested, rerequested], to: approved, workEnd: 'ahead' },
  reject: { from: [requested, rerequested], to: rejected, workEnd: 'any' },
  // By the temporary account.
  /** Its first sign-in. */
  start: { from: [approved], to: onWork, workEnd: 'ahead' },
  // By one who may decide it.
  terminate: { from: [approved, onWork], to: completed, workEnd: 'any' },
  // By time.
  /** Undecided when the work was to end. */
  lapse: { from: [requested, rerequested], to: rejected, workEnd: 'reached' },
  end: { from: [approved, onWork], to: completed, workEnd: 'reached' },
  // By the administrator who deletes or deactivates the requester.
  /** Before the decision. */
  withdraw: { from: [requested, rerequested], to: rejected, workEnd: 'any' },
  /** Before the end of the work, for which the requester answers. */
  revoke: { from: [approved, onWork], to: completed, workEnd: 'any' },
} as const satisfies { readonly [M in TicketTransitionName]: Move };

export type TicketTransition = TicketTransitionName;

export interface TicketFacts {
  readonly state: TicketState;
  /** Whether the end of the work has come. */
  readonly isOver: boolean;
}

/** Whether a ticket admits a transition; who makes it is another question. */
export function admitsTransition({ state, isOver }: TicketFacts, transition: TicketTransition): boolean {
  const { from, workEnd }: Move = ticketTransitions[transition];
  return from.includes(state) && (workEnd === 'any' || (workEnd === 'reached') === isOver);
}

/** What the screen offers to a user. */
export interface TicketActions {
  readonly approve: boolean;
  readonly reject: boolean;
  readonly terminate: boolean;
  readonly edit: boolean;
}

/** How the deletion or deactivation of its requester changes a ticket; null where it is over. */
export const transitionOnRequesterRemoval = (facts: TicketFacts): 'withdraw' | 'revoke' | null =>
  (['withdraw', 'revoke'] as const).find((transition) => admitsTransition(facts, transition)) ?? null;

/** How the change of a request by its requester changes its state; null where it cannot be changed. */
export const transitionOfEdit = (facts: TicketFacts): 'change' | 'rerequest' | null =>
  (['change', 'rerequest'] as const).find((transition) => admitsTransition(facts, transition)) ?? null;

interface TicketViewerFacts {
  readonly isRequester: boolean;
  readonly isDecider: boolean;
  /**
   * The viewer has asked for it, and somebody else has to decide it (decision 134). Ending it takes nothing from
   * anybody.
   */
  readonly waitsForOther: boolean;
}

/** What a user may do with a ticket, for API and screens. */
export function ticketActions(facts: TicketFacts & TicketViewerFacts): TicketActions {
  const decides = (transition: 'approve' | 'reject' | 'terminate') =>
    facts.isDecider && (transition === 'terminate' || !facts.waitsForOther) && admitsTransition(facts, transition);
  return {
    approve: decides('approve'),
    reject: decides('reject'),
    terminate: decides('terminate'),
    edit: facts.isRequester && transitionOfEdit(facts) !== null,
  };
}

/** The tabs of the list and the states that each has (spec 3 §4). */
export const ticketTabs = {
  requested: [requested, rerequested],
  approved: [approved, onWork],
  reject: [rejected],
  completed: [completed],
} as const satisfies Record<string, readonly TicketState[]>;
export type TicketTab = keyof typeof ticketTabs;
