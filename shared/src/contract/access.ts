/** A permission flag of a user, with its name in the specification (spec 1 §6). */
export const flags = [
  'isAdmin',
  'isApprover',
  'isSubManager',
  'deviceMonitor',
  'modifyInformation',
  'useFunction',
  'viewReport',
  'CSRemoteControl',
  'CSDeviceManagement',
  'CSFileManager',
  'CSRemoteView',
  'CSUpdate',
  'CSThumbnailView',
  'CSRestart',
] as const;
export type Flag = (typeof flags)[number];

/** One condition of a caller: a flag, or the company's licence being Corporate or Free. */
export type Need = Flag | 'isCorporate' | { anyOf: readonly Need[] };

/**
 * Who may call. `public` needs nothing, `half-token` the token of an unfinished sign-in, `agent-proof` a proof with an
 * agent's key; `optional` is public, but a token that is sent must be valid; `login`
 * needs any session, `needs` a session whose user meets every need.
 */
export type Access =
  | { kind: 'public' | 'optional' | 'half-token' | 'agent-proof' | 'login' }
  | { kind: 'needs'; needs: readonly Need[] };

export const anyone: Access = { kind: 'public' };
export const optionalLogin: Access = { kind: 'optional' };
export const halfToken: Access = { kind: 'half-token' };
export const agentProof: Access = { kind: 'agent-proof' };
export const login: Access = { kind: 'login' };
export const needs = (...all: readonly [Need, ...Need[]]): Access => ({ kind: 'needs', needs: all });
export const admin: Access = needs('isAdmin');
