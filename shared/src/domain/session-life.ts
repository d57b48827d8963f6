/**
 * How a session was opened: by password (`lasting`: with auto-login), by a sign-in link, by an invitation, or with the
 * temporary account of an access ticket; `screen` by the code of a wall screen.
 */
export const sessionKinds = ['password', 'lasting', 'link', 'invitation', 'ticket', 'screen'] as const;
export type SessionOpenedBy = (typeof sessionKinds)[number];

/** Only such a session makes sign-in links (decision 104): a link would otherwise prolong itself without end. */
export const isByPassword = (kind: SessionOpenedBy): boolean => kind === 'password' || kind === 'lasting';

/** A session expires this long after its last use (spec 1 §9). */
export const SESSION_IDLE_MS = 3 * 60 * 60 * 1_000;

/** Auto-login: the session ends this long after the sign-in, used or not (spec 1 §9). */
export const AUTO_LOGIN_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * A screen that was off for so long has to be paired again. While it is on, it has no end: nobody works at it, so that
 * neither the idle time nor the session time of the company applies (decision 71).
 */
export const WALL_SCREEN_MAX_OFF_MS = 30 * 24 * 60 * 60 * 1_000;

const MINUTE_MS = 60_000;

/** How long sessions of a company last, in minutes; 0 is no limit. */
export interface SessionLimits {
  readonly idleTime: number;
  /** When `idleTime` was set, in milliseconds since 1970: time before it ends no session. */
  readonly idleSince: number;
  readonly sessionTime: number;
}

export interface SessionLife {
  readonly kind: SessionOpenedBy;
  readonly createdAt: number;
  readonly usedAt: number;
  /** The end that its last use gave it, in milliseconds since 1970 as all times here. */
  readonly until: number;
}

/** No session outlives the validity of its account. */
export interface AccountExpiry {
  readonly validUntil: number | null;
}

/** How long a session without a fixed end may stay unused. */
export const idleLimitMs = (kind: SessionOpenedBy, { idleTime }: SessionLimits): number =>
  kind === 'screen'
    ? WALL_SCREEN_MAX_OFF_MS
    : Math.min(kind === 'lasting' ? AUTO_LOGIN_MS : SESSION_IDLE_MS, idleTime > 0 ? idleTime * MINUTE_MS : Infinity);

/** When a session that is used at `now` ends. One by invitation ends with the invitation, used or not. */
export function sessionEndIfUsed(
  session: SessionLife,
  { limits, account }: { limits: SessionLimits; account: AccountExpiry },
  now: number,
): number {
  const { kind, createdAt, until } = session;
  if (kind === 'screen') return now + idleLimitMs(kind, limits);
  const byUse = kind === 'invitation' ? until : now + idleLimitMs(kind, limits);
  const byAge = limits.sessionTime > 0 ? createdAt + limits.sessionTime * MINUTE_MS : Infinity;
  const byKind = kind === 'lasting' ? createdAt + AUTO_LOGIN_MS : Infinity;
  return Math.min(byUse, byAge, byKind, account.validUntil ?? Infinity);
}

/** When a session ends by the limits of now, if it is not used again. */
export const sessionEndIfUnused = (
  session: SessionLife,
  of: { limits: SessionLimits; account: AccountExpiry },
): number => Math.min(session.until, sessionEndIfUsed(session, of, Math.max(session.usedAt, of.limits.idleSince)));

/**
 * The token in the cookie of a wall screen is renewed after this long: it is a month old at most when a screen is
 * turned on again, and a day while it is on (decision 71).
 */
export const WALL_SCREEN_RENEWAL_S = 24 * 3_600;
