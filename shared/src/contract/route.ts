import {
  agentProof,
  anySession,
  isOpenToAnybody,
  needs,
  noApiTokens,
  optionalLogin,
  publicAccess,
  reportReaders,
  type EndpointAccess,
  type Need,
  type PermissionFlag,
  type TokenAdmission,
  type TokenScope,
} from './access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call. Each word admits callers of its own:
 *
 * - `anybody`: without a session; beside `user`, a session that is sent must be valid. `agent`: by a proof with the key
 *   of an agent.
 * - `user`: with any session. `user:FLAG`: with that permission; of several words one is enough. `administrator:FLAG`:
 *   administrators who have it.
 * - `guest`: also by invitation, if the user could call. Guests make nothing lasting, and do not read everything.
 * - `ticket`: also as the temporary account of an access ticket, which sees its devices, controls them remotely, and
 *   nothing else.
 * - `screen`: also as a wall screen, for what the wall shows (decision 71).
 * - `group-token:SCOPE`: also with an API token of that scope, even one that is limited to groups, because the endpoint
 *   keeps to the groups of its caller in all that it reads and changes. `token:SCOPE`: only with one that is not
 *   limited.
 */
export type Caller =
  | 'anybody'
  | 'agent'
  | 'user'
  | 'administrator'
  | 'sub-manager'
  | 'report-reader'
  | `user:${PermissionFlag}`
  | `administrator:${PermissionFlag}`
  | 'guest'
  | 'ticket'
  | 'screen'
  | `token:${TokenScope}`
  | `group-token:${TokenScope}`;

/** Where an endpoint is and who may call it: what both sides know of it. Its schemas stay on the servers. */
export interface Route<Verb extends Method = Method, Path extends `/${string}` = `/${string}`> {
  readonly method: Verb;
  /** Relative to `API_BASE`, with `:param` parameters. */
  readonly path: Path;
  readonly callers: readonly Caller[];
  /** Whether guests are among them, which screens ask as well. */
  readonly guests: boolean;
}

/** @__NO_SIDE_EFFECTS__ */
export const route = <const Verb extends Method, const Path extends `/${string}`>(
  method: Verb,
  path: Path,
  callers: readonly Caller[],
): Route<Verb, Path> => ({ method, path, callers, guests: callers.includes('guest') });

const neededBy = (caller: Caller): readonly [Need, ...Need[]] | undefined => {
  const [kind, flag] = caller.split(':') as [string, PermissionFlag | undefined];
  if (kind === 'administrator') return flag ? ['isAdmin', flag] : ['isAdmin'];
  if (kind === 'sub-manager') return ['isSubManager'];
  return kind === 'user' && flag ? [flag] : undefined;
};

/** What is asked of the user of a session. */
export function accessOf({ callers }: Pick<Route, 'callers'>): EndpointAccess {
  if (callers.includes('anybody')) return callers.includes('user') ? optionalLogin : publicAccess;
  if (callers.includes('agent')) return agentProof;
  if (callers.includes('report-reader')) return reportReaders;
  const [all, ...others] = callers.map(neededBy).filter((one) => one !== undefined);
  if (!all) return anySession;
  if (others.length === 0) return needs(...all);
  return needs({ anyOf: [all, ...others].map(([need]) => need) });
}

/** Which API tokens may call; undefined where there is no session that a token could replace. */
export function tokensOf(called: Pick<Route, 'callers'>): TokenAdmission | undefined {
  const token = called.callers.find((caller) => caller.includes('token:'));
  if (token) {
    const [kind, scope] = token.split(':') as [string, TokenScope];
    return { scope, inGroups: kind === 'group-token' };
  }
  return isOpenToAnybody(accessOf(called)) && !called.callers.includes('user') ? undefined : noApiTokens;
}
