/** A permission flag of a user, with its name in the specification (spec 1 §6). */
export const permissionFlags = [
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
export type PermissionFlag = (typeof permissionFlags)[number];

/** One condition of a caller: a flag, or the company's licence being Corporate or Free. */
export type Need = PermissionFlag | 'isCorporate' | { anyOf: readonly Need[] };

/**
 * Who may call. `public` needs nothing, `half-token` the token of an unfinished sign-in, `agent-proof` a proof with an
 * agent's key; `optional` is public, but a token that is sent must be valid; `login`
 * needs any session, `needs` a session whose user meets every need.
 */
export type EndpointAccess =
  | { kind: 'public' | 'optional' | 'half-token' | 'agent-proof' | 'login' }
  | {
      kind: 'needs';
      needs: readonly Need[];
      /** Callers whose company lacks the licence are answered as if there were nothing. */
      hiddenWithoutLicence?: true;
    };

/** Whether somebody without a session may call: the server has read the body before it knows who calls. */
export const isOpenToAnybody = ({ kind }: EndpointAccess): boolean =>
  kind === 'public' || kind === 'optional' || kind === 'agent-proof';

export const publicAccess: EndpointAccess = { kind: 'public' };
export const optionalLogin: EndpointAccess = { kind: 'optional' };
export const halfToken: EndpointAccess = { kind: 'half-token' };
export const agentProof: EndpointAccess = { kind: 'agent-proof' };
export const anySession: EndpointAccess = { kind: 'login' };
export const needs = (...all: readonly [Need, ...Need[]]) => ({ kind: 'needs', needs: all }) satisfies EndpointAccess;
export const administratorsOnly: EndpointAccess = needs('isAdmin');
/** Of statistics and histories, which do not exist for companies that are not corporate (spec 2 §2). */
export const reportReaders: EndpointAccess = {
  ...needs('isCorporate', { anyOf: ['isAdmin', 'viewReport'] }),
  hiddenWithoutLicence: true,
};

/**
 * What API tokens may be made for: `read` looks at things, `commands` does what the menu of a device offers,
 * `administration` changes anything else.
 */
export const tokenScopes = ['read', 'commands', 'administration'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/**
 * Which API tokens an endpoint admits. `inGroups` declares that it keeps to the groups of its caller in all that it
 * reads and changes; a token that is limited to groups is admitted only there.
 */
export type TokenAdmission = 'refused' | { readonly scope: TokenScope; readonly inGroups: boolean };

export const noApiTokens: TokenAdmission = 'refused';
export const allowTokensInGroups = (scope: TokenScope): TokenAdmission => ({ scope, inGroups: true });
/** For endpoints whose data belongs to the company as a whole. */
export const allowTokensOfCompany = (scope: TokenScope): TokenAdmission => ({ scope, inGroups: false });
